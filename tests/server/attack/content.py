"""Attacks by content: own boards and decks, score sheets, drawings, records."""

from __future__ import annotations

import secrets
import unicodedata
from importlib import resources
from itertools import islice
from typing import Any

from tests.server.attack import records
from tests.server.attack.attacker import Attacker, attack

FILE_BYTES = 16_000  # nearly as long as a deck or board may be
LINE = 490  # characters, nearly as many as a line of them may have
DECK_HEAD = "name,category,typology,value,value_kind,copies,number,effect,requirement,left_out_of_simplified,not_certain"


def board_with_tabs(size: int, line: int = LINE) -> str:
    """Return a board of so many bytes whose title lines end in blanks and one letter: quadratic for a careless regex."""
    text = "title:a" + "\t" * (line - 8) + "b\n"
    return text * max(1, size // len(text))


def deck_with_parentheses(size: int, line: int = LINE) -> str:
    """Return a deck of so many bytes with cells of opened parentheses."""
    cell = "most " + "(" * (line // 2)
    text = f"Card,{cell},Place,1,fixed,4,1,{'(' * (line // 3)},-,no,-\n"[:line] + "\n"
    return DECK_HEAD + "\n" + text * max(1, size // len(text))


def board_text(comment: str) -> str:
    """Return a shipped board with another comment, so that no cache knows it."""
    shipped = resources.files("fairyring.games.fariables").joinpath("boards/moon.txt").read_text(encoding="utf-8")
    return f"# {comment}\n{shipped}"


def file(text: str) -> dict[str, str]:
    return {"file": "x", "text": text}


@attack("S1")
async def boards_with_tabs(attacker: Attacker) -> None:
    attacker.begin()
    texts = [
        board_with_tabs(FILE_BYTES),
        board_with_tabs(60_000),
        "title:a" + "\t" * 60_000 + "b",
        "title:a" + "\t" * 6000 + "b",
    ]
    await attacker.repeat(
        lambda n: attacker.post(n, "/api/tables", {"game": "fariables", "options": {"board": file(texts[n % len(texts)])}})
    )


@attack("S1")
async def decks_with_parentheses(attacker: Attacker) -> None:
    attacker.begin()
    texts = [deck_with_parentheses(FILE_BYTES), deck_with_parentheses(60_000), DECK_HEAD + "\n" + "(" * 60_000]
    await attacker.repeat(
        lambda n: attacker.post(n, "/api/tables", {"game": "fairy-tale", "options": {"deck": file(texts[n % len(texts)])}})
    )


@attack("S1")
async def records_with_files(attacker: Attacker) -> None:
    board = records.with_file("fariables", "board", board_with_tabs(FILE_BYTES))
    deck = records.with_file("fairy-tale", "deck", deck_with_parentheses(FILE_BYTES))
    huge = records.with_file("fariables", "board", "title:a" + "\t" * 500_000 + "b")
    texts, paths = (board, deck, huge), ("/api/verify", "/api/replay", "/api/tables/import")
    attacker.begin()
    await attacker.repeat(lambda n: attacker.post(n, paths[n % 3], {"record": texts[n // 3 % 3]}))


@attack("S1")
async def options_on_sockets(attacker: Attacker) -> None:
    """Hosts choose boards with tabs, again and again."""
    tables = [await attacker.create(n, "fariables") for n in range(8)]
    attacker.begin()

    async def choose(number: int) -> None:
        table, token = tables[number % 8]
        async with attacker.socket(number, table, token) as socket:
            for _ in range(20):
                if not attacker.running:
                    break
                await attacker.command(socket, "options", options={"board": file(board_with_tabs(FILE_BYTES))})
            await socket.close()
            await attacker.listen(socket)

    await attacker.repeat(choose, pause=0.2)


@attack("S1")
async def drawings(attacker: Attacker) -> None:
    """Boards of one's own as SVG and PDF, each another one."""
    attacker.begin()

    async def draw(number: int) -> None:
        text = board_text(str(number)) if number % 2 else board_with_tabs(FILE_BYTES)
        await attacker.post(number, f"/api/tools/fariables/{'pdf' if number % 3 else 'svg'}", {"board": text})

    await attacker.repeat(draw)


@attack("A3.18")
async def pdf_with_combining_marks(attacker: Attacker) -> None:
    marks = "".join(islice((chr(c) for c in range(0x300, 0x20000) if unicodedata.combining(chr(c))), 400))
    foreign = "".join(chr(c) for c in range(0x13000, 0x13000 + 400))  # hieroglyphs, which no font has
    attacker.begin()

    async def draw(number: int) -> None:
        title = f"title: {number} {(marks, marks[:100], foreign)[number % 3]}\n"
        text = board_text(str(number)).replace("title: Moon\n", title)
        await attacker.post(number, "/api/tools/fariables/pdf", {"board": text})

    await attacker.repeat(draw)


@attack("S22")
async def score_sheets(attacker: Attacker) -> None:
    """Long names that are close to none, and decks of one's own."""
    name = "Spirit of the Sprin" + "g" * 81
    hands = [{"name": f"P{p}", "cards": {f"{name[: 60 + c]}{c}": 1 for c in range(40)}} for p in range(5)]
    comment = f"# {'x' * 480}\n"
    deck = resources.files("fairyring.games.fairy_tale").joinpath("deck.csv").read_text(encoding="utf-8")
    bodies: list[dict[str, Any]] = [
        {"players": hands},
        {"players": hands, "deck": deck[:FILE_BYTES]},
        {"players": hands, "deck": deck_with_parentheses(FILE_BYTES)},
        {"players": [{"name": "P", "cards": {f"card {c}": 1 for c in range(50_000)}}]},
        {"players": [{"name": "P", "cards": {"Spirit" * 30_000: 1}}]},
        {"players": [{"name": f"P{p}", "cards": {"Fairy Ring": 1}} for p in range(4)], "deck": deck + comment * 20},
    ]
    attacker.begin()
    await attacker.repeat(lambda n: attacker.post(n, "/api/tools/fairy-tale/sheet", bodies[n // 8 % len(bodies)]))


@attack("budget")
async def qr_codes(attacker: Attacker) -> None:
    """The longest links that are allowed, each another one."""
    attacker.begin()
    await attacker.repeat(lambda n: attacker.post(n, "/api/tools/qr", {"link": f"http://{secrets.token_hex(140)}"}), at_once=16)


@attack("S4")
async def import_of_the_longest_records(attacker: Attacker) -> None:
    texts = [records.longest(seed) for seed in range(4)]
    attacker.begin()
    await attacker.repeat(lambda n: attacker.post(n, "/api/tables/import", {"record": texts[n % 4]}))


@attack("S4")
async def replay_of_the_longest_records(attacker: Attacker) -> None:
    texts = [records.longest(seed) for seed in range(2)]
    attacker.begin()
    await attacker.repeat(
        lambda n: attacker.post(n, f"/api/replay?first={n * 100 % 2900}&last={n * 100 % 2900 + 100}", {"record": texts[n % 2]})
    )


@attack("S6")
async def verify_of_empty_lines(attacker: Attacker) -> None:
    """Bodies of nearly 1 MiB: 300,000 objects in a record."""
    text = records.empty_lines(300_000)
    attacker.begin()
    await attacker.repeat(
        lambda n: attacker.post(n, "/api/verify", {"record": f"{text}{'{}' * (n % 97)}"}), at_once=16, pause=0.3
    )

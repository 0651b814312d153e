"""Room codes: what people type, what it finds, and what trying codes costs."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairyring.server.http.codes import normalize_code
from fairyring.server.http.schemas import CODE_LENGTH
from tests.server.support.running import running


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("abcde7", "abcde7"), ("ABC DE7", "abcde7"), (" abc-de7 ", "abcde7"), ("0BC1E8", "obcieb"),
        ("abcde", None), ("abcdefg", None), ("abcde!", None), ("äbcdef", None), ("", None), ("a" * 7_000, None), ("%", None),
    ],
)  # fmt: skip
def test_code_is_read_as_people_type_it(typed: str, code: str | None) -> None:
    assert normalize_code(typed) == code


async def test_code_leads_to_its_table(tmp_path: Path) -> None:
    async with running(tmp_path, misses_per_minute=3) as server:
        table, _token = await server.create("fairy", 2)
        code = table[:CODE_LENGTH]
        for typed in (code, code.upper(), f"{code[:3]} {code[3:]}".upper()):
            answer = await server.http.get(f"/api/codes/{typed}")
            assert (answer.status_code, answer.json()) == (200, {"table": table})
        wrong = ("a" if code[0] != "a" else "b") + code[1:]
        missed = [await server.http.get(f"/api/codes/{typed}") for typed in (wrong, "what?", wrong, wrong)]
        assert [answer.status_code for answer in missed] == [404, 404, 404, 429]
        assert missed[0].json()["message"] == "No table of today has this code; a code has 6 letters and digits."
        assert (await server.http.get(f"/api/codes/{code}")).status_code == 429  # or trying codes would cost nothing
        assert (await server.http.get(f"/api/tables/{table}")).status_code == 200  # links are not concerned

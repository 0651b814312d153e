"""Secrecy: no frame or response contains what its receiver may not know."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.page.support.people import Person
from tests.page.support.served import Served


def parts_of(steps: list[dict[str, Any]], part: str) -> set[str]:
    values = [value for step in steps for value in (step["events"] if part == "events" else [step["view"]])]
    return {json.dumps(value, sort_keys=True) for value in values}


def test_frames_contain_only_the_view_of_their_seat(visit: Callable[..., Person], server: Served) -> None:
    table = server.open_table("fairy", ["Ann", "Bo"], 3)
    ann, bo = visit(), visit()
    ann.take(table, 0)
    bo.take(table, 1)
    watcher = visit()
    watcher.at(f"t/{table.id}")
    for person in (ann, bo, watcher):
        person.until(lambda person=person: person.phase == "playing", "the page shows the game")  # type: ignore[misc]
    server.finish(table, varied=True)
    for person in (ann, bo, watcher):
        person.until(lambda person=person: person.phase == "over", "the page shows the end")  # type: ignore[misc]
    seal = json.loads(server.record(table.id).splitlines()[-1])["seal"]
    for person, eyes in ((ann, "0"), (bo, "1"), (watcher, "watcher")):
        steps = server.get(f"api/tables/{table.id}/replay?eyes={eyes}&first=0&last=99")["positions"]
        steps += server.get(f"api/tables/{table.id}/replay?eyes={eyes}&first=100&last=199")["positions"]
        views, events = parts_of(steps, "view"), parts_of(steps, "events")
        playing = [i for i, frame in enumerate(person.frames) if '"phase":"over"' not in person.raw[i].replace(" ", "")]
        during = " ".join(person.raw[i] for i in playing)
        assert seal["secret"] not in during
        for token in (*table.tokens,):
            assert token not in " ".join(person.raw), "nobody is sent a token of somebody else, nor the own one again"
        for beat in person.beats:
            if beat["view"] is not None:
                assert json.dumps(beat["view"], sort_keys=True) in views
            for event in beat["events"]:
                assert json.dumps(event, sort_keys=True) in events
        assert seal["secret"] not in " ".join(body for url, body in person.bodies.items() if "record" not in url)


def test_frames_do_not_contain_other_hands(visit: Callable[..., Person], server: Served) -> None:
    """Fairy Tale has hands: the first deal is compared card by card."""
    table = server.open_table("fairy-tale", ["Ann", "Bo"], 3)
    ann = visit()
    ann.take(table, 0)
    ann.until(lambda: ann.owes, "Ann is asked")
    for beat in ann.beats:
        for zone in ("hand", "kept", "commit", "closed"):
            assert [whose for whose, cards in enumerate(beat["view"][zone]) if cards and whose != 0] == []
    deck = ann.beats[-1]["view"]["hand"][0]
    assert deck, "Ann sees her own hand"

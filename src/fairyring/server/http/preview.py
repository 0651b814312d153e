"""Preview of a table's link, as messengers show it: which game, who asks, who plays, who won."""

from __future__ import annotations

import re

from fairyring.api.games import spoken_language
from fairyring.core.text.messages import Speaker
from fairyring.tables import rules_versions
from fairyring.tables.log.state import GATHERING, OVER, TableState
from fairyring.tables.refusals import texts

MAX_HEADER = 100  # characters of Accept-Language that are looked at


def preview_title(state: TableState, accepted: str) -> str:
    """Return the title of a link, in the first language that the client accepts, or in English. Public as the table is."""
    room = rules_versions.newest_room(state.game)
    if room is None:
        return ""
    language = spoken_language(room, re.split("[,;-]", accepted[:MAX_HEADER])[0].strip().lower())
    say = Speaker(texts(language), language=language)
    game = room.texts(language).get("title", room.name)
    ended = state.run.over if state.run is not None and state.phase == OVER else None
    outcome = ended.get("outcome") if ended is not None else None  # an abandoned game has none
    if outcome:
        winners = [_name(state, seat) for seat, place in enumerate(outcome["places"]) if place == 1]
        points = ":".join(str(score) for score in sorted(outcome["scores"], reverse=True))
        if winners and all(winners):
            return say.say("preview.over", names=winners, game=game, points=points)
        return say.say("preview.over.others", game=game, points=points)
    if state.phase == OVER:
        return ""
    if state.phase == GATHERING:
        host = state.guests.get(state.host)
        name = host.name if host is not None else ""
        return say.say("preview.gathering", name=name, named=bool(name), game=game)
    people = [name for seat in range(len(state.seats)) if (name := _name(state, seat))]
    return say.say("preview.playing", names=people, count=len(people), any=bool(people), game=game)


def _name(state: TableState, seat: int) -> str:
    """Return the name of the person at a seat; empty for bots and for people without a name."""
    person = state.seats[seat].guest
    guest = state.guests.get(person) if person else None
    return guest.name if guest is not None else ""

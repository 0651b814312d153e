"""What people look up while they play: a card or a space, or what could be worked out."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

from fairyring.core.game.game import Game
from fairyring.core.text.messages import MINUS, Message, Named, Player, Speaker, arguments
from fairyring.core.text.slug import slug_of_input

# Things -----------------------------------------------------------------------------------------


def names(game: Game[Any], say: Speaker) -> list[str]:
    """What there is to be looked up."""
    found = [f"{label}: {', '.join(map(str, things))}" for label, things in game.things.items() if things]
    return found or [say.say("terminal.nothing-to-look")]


def look(game: Game[Any], text: str, say: Speaker) -> list[str]:
    """What is printed on a thing; where several are meant, their names."""
    known = dict(_spoken(game, say))
    wanted = text.casefold()
    found = [thing for thing, spoken in known.items() if wanted in spoken]
    found = found or [thing for thing, spoken in known.items() if any(wanted in name for name in spoken)]
    if not found:
        every = [name for spoken in known.values() for name in spoken]
        near = difflib.get_close_matches(wanted, every, 3, 0.5)
        return [say.say("terminal.no-thing", text=text, near=", ".join(near) or "none")]
    if len(found) > 3:
        return [say.say("terminal.which-thing", text=text, things=", ".join(str(thing.word) for thing in found))]
    return [_told(game, thing, say) for thing in found]


def _spoken(game: Game[Any], say: Speaker) -> Iterator[tuple[Named, tuple[str, ...]]]:
    """Every thing with the names it goes by."""
    for label, things in game.things.items():
        for word, entry in things.items():
            called = (str(word), str(entry.get("title", word)), say.value(Named(label, word)))
            yield Named(label, word), tuple(dict.fromkeys(name.casefold() for name in called))


def _told(game: Game[Any], thing: Named, say: Speaker) -> str:
    """The text `table.look.LABEL` with the thing's entries; without it, the thing's own text, or entry by entry."""
    entry = game.things[thing.label][thing.word]
    key = f"table.look.{thing.label}"
    if say.has(key):
        return say.say(key, **{thing.label: thing, **entry})
    if isinstance(entry.get("face"), Message):
        return say.value(entry["face"])
    spoken = say.value(thing)
    if say.has(thing.label) or say.has(f"{thing.label}.{thing.word}"):
        return say.say("terminal.thing", label=thing.label, thing=spoken)
    more = ", ".join(f"{name.replace('_', ' ')} {_entry(value, say)}" for name, value in entry.items())
    return say.say("terminal.thing-more", label=thing.label, thing=spoken, more=more or "none")


def _entry(value: Any, say: Speaker) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{name} {_entry(item, say)}" for name, item in value.items())
    return say.value(list(value) if isinstance(value, tuple) else value)


# Aids -------------------------------------------------------------------------------------------


def aids(game: Game[Any], found: Mapping[str, Any], say: Speaker) -> list[str]:
    """Each aid by the text `table.aid.NAME`, which says by its argument what the numbers are; else as they are."""
    teller = _Teller(game, say)
    lines: list[str] = []
    for name, value in found.items():
        key = f"table.aid.{name}"
        if say.has(key):
            forms = {form: teller.form(form, value) for form in arguments(say.texts[key])}
            lines += say.say(key, **forms).splitlines() if all(forms.values()) else []
        else:
            lines.append(f"{name.replace('_', ' ')}: {teller.plain(value)}")
    return lines


class _Teller:
    """Puts the values of aids into words."""

    def __init__(self, game: Game[Any], say: Speaker) -> None:
        self.say = say
        self.spelled = {}  # words that have a nicer spelling, such as the titles of cards
        for label, things in game.things.items():
            for word in things:
                spoken = say.value(Named(label, word))
                if slug_of_input("".join(c if c.isalnum() else " " for c in spoken.replace("'", ""))) == str(word):
                    self.spelled[str(word)] = spoken

    def name(self, word: Any) -> str:
        return self.spelled.get(str(word), str(word).replace("_", " "))

    def form(self, form: str, value: Any) -> str:
        """What the argument of a text makes of a value.

        A `share` is [numerator, denominator] as per cent, a worth the same as a number; `shares`, `worths` and `changes`
        have one for each name, `seats` and `seat_worths` one for each player; `rows` are shares for each name.
        """
        match form:
            case "share":
                return _share(value)
            case "shares":
                return ", ".join(f"{self.name(name)} {_share(item)}" for name, item in value.items())
            case "worths":
                return ", ".join(f"{self.name(name)} {_worth(item)}" for name, item in value.items())
            case "changes":
                return ", ".join(f"{self.name(name)} {_signed(item)}" for name, item in value.items())
            case "seats":
                told = [(seat, self.plain(item)) for seat, item in enumerate(value) if item not in (None, {}, [])]
                return "; ".join(f"{self.say.value(Player(seat))} {item}" for seat, item in told)
            case "seat_worths":
                return ", ".join(f"{self.say.value(Player(seat))} {_worth(item)}" for seat, item in enumerate(value))
            case "rows":
                return "\n".join(f"  {self.name(name)}: {self.form('shares', items)}" for name, items in value.items())
            case _:
                return self.plain(value)

    def plain(self, value: Any) -> str:
        if isinstance(value, Mapping):
            nested = any(isinstance(item, Mapping) for item in value.values())
            told = [(self.name(name), self.plain(item)) for name, item in value.items() if item not in (None, {}, [])]
            return ("; " if nested else ", ").join(f"{name}: {item}" if nested else f"{name} {item}" for name, item in told)
        if isinstance(value, list | tuple):
            return ", ".join("–" if item is None else self.plain(item) for item in value)
        return self.name(value) if isinstance(value, str) else self.say.value(value)


def _share(pair: Any) -> str:
    part, of = pair.values() if isinstance(pair, Mapping) else pair
    return f"{100 * part / of:.0f} %"


def _worth(pair: Any) -> str:
    return f"{pair[0] / pair[1]:.1f}".removesuffix(".0")


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number).replace("-", MINUS)

"""Lookups during a game: cards and spaces by name, and aids."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

from fairyring.core.game.game import Game
from fairyring.core.text.messages import MINUS, Message, Named, Player, Speaker, arguments
from fairyring.core.text.slug import slug_of_input

# Things -----------------------------------------------------------------------------------------


def names(game: Game[Any], say: Speaker) -> list[str]:
    """Return the names that can be looked up."""
    lists = [f"{label}: {', '.join(map(str, things))}" for label, things in game.things.items() if things]
    return lists or [say.say("terminal.nothing-to-look")]


def look(game: Game[Any], text: str, say: Speaker) -> list[str]:
    """Return what is printed on a thing; if several match, their names."""
    names_by_thing = dict(_spoken(game, say))
    query = text.casefold()
    matches = [thing for thing, spoken in names_by_thing.items() if query in spoken]
    matches = matches or [thing for thing, spoken in names_by_thing.items() if any(query in name for name in spoken)]
    if not matches:
        every = [name for spoken in names_by_thing.values() for name in spoken]
        near = difflib.get_close_matches(query, every, 3, 0.5)
        return [say.say("terminal.no-thing", text=text, near=", ".join(near) or "none")]
    if len(matches) > 3:
        return [say.say("terminal.which-thing", text=text, things=", ".join(str(thing.word) for thing in matches))]
    return [_describe(game, thing, say) for thing in matches]


def _spoken(game: Game[Any], say: Speaker) -> Iterator[tuple[Named, tuple[str, ...]]]:
    """Yield every thing with its names."""
    for label, things in game.things.items():
        for word, entry in things.items():
            called = (str(word), str(entry.get("title", word)), say.value(Named(label, word)))
            yield Named(label, word), tuple(dict.fromkeys(name.casefold() for name in called))


def _describe(game: Game[Any], thing: Named, say: Speaker) -> str:
    """Return the text `table.look.LABEL` with the thing's entries; else the thing's own text, or its entries."""
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


def aids(game: Game[Any], values: Mapping[str, Any], say: Speaker) -> list[str]:
    """Return each aid by the text `table.aid.NAME`, whose arguments name the form of the numbers; else the plain value."""
    teller = _Teller(game, say)
    lines: list[str] = []
    for name, value in values.items():
        key = f"table.aid.{name}"
        if say.has(key):
            forms = {form: teller.form(form, value) for form in arguments(say.texts[key])}
            lines += say.say(key, **forms).splitlines() if all(forms.values()) else []
        else:
            lines.append(f"{name.replace('_', ' ')}: {teller.plain(value)}")
    return lines


class _Teller:
    """Formats the values of aids."""

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
        have one for each name, `seats` and `seat_worths` one for each player; `rows` are shares for each name, `lists` things.
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
            case "lists":
                return ", ".join(f"{self.name(name)} → {self.plain(items)}" for name, items in value.items())
            case "seats":
                texts = [(seat, self.plain(item)) for seat, item in enumerate(value) if item not in (None, {}, [])]
                return "; ".join(f"{self.say.value(Player(seat))} {item}" for seat, item in texts)
            case "seat_worths":
                return ", ".join(f"{self.say.value(Player(seat))} {_worth(item)}" for seat, item in enumerate(value))
            case "rows":
                return "\n".join(f"  {self.name(name)}: {self.form('shares', items)}" for name, items in value.items())
            case _:
                return self.plain(value)

    def plain(self, value: Any) -> str:
        if isinstance(value, Mapping):
            nested = any(isinstance(item, Mapping) for item in value.values())
            texts = [(self.name(name), self.plain(item)) for name, item in value.items() if item not in (None, {}, [])]
            return ("; " if nested else ", ").join(f"{name}: {item}" if nested else f"{name} {item}" for name, item in texts)
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

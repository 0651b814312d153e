"""Asks for one of many actions in steps, kind first and then each argument, for any game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fairyring.core.fields.vocabulary import notation
from fairyring.core.game.actions import Action
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.text.messages import Named, Player, Speaker

MANY = 12  # more choices than this are not numbered: their names are typed
SHORT = 4  # and so are names that are as short as a number
FEW = 3

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a step: its phrase, and how it is typed."""

    sentence: str
    typed: str
    path: Path
    action: Action | None = None  # if this ends the question


@dataclass(frozen=True, slots=True)
class Step:
    """A question: numbered choices, or names to type."""

    path: Path  # what is chosen already
    which: str  # the question of this step, where it is not the first
    choices: tuple[Choice, ...]
    numbered: bool

    def pick(self, text: str) -> Choice | None:
        """Return the choice of a number, or None."""
        if self.numbered and text.isdecimal() and 1 <= int(text) <= len(self.choices):
            return self.choices[int(text) - 1]
        return None


class Steps:
    """The legal actions of a seat as a tree of words: the kind, then its arguments in order."""

    def __init__(self, game: Game[Any], seat: int, legal: Sequence[Action], say: Speaker) -> None:
        self.game, self.seat, self.legal, self.say = game, seat, legal, say
        self.paths: dict[Path, Action] = {self.words(action): action for action in legal}

    def words(self, action: Action) -> Path:
        domains = self.game.space(self.seat).kind(action.kind).args
        return (action.kind, *(notation(domains[arg], word).casefold() for arg, word in action.args.items()))

    def under(self, path: Sequence[str]) -> dict[Path, Action]:
        return {words: action for words, action in self.paths.items() if words[: len(path)] == tuple(path)}

    def settle(self, path: Path = ()) -> Path:
        """Extend a path while there is only one way; the last word of an action is never chosen automatically."""
        rest = self.under(path)
        while len(rest) > 1:
            following = {words[: len(path) + 1] for words in rest}
            if len(following) > 1:
                break
            path = following.pop()
        return path

    def back(self, path: Path) -> Path | None:
        """Return the path one step back, or None."""
        first = self.settle()
        for end in range(len(path) - 1, -1, -1):
            if len(path[:end]) >= len(first) and self.settle(path[:end]) != path:
                return self.settle(path[:end])
        return None

    def step(self, path: Path) -> Step:
        """Return the question after a path."""
        rest = self.under(path)
        bare = any(" ".join(words[len(path) :]).isdecimal() for words in rest)  # as in “hide 2”: the 2 is what is typed
        if len(rest) <= MANY and path == self.settle() and not bare:
            choices = tuple(
                Choice(self.say.say(self.game.action_message(action, self.seat)), action.text, words, action)
                for words, action in rest.items()
            )
        else:
            choices = tuple(self._branch(branch) for branch in dict.fromkeys(words[: len(path) + 1] for words in rest))
        return Step(path, self._which(path), choices, self._can_be_numbered(path, choices))

    def _branch(self, path: Path) -> Choice:
        rest = self.under(path)
        if path in rest:
            return Choice(self.sentence(path), path[-1], path, rest[path])
        return Choice(self.sentence(path), path[-1], path)

    def sentence(self, path: Path) -> str:
        """Return the phrase of the last word of a path."""
        rest = self.under(path)
        if len(path) == 1:
            key = f"table.kind.{path[0]}"
            if self.say.has(key):
                return self.say.say(key)
            return self.say.say(self.game.action_message(rest[path], self.seat)) if path in rest else path[0]
        action = next(iter(rest.values()))
        arg = action.names[len(path) - 2]
        word, domain = action.args[arg], self.game.space(self.seat).kind(action.kind).args[arg]
        return self.say.value(Player(int(word)) if domain.label == "seat" else Named(domain.label, word))

    def _which(self, path: Path) -> str:
        """Return the question text of a step; "" at the first, where the game's prompt is shown."""
        if len(path) <= len(self.settle()):
            return ""
        action = next(iter(self.under(path).values()))
        arg = action.names[len(path) - 1]
        so_far = " ".join(path)
        key = f"table.which.{action.kind}.{arg}"
        if self.say.has(key):
            return self.say.say(key, so_far=so_far)
        return self.say.say("terminal.which-one", so_far=so_far, what=arg)

    def _can_be_numbered(self, path: Path, choices: Sequence[Choice]) -> bool:
        """Return whether choices can be numbered: not if a number is also the name of another choice."""
        if len(choices) > MANY or all(choice.sentence == choice.typed and len(choice.typed) <= SHORT for choice in choices):
            return False
        typed = {choice.typed for choice in choices}
        typed |= {" ".join(words[1:]) for words in self.under(path)} if self.seat == NATURE else set()
        return not any(text.isdecimal() for text in typed)

    def walk(self, path: Path, text: str) -> tuple[Path, Action | None] | None:
        """Return the path or action of typed words, from a path or from the beginning; None if there is none."""
        typed = tuple(text.casefold().split())
        for start in (path, ()):
            words = start + typed
            if words in self.paths:
                return words, self.paths[words]
            if typed and self.under(words):
                return self.settle(words), None
        named = [words for words in self.under(path) if words[1:] == typed] if self.seat == NATURE else []  # “8” cards
        return (named[0], self.paths[named[0]]) if len(named) == 1 else None

    def is_out(self, text: str) -> bool:
        """Return whether the text names a kind of action with no legal action now."""
        words = text.casefold().split()
        known = {kind.name: len(kind.args) for kind in self.game.space(self.seat).kinds}
        return bool(words) and len(words) <= known.get(words[0], 0) and not self.under(words[:1])

    def whole(self, path: Path, text: str) -> str:
        """Return the full notation of text typed after a path, for the rules to refuse."""
        kinds = {kind.name for kind in self.game.space(self.seat).kinds}
        first = text.casefold().split()[:1]
        return text if first and first[0] in kinds else " ".join((*path, text))


def in_short(choices: Sequence[Choice], steps: Steps) -> list[str]:
    """Return unnumbered choices on few lines, numbers as ranges."""
    lines, names = [], []
    for choice in choices:
        follow = [words[len(choice.path) :] for words in steps.under(choice.path)]
        if len(choice.path) == 1 and choice.action is None and all(len(words) == 1 for words in follow):
            lines.append(f"{choice.typed} {ranges([words[0] for words in follow])}")
        else:
            names.append(choice.typed)
    return [*lines, *([ranges(names)] if names else [])]


def ranges(words: Sequence[str]) -> str:
    if len(words) > FEW and all(word.isdecimal() for word in words) and int(words[-1]) - int(words[0]) == len(words) - 1:
        return f"{words[0]} … {words[-1]}"
    return " ".join(words)

"""The sections of a report: what each shows, in sentences, tables and charts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

import numpy as np

from fairyring.bots import uses_search
from fairyring.core.game.game import Game
from fairyring.lab.compare import Difference
from fairyring.lab.report import charts, sampled
from fairyring.lab.report.charts import Picture
from fairyring.lab.report.estimates import SPACE, Estimate, mean_of, number, percent, share_of
from fairyring.lab.report.gather import SIMULATIONS, Findings

DECIDED = 0.8  # a game counts as decided when its leader wins so often
MIDDLE = 50  # percent of the decisions
SMALL_EFFECT, LARGE_EFFECT = 0.2, 0.8  # Cohen's conventional sizes


@dataclass(slots=True)
class Section:
    """A part of the page. `short` is its sentence for the summary; `parts` stand side by side where there is room."""

    title: str
    sentences: list[str]
    parts: list[str] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    note: str = ""
    short: str = ""
    is_wide: bool = False  # the table above the chart


def sections(findings: Findings) -> list[Section]:
    """Return all sections that this game has something to show in."""
    made = [seats(findings), scores_and_length(findings), endings(findings), lead(findings), decisions(findings)]
    made += [winners(findings)]
    if findings.matches:
        made.append(skill(findings))
    if findings.other is not None:
        made.insert(0, versus(findings))
    return made


def table(head: Sequence[str], rows: Iterable[Sequence[str]], columns: str = "") -> str:
    """Return a table; cells are HTML, the first of a row is its heading.

    With `columns` (of a CSS grid), phones show the headings of rows above their figures.
    """
    cells = "".join(f'<th scope="col">{name}</th>' for name in head)
    body = "".join(
        f'<tr><th scope="row">{row[0]}</th>' + "".join(f"<td>{cell}</td>" for cell in row[1:]) + "</tr>" for row in rows
    )
    kind = f' class="long" style="--columns: {columns}"' if columns else ""
    return f'<div class="wide"><table{kind}><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table></div>'


def marked(text: str, change: float, error: float) -> str:
    """Return a change as HTML, coloured if its interval does not contain 0."""
    if abs(change) <= error:
        return text
    return f'<span class="{"more" if change > 0 else "less"}">{text}</span>'


def _text(findings: Findings, key: str, word: str) -> str:
    """Return a text of the game, or the plain word where it has none."""
    speaker = findings.game.speaker()
    return (
        speaker.say(f"{key}.{word}") if speaker.has(f"{key}.{word}") else word.replace("-", " ") or "the rules name no reason"
    )


def _start(text: str) -> str:
    return text[:1].upper() + text[1:]


# Sections ------------------------------------------------------------------------------------------


def seats(findings: Findings) -> Section:
    """Win share and points by seat."""
    fair = 1 / findings.game.players
    shares = [share_of(share) for share in findings.by_seat("share")]
    points = [mean_of(score) for score in findings.by_seat("score")]

    def sentence(seat: int) -> str:
        one = shares[seat]
        verdict = "more than its share" if one.mean > fair else "less than its share"
        return f"Seat {seat + 1} wins {percent(one.mean, one.error)}: {verdict if one.differs_from(fair) else 'its share'}."

    rows = [
        (f"Seat\u00a0{seat + 1}", escape(bot), marked(percent(one.mean, one.error), one.mean - fair, one.error),
         number(score.mean, score.error))
        for seat, (bot, one, score) in enumerate(zip(findings.bots, shares, points, strict=True))
    ]  # fmt: skip
    unfair = [seat for seat, one in enumerate(shares) if one.differs_from(fair)]
    short = f"No seat wins more or less than its share of {percent(fair)}, as far as {findings.games:,} games can tell."
    if unfair:
        short = sentence(max(unfair, key=lambda seat: abs(shares[seat].mean - fair)))
    sentences = [*map(sentence, unfair), f"A fair share is {percent(fair)}."] if unfair else [short]
    note = "" if len(set(findings.bots)) == 1 else "The bots differ, so this shows the bots as well as the seats."
    dots = [(f"Seat {seat + 1}", one) for seat, one in enumerate(shares)]
    picture = charts.dots("seats", "Share of the win by seat", dots, "share of the win (dashed: fair)", fair)
    head = ("", "bot", "wins", "points")
    return Section("Who wins from which seat", sentences, [table(head, rows)], [picture], note, short)


def scores_and_length(findings: Findings) -> Section:
    """Distributions of points and of decisions, and the game's tallies."""
    score, share = np.concatenate(findings.by_seat("score")), np.concatenate(findings.by_seat("share"))
    length = findings.column("decisions")
    low, middle, high = _quantiles(length)
    points = {"winners": score[share > 0], "others": score[share == 0]}
    points = {name: values for name, values in points.items() if len(values)}
    short = f"Half of the games take {middle:.0f} decisions or fewer; nine in ten take {low:.0f} to {high:.0f}."
    if length.min() == length.max():
        short = f"Every game takes {middle:.0f} decisions."
    medians = " and ".join(f"{np.median(values):g} for {name}" for name, values in points.items())
    pictures = [
        charts.histogram("scores", "Points at the end", points, "points"),
        charts.histogram("length", "Length of a game", {"games": length}, "decisions"),
    ]
    words = [str(word) for word in findings.game.room.schema.tallies.words]
    named = [("Decisions", length)]
    named += [(_start(_text(findings, "tally", word)), findings.column(f"tally_{word.replace('-', '_')}")) for word in words]
    rows = [(escape(name), *_spread(values)) for name, values in named]
    head = ("in a game", "mean", f"5{SPACE}%", "half", f"95{SPACE}%")
    return Section(
        "Points and length", [short, f"The median of points is {medians}."], [table(head, rows)], pictures, short=short
    )


def _spread(values: np.ndarray[Any, Any]) -> tuple[str, ...]:
    one = mean_of(values)
    return number(one.mean, one.error), *(f"{value:,g}" for value in _quantiles(values))


def _quantiles(values: np.ndarray[Any, Any]) -> Sequence[float]:
    """Return what 5, 50 and 95 % of the values do not exceed: values that occurred, so whole numbers stay whole."""
    return [float(value) for value in np.percentile(values, [5, 50, 95], method="inverted_cdf")]


def endings(findings: Findings) -> Section:
    """How often games end for which reason, and how long these are."""
    reason, length = np.array([name or "" for name in findings.rows["reason"].to_pylist()]), findings.column("decisions")
    rows, shares = [], []
    for name in findings.reasons:
        one, mean = share_of(reason == name), mean_of(length[reason == name])
        rows.append((escape(_start(_text(findings, "end", name))), percent(one.mean, one.error), number(mean.mean, mean.error)))
        shares.append((name, one))
    tied = share_of(np.sum([share > 0 for share in findings.by_seat("share")], axis=0) > 1)
    first, one = shares[0]
    short = f"Most often a game ends so: {_text(findings, 'end', first)} ({percent(one.mean)})."
    if len(rows) == 1:
        short = f"All games end in one way: {_text(findings, 'end', first)}."
    ties = f"The win is shared in {percent(tied.mean, tied.error)} of the games." if tied.mean else "The win is never shared."
    return Section("How games end", [short, ties], [table(("", "games", "decisions"), rows)], short=short)


def lead(findings: Findings) -> Section:
    """Who is in front, how often that changes, and when the leader wins."""
    sample, fair = findings.sample, 1 / findings.game.players
    curve, title = sampled.leader_wins(sample), "When the game is decided"
    note = (
        f"From {len(sample):,} of these games, decision by decision. The leader is the seat that would win if the game ended "
        "then, or has the most points where the rules rank at the end only. Points of the curve need a leader in "
        f"{sampled.MIN_LED} games."
    )
    if not curve:
        short = "Nobody is seen to lead before the end."
        return Section(title, [short, "The rules count nothing on the way, or the bots stay level."], note=note, short=short)
    changes = sampled.lead_changes(sample)
    decided = next((x for x in curve if all(one.mean >= DECIDED for y, one in curve.items() if y >= x)), None)
    sentences = [f"The lead changes {number(changes.mean, changes.error)} times in a game."]
    if decided is None:
        short = f"At no point before the end does the leader win {percent(DECIDED)} of the games: it is open until the end."
    else:
        short = f"After {decided} % of the decisions the leader wins {percent(curve[decided].mean, curve[decided].error)}."
    sentences.append(short)
    if MIDDLE in curve:
        middle, led = curve[MIDDLE], sampled.led_games(sample, MIDDLE)
        sentences.append(
            f"Half way, one seat leads {percent(led)} of the games, and wins {percent(middle.mean, middle.error)} of those."
        )
    picture = charts.curve("decided", "How often the leader wins", curve, "decisions made (dashed: an equal chance)", fair)
    return Section(title, sentences, [], [picture], note, short)


def decisions(findings: Findings) -> Section:
    """Choices with one legal action, and how many there are, by kind of action."""
    sample = findings.sample
    forced = sampled.forced_decisions(sample)
    short = f"{percent(forced.mean, forced.error)} of the decisions are none: one action is legal."
    if not forced.mean:
        short = "Every decision is a choice between two or more legal actions."
    rows = []
    for kind, (share, ways) in sampled.kinds_of_decisions(sample).items():
        one = sampled.forced_decisions(sample, kind)
        rows.append((escape(kind), percent(share), f"{ways:.1f}", percent(one.mean, one.error)))
    head = ("chosen", "of all decisions", "legal actions", "no choice")
    note = f"From {len(sample):,} of these games. Legal actions: how many there were, in the mean, when this kind was chosen."
    return Section("Decisions that are none", [short], [table(head, rows)], note=note, short=short)


def winners(findings: Findings) -> Section:
    """What winners chose more or less often than the others, and what they held at the end."""
    sample = findings.sample
    chosen, compared = sampled.winners_differ(sample)
    held, kinds = sampled.winners_differ(sample, lambda played: played.held)
    title = "What winners did differently"
    note = (
        f"From {len(sample):,} of these games: times a seat chose an action in a game, and what lay before it at the end. "
        "Intervals hold for all rows that were compared together (95 %). What winners do more is not always why they win."
    )
    why = f"none of {compared} actions" if compared else "no action"
    sentences = [f"There is {why} that winners chose clearly more or less often than the others."]
    short, parts = "", []
    if chosen:
        first = chosen[0]
        more = "more" if first.difference.mean > 0 else "less"
        short = (
            f"Winners chose “{first.text}” {more} often: {first.winners:.2f} times in a game, the others {first.others:.2f}."
        )
        sentences = [short, f"Of {compared} actions, these differ most clearly."]
        parts.append(_differences("action", [(_start(one.text), one) for one in chosen]))
    if held:
        sentences.append(
            f"Of {kinds} things and places held at the end, {'this differs' if len(held) == 1 else 'these differ'}."
        )
        names = [(_start(f"{one.kind}: {one.text}" if one.text else one.kind), one) for one in held]
        parts.append(_differences("held at the end", names))
    return Section(title, [escape(text) for text in sentences], parts, note=note, short=escape(short))


def _differences(head: str, rows: Sequence[tuple[str, sampled.Difference]]) -> str:
    cells = []
    for name, one in rows:
        change = number(one.difference.mean, one.difference.error, signed=True)
        marks = marked(change, one.difference.mean, one.difference.error)
        cells.append((escape(name), f"{one.winners:.2f}", f"{one.others:.2f}", marks))
    return table((head, "winners", "others", "difference"), cells, "1fr 1fr 2fr")


def skill(findings: Findings) -> Section:
    """Matches between levels."""
    fair, players = 1 / findings.game.players, findings.game.players
    rows, dots = [], []
    for match in findings.matches:
        one = Estimate(match.share, match.error)
        name = f"{match.bot} v {match.field}" if players == 2 else f"{match.bot} among {match.field}"
        rows.append((name, f"{match.games:,}", percent(one.mean, one.error)))
        dots.append((name, one))
    strongest = max(findings.matches, key=lambda match: match.share)
    beaten = f"one among {players - 1} × “{strongest.field}”" if players > 2 else f"against “{strongest.field}”"
    wins = rows[findings.matches.index(strongest)][2]
    short = f"Skill counts: “{strongest.bot}”, {beaten}, wins {wins} (by luck alone {percent(fair)})."
    if not any(one.differs_from(fair) for _, one in dots):
        short = f"No level wins clearly more than {percent(fair)}: luck decides, or these bots play alike."
    note = "Each deal is played from every seat with the same luck."
    if any(uses_search(match.bot) or uses_search(match.field) for match in findings.matches):
        note += f" Searching bots have {SIMULATIONS} simulations a decision; few games, so wide intervals."
    picture = charts.dots("skill", "Wins of a better bot", dots, "share of the win (dashed: luck alone)", fair)
    return Section("Skill against luck", [short], [table(("", "games", "wins"), rows)], [picture], note, short)


def versus(findings: Findings) -> Section:
    """Two sets of options side by side."""
    assert findings.other is not None
    old, new = findings.game.options, findings.other.options  # these hold a rule number only if it is changed
    changed = " and ".join(
        f"“{_option_words(findings.other, name)}” were {_value_words(findings.other, name)}"
        f" instead of {_value_words(findings.game, name)}"
        for name in {**old, **new}
        if new.get(name) != old.get(name)
    )
    lines = [(label, change, True) for label, change in _changes(findings, "share")]
    lines += [(label, change, False) for label, change in _changes(findings, "other")]
    lines += [(_start(_text(findings, "end", name)), change, True) for name, change in findings.end_changes.items()]
    largest, change, is_share = max(lines, key=lambda line: abs(line[1].effect))
    show = percent if is_share else number
    short = (
        f"What if {changed}? The largest effect is {_size(change.effect)} ({number(change.effect, signed=True)} standard "
        f"deviations): {escape(largest[:1].lower() + largest[1:])}, {show(change.second)} instead of {show(change.first)}."
    )
    lines = [line for line in lines if line[1].spread]
    if all(abs(change.change) <= change.error for _, change, _ in lines):
        short = f"What if {changed}? Nothing changes, as far as {findings.games:,} games can tell."
    rows = []
    for label, change, is_share in lines:
        show = percent if is_share else number
        text = _points(change) if is_share else number(change.change, change.error, signed=True)
        rows.append((
            escape(label), show(change.first), show(change.second), marked(text, change.change, change.error),
            f"{change.effect:+.2f}".replace("-", "−"),
        ))  # fmt: skip
    dots = [(label, Estimate(change.effect, change.error / change.spread)) for label, change, _ in lines]
    if not dots:
        return Section("What if?", [short], short=short)
    picture = charts.dots("versus", "Effect sizes", dots, "change in standard deviations of one game", 0.0, percent=False)
    note = (
        "Both sets of options play games with the same seeds; intervals are those of the changes. Effect: the change in "
        "standard deviations of one game (0.2 is small, 0.8 is large)."
    )
    head = ("", "as it is", "what if", "change", "effect")
    return Section("What if?", [short], [table(head, rows, "1fr 1fr 2fr 1fr")], [picture], note, short, is_wide=True)


def _size(effect: float) -> str:
    return "small" if abs(effect) < SMALL_EFFECT else "large" if abs(effect) >= LARGE_EFFECT else "moderate"


def _points(change: Difference) -> str:
    text = f"{100 * change.change:+.1f} ± {100 * change.error:.1f}".replace("-", "−")
    return text.replace("+0.0 ", "0.0 ").replace("−0.0 ", "0.0 ")


def _changes(findings: Findings, what: str) -> list[tuple[str, Difference]]:
    """Return the changes of win shares, or of points, length and tallies, with their words."""
    named = {}
    for seat in findings.game.seats:
        named[f"share_{seat + 1}"] = f"Seat {seat + 1} wins"
    if what != "share":
        named = {f"score_{seat + 1}": f"Seat {seat + 1}, points" for seat in findings.game.seats} | {"decisions": "Decisions"}
        for word in findings.game.room.schema.tallies.words:
            named[f"tally_{str(word).replace('-', '_')}"] = _start(_text(findings, "tally", str(word)))
    return [(label, findings.changes[name]) for name, label in named.items() if name in findings.changes]


def option_words(game: Game[Any], name: str) -> str:
    """Return an option and its value in the words of the game, as HTML: “points that a wrong guess costs: 2”."""
    return f"{_option_words(game, name)}: {_value_words(game, name)}"


def _option_words(game: Game[Any], name: str) -> str:
    speaker, key = game.speaker(), f"option.{name}"
    return escape(speaker.say(key) if speaker.has(key) else name)


def _value_words(game: Game[Any], name: str) -> str:
    value = game.options[name] if name in game.options else game.numbers[name]  # a rule number as printed is no option
    speaker, key = game.speaker(), f"option.{name}.{value}"
    return escape(speaker.say(key)) if speaker.has(key) else brief(value)


def brief(value: object) -> str:
    """Return the value of an option as HTML, short also if it is the text of a file."""
    text = number(value) if isinstance(value, int) else str(value)
    return escape(text if len(text) <= 60 and "\n" not in text else f"(a text of {len(text):,} characters)")

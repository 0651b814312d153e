"""Descriptions of Crane for players: catalogue entries, prompts, aids, score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.core.game.game import Game
from fairyring.core.game.options import Options
from fairyring.core.game.room import Prompt, Things
from fairyring.core.text.messages import Message, Named, Player, in_a_row
from fairyring.games.crane.cards import copies_of
from fairyring.games.crane.constants import sizes
from fairyring.games.crane.grab_model import bet_weight, grab_count
from fairyring.games.crane.lookup import EYES_SHARES, GRAB_SHARES, SHARPNESS
from fairyring.games.crane.schema import CARD, IN_JACKPOT, NUMBERS, Bet, Finger, Grab, Phase, Pot, Skill, State, Zone

# What can be read off a bet card (R8).
RIGHT_IF = {Bet.HIGH: "more", Bet.LOW: "fewer", Bet.JUST: "equal"}


def things(options: Options) -> Things:
    """R1–R3, R22, R24, R28–R30, R34: what is in the box and on its cards, and how many of everything."""
    two = options["players"] == 2
    return {
        "card": _cards(options),
        "bet": {Bet.word(bet): _bet(bet, two, sizes(options)) for bet in Bet},
        "pot": {Pot.word(pot): {"only": sizes(options)["jackpots"] == 1} for pot in range(sizes(options)["jackpots"])},
        "place": _places(options),
        "amount": {name: {"is": value} for name, value in _amounts(options).items()},
        "skill": {Skill.word(skill): _skill(skill) for skill in Skill} if options["grab"] == "model" else {},
    }


def _cards(options: Options) -> dict[str | int, dict[str, Any]]:
    """R1: every card of the box, with its number, the finger that may not be used, and how often it is there."""
    copies = copies_of(options)
    return {
        f"{number}-{finger}": {"number": number, "finger": Named("finger", finger), "copies": copies[number - 1][i]}
        for number in range(1, NUMBERS + 1)
        for i, finger in enumerate(Finger.words)
        if copies[number - 1][i]
    }


def _places(options: Options) -> dict[str | int, dict[str, Any]]:
    """R6: where a face-up card may lie, as the zone that it is."""
    places: dict[str | int, dict[str, Any]] = {}
    for p in range(options["players"]):
        places[f"seat-{p}"] = {"zone": Zone.TAKEN.name, "seat": p}
    for pot in Pot.words[: sizes(options)["jackpots"]]:
        places[pot] = {"zone": Zone.JACKPOT.name, "place": pot}
    return places


def _bet(bet: int, two: bool, known: Mapping[str, Any]) -> dict[str, Any]:
    """R8, R18, R19, R28, R29: what makes the bet right, and what it earns; with two players it is set aside as achieved."""
    shared = bet == Bet.JUST and known["jackpots"] > 1
    earned = {
        "pays_from": (Zone.JACKPOT if shared else Zone.DECK).name,
        "pays": "all" if shared else known["bet_pays"],
    }
    return {"copies": known["bet_cards"][bet], "right_if": RIGHT_IF[bet], "achieves": two} | ({} if two else earned)


def _amounts(options: Options) -> dict[str, int]:
    """R1, R3, R22, R24, R28, R30: the numbers of the rules; what they mean is said by the texts `amount.NAME`."""
    known = sizes(options)
    ends = (
        {"goal": known["goal"], "bets-to-achieve": len(Bet)} if options["players"] == 2 else {"challenges": known["challenges"]}
    )
    return {"cards": known["size"], "jackpots": known["jackpots"], "bank": known["bank"], "bundle": known["bundle"]} | ends


def _skill(skill: int) -> dict[str, Any]:
    """R34: the reach grows by one card for so many aimed at; the eyes open with this weight."""
    return {"cards_for_one_more": SHARPNESS[skill], "eyes_open": [EYES_SHARES[skill], GRAB_SHARES + EYES_SHARES[skill]]}


# Prompts and aids -------------------------------------------------------------------------------


def prompt(game: Game[Any], s: State, _seat: int) -> Prompt:
    """R8, R13–R17, R29, R36: bet; riffle; or say which jackpot to take, or which one gets the cards."""
    if s.phase == Phase.BETTING:
        task = {"seat": Player(s.challenger), "number": s.target, "finger": Named("finger", Finger.word(s.finger))}
        return Prompt("bet-two", "R29", task) if game.players == 2 else Prompt("bet", "R8", task)
    if s.phase == Phase.GRAB:
        # R36: a deck thinner than t is always LOW, and of exactly t all of it is JUST: that is no secret.
        thin = s.deck if s.deck <= s.target else 0
        return Prompt("riffle", "R36", {"number": s.target, "finger": Named("finger", Finger.word(s.finger)), "thin": thin})
    if s.hand == s.target:
        return Prompt("take-two" if game.players == 2 else "take", "R13", {"cards": s.hand})
    if s.hand < s.target:
        return Prompt("give-missing", "R14", {"cards": _cards_to_jackpot(s), "kept": s.hand - _cards_to_jackpot(s)})
    return Prompt("give-excess", "R15", {"cards": _cards_to_jackpot(s), "back": s.target})


def _cards_to_jackpot(s: State) -> int:
    """R13–R15: how many of the cards grabbed go to a jackpot."""
    return s.hand - s.target if s.hand > s.target else min(s.target - s.hand, s.hand)


def aids(_game: Game[Any], s: State, seat: int) -> dict[str, Any]:
    """R13–R17, R34: the model's odds for those who bet, and what each jackpot holds for who chooses. No bet is looked at."""
    if s.phase == Phase.BETTING and seat != s.challenger and s.grab == Grab.MODEL:
        of = grab_count(s)
        odds = {Bet.word(bet): [bet_weight(s, bet), of] for bet in Bet}
        return {"odds": odds, "eyes_opened": [of - sum(weight for weight, _of in odds.values()), of]}
    if s.phase == Phase.CHOOSE and seat == s.challenger:
        return {"jackpots": {Pot.word(pot): _jackpot(s, pot) for pot in range(s.jackpots)}}
    return {}


def _jackpot(s: State, pot: int) -> dict[str, Any]:
    """R13–R16: what a jackpot holds, what it would get, and what its choice would bring the challenger."""
    taken = s.hand + s.pots[pot] if s.hand == s.target else max(0, s.hand - _cards_to_jackpot(s)) if s.hand < s.target else 0
    words = CARD.words or ()
    face_up = [words[s.up_card[i]] for i in range(s.ups) if s.up_at[i] == IN_JACKPOT + pot]
    return {"holds": s.pots[pot], "face_up": face_up, "gets": _cards_to_jackpot(s), "you_take": taken}


# The end ----------------------------------------------------------------------------------------


def pile(bundle: int, loose: int, markers: int) -> Message:
    """“23 cards (2 ×10 and 3)”."""
    return Message("pile", {"cards": loose + bundle * markers, "markers": markers, "bundle": bundle, "loose": loose})


def aside(achieved: Mapping[Any, int]) -> Any:
    """“HIGH, LOW, LOW”, or “none”."""
    return in_a_row([Named("bet", bet) for bet, many in achieved.items() for _ in range(many)]) or Message("none")


def sheet(game: Game[Any], s: State) -> list[Message]:
    """R22, R24–R32: final places, best first, with what they rest on."""
    lines = []
    for seat in game.seats:
        place, bundle = game.place(s, seat), game.constants["bundle"]
        cards = pile(bundle, s.loose[seat], s.markers[seat])
        line = Message("score.total", {"seat": Player(seat), "cards": cards, "place": place})
        if game.players == 2:
            achieved = {Bet.word(bet): s.achieved[seat][bet] for bet in Bet}
            line = Message("score.achieved", {"line": line, "bets": aside(achieved)})
        elif s.extra and s.contenders >> seat & 1:
            line = Message("score.tied", {"line": line})
        lines.append((place, seat, line))
    return [line for _place, _seat, line in sorted(lines, key=lambda row: row[:2])]

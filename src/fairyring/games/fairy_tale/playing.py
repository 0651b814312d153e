"""Playing: the second half of a round, step by step, and the end of the game."""

from fairyring.core.game.contract import note
from fairyring.games.fairy_tale.drafting import ask_play, begin_round, take_from_hand
from fairyring.games.fairy_tale.effects import close_committed, effect_seat, go_on, hunt, open_card
from fairyring.games.fairy_tale.schema import Effect, End, Event, Phase, State
from fairyring.games.fairy_tale.scoring import count_up, turn_up


def play_card(s: State, seat: int, kind: int) -> None:
    """R9: played face down until all have played."""
    s.commit[seat] = kind + 1
    s.waiting &= ~(1 << seat)
    note(s, Event.COMMITTED, seat, kind)
    if not s.waiting:
        reveal_cards(s)
        hunt(s)


def reveal_cards(s: State) -> None:
    """R11: all turn up their cards at once."""
    for seat in range(s.players):
        card = s.commit[seat]
        s.commit[seat] = 0
        take_from_hand(s, seat, card)
        s.revealed[seat] = card
        s.played[seat][s.step] = card
        turn_up(s, seat, card - 1)
        note(s, Event.PLAYED, seat, card - 1)
    s.held -= 1
    s.step += 1
    s.fresh = (1 << s.players) - 1
    s.turn = 0


def choose_open(s: State, seat: int, kind: int) -> None:
    """R14, R15: the owner of the effect opens a card; perhaps another is due."""
    s.waiting = 0
    open_card(s, seat, kind)
    if s.due == 0:
        s.turn += 1


def choose_close(s: State, seat: int, kind: int) -> None:
    """R16, R17: a card to close, together with those of the others if the effect is on all."""
    s.commit[seat] = kind + 1
    s.waiting &= ~(1 << seat)
    if s.effect[s.revealed[effect_seat(s)] - 1] == Effect.CLOSE_ALL:
        note(s, Event.CHOSEN, seat, kind)
    if not s.waiting:
        close_committed(s, 0)
        s.turn += 1


def choose_close_new(s: State, seat: int) -> None:
    """R21: the card that the seat has just played, and not an earlier copy of it."""
    s.commit[seat] = s.revealed[seat]
    s.waiting = 0
    close_committed(s, 1)
    s.turn += 1


def go_on_playing(s: State) -> None:
    """R12: nobody is waited for: the effects go on, and after them the game."""
    if not go_on(s):
        end_step(s)


def end_step(s: State) -> None:
    """R9, R10: three cards are played in a round; the rest are discarded unseen."""
    s.fresh = 0
    s.turn = 0
    if s.step % s.plays:
        ask_play(s)
        return
    discard_hands(s)
    if s.step == s.rounds * s.plays:
        finish(s)
    else:
        s.round += 1
        begin_round(s)


def discard_hands(s: State) -> None:
    """R10: what was not played leaves the game face down."""
    for seat in range(s.players):
        for i in range(s.held):
            s.discards[s.hand[seat][i] - 1] += 1
            s.hand[seat][i] = 0
    note(s, Event.DISCARDED, s.held)
    s.held = 0


def finish(s: State) -> None:
    """R23: the last round is over."""
    s.phase = Phase.DONE
    count_up(s)
    note(s, Event.ENDED, End.LAST_ROUND)

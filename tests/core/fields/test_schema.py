"""The schema: bounds, visibility, packing, copying."""

from __future__ import annotations

import pytest

from fairyring.core.fields import schema, view
from fairyring.core.fields.schema import EVERYBODY, NOBODY, OWNER, OWNER_RECALL, RECALL, const, field, per_seat
from fairyring.core.fields.types import number, row


class Toy(schema.State, seats=(2, 3)):
    """A field of every visibility."""

    size: int = const(number(1, 9))
    grid: list[list[int]] = const(row(2, row(2, number(0, 5))))
    top: int = field(number(-3, 40), EVERYBODY)
    deck: list[int] = field(row(4, number(0, 1000)), NOBODY)
    past: int = field(number(0, 70_000), RECALL)
    hand: list[list[int]] = per_seat(row(2, number(0, 9)), OWNER)
    closed: list[int] = per_seat(number(0, 9), OWNER_RECALL)
    low: int = field(number(5, 6), EVERYBODY)


CONSTANTS = {"players": 2, "size": 3, "grid": ((1, 2), (3, 4))}


def toy(kind: type[Toy] = Toy) -> Toy:
    s = schema.blank(kind, CONSTANTS)
    s.top, s.past = -2, 66_000
    s.deck[1] = 999
    s.hand[0][1], s.hand[1][0] = 7, 8
    s.closed[1] = 4
    return s


class Undeclared(schema.State, seats=(2, 3)):
    """A field whose visibility is not declared."""

    secret: int = field(number(0, 9))


def test_field_without_visibility_is_in_no_view_and_no_redacted_state() -> None:
    s = schema.blank(Undeclared, {"players": 2})
    s.secret = 7
    assert "secret" not in view.wire(view.viewer(Undeclared, view.View, {})(s, 0))
    assert view.redact(s, 0).secret == 0


def test_blank_state_holds_zero_or_the_lower_bound() -> None:
    s = schema.blank(Toy, CONSTANTS)
    assert (s.top, s.low, s.hand, s.deck) == (0, 5, [[0, 0]] * 3, [0] * 4)
    assert [list(row) for row in s.grid] == [[1, 2], [3, 4]]


def test_pack_and_unpack_are_inverse() -> None:
    s = toy()
    assert schema.pack(schema.unpack(Toy, schema.pack(s))) == schema.pack(s)
    for name, change in (("top", 1), ("past", 1)):
        t = schema.copy(s)
        setattr(t, name, change)
        assert schema.digest(t) != schema.digest(s)
    t = schema.copy(s)
    t.hand[1][0] = 1
    assert schema.digest(t) != schema.digest(s)
    assert len(schema.pack(s)) % 64 == 0


def test_copy_is_independent_and_shares_constants() -> None:
    s = toy()
    t = schema.copy(s)
    t.hand[0][1] = 1
    t.deck[0] = 5
    assert s.hand[0][1] == 7
    assert s.deck[0] == 0
    assert t.grid is s.grid


@pytest.mark.parametrize(
    "change", ["s.top = 41", "s.top = -4", "s.deck[3] = -1", "s.hand[1][1] = 10", "s.size = 4", "s.top = 1.0"]
)
def test_checked_state_refuses_stores_out_of_bounds(change: str) -> None:
    s = toy(schema.checked(Toy))
    with pytest.raises(schema.OutOfBounds):
        exec(change, {"s": s})  # noqa: S102  (the text above)
    t = schema.copy(s)
    with pytest.raises(schema.OutOfBounds):
        exec(change, {"s": t})  # noqa: S102
    assert schema.pack(s) == schema.pack(toy())


def test_blank_refuses_wrong_constants() -> None:
    with pytest.raises(ValueError, match=r"size = 10 is outside 1\.\.9"):
        schema.blank(Toy, CONSTANTS | {"size": 10})
    with pytest.raises(ValueError, match="grid has 3 entries, at most 2 fit"):
        schema.blank(Toy, CONSTANTS | {"grid": ((1,), (2,), (3,))})


def test_view_shows_only_the_fields_visible_to_its_seat() -> None:
    look = view.viewer(Toy, view.View, {})
    mine, theirs, public = (look(toy(), seat) for seat in (0, 1, None))
    assert mine.hand == ((0, 7), None)
    assert theirs.hand == (None, (8, 0))
    assert public.hand == (None, None)
    assert theirs.closed == (None, 4)
    assert mine.top == -2
    for each_view in (mine, theirs, public):
        assert not hasattr(each_view, "deck")
        assert not hasattr(each_view, "past")


def test_redact_keeps_the_fields_of_perfect_memory() -> None:
    r = view.redact(toy(), 0)
    assert r.deck == [0] * 4
    assert r.past == 66_000
    assert r.hand == [[0, 7], [0, 0], [0, 0]]
    assert r.closed[1] == 4
    assert view.redact(toy(), None).hand == [[0, 0]] * 3


def test_state_refuses_owners_without_seats_and_reserved_names() -> None:
    with pytest.raises(TypeError, match="has an owner"):

        class Bad(schema.State, seats=(2, 2)):
            x: int = field(number(0, 1), OWNER)

    with pytest.raises(TypeError, match="cannot be called 'seat'"):

        class Worse(schema.State, seats=(2, 2)):
            seat: int = field(number(0, 1))


def test_glimpse_keeps_visible_and_derived_fields() -> None:
    class More(schema.State, seats=(2, 2)):
        shown: int = field(number(0, 9), EVERYBODY)
        again: int = field(number(0, 9), schema.DERIVED)
        past: int = field(number(0, 9), RECALL)
        mine: list[int] = per_seat(number(0, 9), OWNER)
        old: list[int] = per_seat(number(0, 9), schema.OWNER_MEMORY)

    s = schema.blank(More, {"players": 2})
    s.shown = s.again = s.past = 5
    s.mine[0] = s.mine[1] = s.old[0] = 7
    for g in (view.glimpse(s, 0), view.look(s, 0)):
        assert (g.shown, g.again, g.past, g.mine, g.old) == (5, 5, 0, [7, 0], [0, 0])
    assert (view.redact(s, 0).past, view.redact(s, 0).old) == (5, [7, 0])

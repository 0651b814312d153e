"""R36: with a deck of one's own every text, number and effect is that deck's."""

from __future__ import annotations

import pytest

import fairyring as fr
from fairyring.core.game.registry import room
from fairyring.games.fairy_tale.schema import State
from fairyring.games.fairy_tale.scoring import count_up
from fairyring.terminal import lookup
from tests.games.fairy_tale.helpers import changed, counted, game, laid_out, legal, prompt_of, reveal

FACE = "Vampire (Shadow Kingdom, 4, all close one Holy Empire)"
OWN = (
    ("Character,2,fixed,2,-,close-all Fairy Wood", "Character,4,fixed,2,-,close-all Holy Empire"),
    ("Fairy Tale - Chapter 4,Fairy Wood,Tale,9,conditional", "Grandma's Tale,Fairy Wood,Tale,5,conditional"),
    ("x3 per Sky-Dance Dragon", "x2 per Castle"),
)


def test_r36_an_own_deck_shows_its_own_cards_everywhere() -> None:
    deck = changed(*OWN)
    g = game(3, deck=deck)
    assert g.say_action(g.actions.parse("draft vampire")) == f"keep {FACE}"
    assert (
        g.say_action(g.actions.parse("play grandmas-tale")) == "play Grandma's Tale (Fairy Wood, 5 if you own The Fairy Queen)"
    )
    assert g.say_action(g.actions.parse("play dwarven-warrior")) == "play Dwarven Warrior (Fairy Wood, 2 per Castle)"
    cards = g.catalogue()["things"]["card"]
    assert (cards["vampire"]["value"], cards["vampire"]["effect"]["target"]["word"]) == (4, "holy-empire")
    assert (cards["grandmas-tale"]["title"], cards["grandmas-tale"]["own"]) == ("Grandma's Tale", True)
    assert cards["dwarven-warrior"]["requirement"] == {"times": 2, "per": {"one": "card", "word": "castle"}}


def test_r36_an_own_deck_in_prompts_aids_and_on_the_sheet() -> None:
    g, s = laid_out([["castle", "bard"], [], []], deck=changed(*OWN))
    reveal(g, s, "vampire", "elven-warrior", "elven-warrior")
    assert prompt_of(g, s, 0)[2] == "Close one of your own open Holy Empire cards. A card turned up in this step is safe."
    assert g.aids(s, 0)["worth"][0] == {"castle": 6, "bard": 3, "vampire": 4}
    done = counted(["vampire", "dwarven-warrior", "castle"], [], deck=changed(*OWN))
    say = g.speaker(["Tom", "Anna", "Paul"])
    assert [say.say(line) for line in g.sheet(done)][:4] == [
        "Tom: 12 points, place 1",
        "     2  Dwarven Warrior: 2, 2 × 1 Castle",
        "     6  Castle: 6, its value",
        "     4  Vampire: 4, its value",
    ]


def test_r36_an_own_deck_names_its_wild_card_and_its_closers() -> None:
    """The Trickster may have another name, and a card that closes another category is none of the cards it closes."""
    deck = changed(("The Trickster,", "Reynard,"), ("close-self Fairy Wood", "close-self Holy Empire"))
    done = counted(["homesteaders", "homesteaders"], [], deck=deck)
    g = game(2, deck=deck)
    done.open[0][done.wild - 1] = 1
    done.notes = []
    count_up(done)
    (noted,) = done.notes
    done.notes = None
    assert g.say(g._logged_event(noted).whole(), ["Tom", "Anna"]) == "Tom's Reynard stands for Homesteaders."
    sheet = [g.speaker(["Tom", "Anna"]).say(line) for line in g.sheet(done)]
    assert "     6  Homesteaders ×2: 3 each, 1 × 3 Homesteaders (one is Reynard)" in sheet
    g, s = laid_out([["castle", "bard"], [], []], deck=deck)
    reveal(g, s, "fairy-ring", "elven-warrior", "elven-warrior")
    assert prompt_of(g, s, 0)[1:] == ("Your Fairy Ring closes a card", "Close one of your own open Holy Empire cards.")
    assert legal(g, s, 0) == ["close castle", "close bard"]


SELF = ("x3 per Sky-Dance Dragon", "x3 per The Trickster")


def test_r32_the_trickster_stands_for_other_cards_only() -> None:
    deck = changed(SELF)
    s = counted(["dwarven-warrior", "the-trickster"], [], deck=deck)
    assert s.stands_for[0] == 0
    assert s.total[0] == 3 * 1 - 1
    older = room("fairy-tale").of_version(2)  # a game that began before goes on as it was
    assert older is not None
    count_up_before = older.rules.act.__globals__["go_on_playing"].__globals__["finish"].__globals__["count_up"]
    count_up_before(s)
    assert s.total[0] == 3 * 2 - 1


def test_r25_totals_of_own_decks_stay_within_their_bounds() -> None:
    """All twelve cards of a player pay nine points for each of the twelve."""
    deck = changed(("variable,7,6,-,x1 per Mischievous Fairy", "variable,7,6,-,x9 per Mischievous Fairy"))
    s = counted(["mischievous-fairy"] * 12, [], deck=deck)
    assert s.total[0] == 9 * 12 * 12 == State.fields["total"].hi


def test_r36_an_own_deck_is_looked_up_in_the_terminal() -> None:
    g = game(3, deck=changed(*OWN))
    assert lookup.look(g, "vampire", g.speaker()) == [FACE]
    assert lookup.look(g, "grandma", g.speaker()) == ["Grandma's Tale (Fairy Wood, 5 if you own The Fairy Queen)"]
    assert "grandmas-tale" in lookup.names(g, g.speaker())[0]


def test_r36_translations_of_our_names_are_not_used_for_an_own_deck() -> None:
    ours, mine = game(2), game(2, deck=changed(("Vampire,Shadow", "Castle Ghost,Shadow")))
    for g, name in ((ours, "Burg"), (mine, "Castle")):
        say = g.speaker()
        say.texts = {**say.texts, "card.castle": "Burg"}
        assert say.say(g.action_message(g.actions.parse("play castle"))).startswith(f"play {name} (")


def test_action_ids_without_a_name_are_refused() -> None:
    """A deck with fewer kinds leaves ids unused: they mean nothing and are never legal."""
    row = "Homesteaders,Holy Empire,Character,*,variable,7,6,-,x1 per Homesteaders,no,-\n"
    more = "Bard,Holy Empire,Character,3,fixed,"
    deck = changed((row, ""), (f"{more}4", f"{more}11"))
    g = game(2, deck=deck)
    table = fr.Table(g, seed=1)
    unused = [number for number in range(len(g.actions)) if g.actions.get(number) is None]
    assert unused == [39, 79, 119, 159, 199]
    assert all(g.rules.check(table.state, 0, number) for number in unused)
    with pytest.raises(fr.CannotParse, match="means nothing with these options"):
        table.play(0, 39)


def test_r36_two_hunters_of_each_other_both_strike() -> None:
    """No shipped hunter can be hunted. Here the vampire hunts the Holy Empire, whose hunter hunts the Shadow Kingdom."""
    deck = changed(("Character,2,fixed,2,-,close-all Fairy Wood", "Character,2,fixed,2,-,hunt Holy Empire"))
    for cards in (("vampire", "holy-empire-hunter"), ("holy-empire-hunter", "vampire")):
        g, s = laid_out([[], [], []], deck=deck)
        reveal(g, s, *cards, "elven-warrior")
        assert [sum(s.closed[seat]) for seat in range(3)] == [1, 1, 0], cards

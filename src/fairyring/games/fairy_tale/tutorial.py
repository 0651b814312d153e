"""Tutorial of Fairy Tale: a scripted first round in which every kind of effect happens."""

from fairyring.core.game.room import Tutorial

HANDS = (
    # The learner's: a place that closes, a card that opens, two that count each other.
    ("fairy-ring", "spirit-of-the-spring", "elven-warrior", "mischievous-fairy", "mischievous-fairy"),
    # A hunter, and what nobody fights for.
    ("staff-bearing-sage", "holy-empire-hunter", "bard", "homesteaders", "homesteaders"),
    # Its prey; and the tale that wishes for the first two of the learner's hand, which comes to them next.
    ("mischievous-fairy", "fairy-tale-chapter-2", "castle", "sky-dance-dragon", "vampire"),
)

TUTORIAL = Tutorial(
    {"players": len(HANDS)},
    chance=("dealer 1", *(f"card {card}" for hand in HANDS for card in hand)),
    # Four cards are chosen, the fifth comes by itself. What the learner took before them is gone: then they think on their own.
    bots={
        1: (
            *("draft holy-empire-hunter", "draft elven-warrior", "draft sky-dance-dragon", "draft homesteaders"),
            *("play holy-empire-hunter", "play elven-warrior", "play sky-dance-dragon"),
        ),
        2: (
            *("draft vampire", "draft bard", "draft mischievous-fairy", "draft castle"),
            *("play vampire", "play bard", "play castle", "close bard"),
        ),
    },
)

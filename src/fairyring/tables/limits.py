"""Every number of the table in one place: how many, how long, how often. Times are milliseconds."""

from __future__ import annotations

from dataclasses import dataclass

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

PROTO = 1  # of the messages; another one is answered by `reload`

# How many
GUESTS = 64
SOCKETS = 100
DEVICES = 4
CHAT_LINES = 200
CHAT_BYTES = 24_000  # of the newest lines, as many are sent with a welcome
IDS = 64  # accepted command ids that are remembered of each guest
REFUSALS = 64  # that a process remembers, so that a command sent twice gets one answer
WAITING = 256  # inputs that wait for the store; more are dropped, and pages send again
LOG_BYTES = 7000  # and no more than this of them
LOG_EVENTS = 60  # of what can be looked up, as many are sent with a snapshot
COMMAND_BYTES = 4096
OPTIONS_BYTES = 65536  # a deck or a board of one's own travels in them
TRACE_BYTES = 200  # of a message that only moves a picture
CHAT_CHARACTERS = 300
NAME_CHARACTERS = 24
NAME_RAW = 256  # a longer text is not even cleaned
IMPORT_BYTES = 1 << 20

# How long
SEALING = 3 * SECOND
LINK = 10 * MINUTE
SHOWN_AWAY = 8 * SECOND  # without a socket
SHOWN_HIDDEN = 10 * SECOND  # without a visible page
HOST_ABSENT = MINUTE
HOST_ABSENT_PLAYING = 2 * MINUTE
ABSENT = 45 * SECOND
SILENT = 2 * MINUTE
ANYBODY = 5 * MINUTE
PUBLIC_STAND_IN = 90 * SECOND
LAG = 500
PACE = (600, 1200)  # a bot's choice is shown no earlier after the question, when somebody watches
HAND_PACE = (2500, 4500)  # and a bot's hand on a screen takes so long: the audience looks on
GRID = 250  # a hand that moves is shown to the audience at multiples of this
WARDEN = 2 * SECOND  # others than the last writer act so much later
JITTER = SECOND
RETRY = SECOND  # a store that failed is tried again
RETELL = 5 * SECOND  # processes tell each other who is there
DEAF = 15 * SECOND  # and are forgotten when they did not
NEVER_STARTED = 48 * HOUR
UNTOUCHED = 7 * DAY
BUDGET = {"random": 50, "easy": 100, "normal": 100}  # what a bot of a level may think
LONGEST_BUDGET = 300
HINT_BUDGET = 600  # what is thought about one


@dataclass(frozen=True, slots=True)
class Bucket:
    """How often: a burst, refilled at a rate. Counted in thousandths, so that it stays exact."""

    left: int
    at: int

    @staticmethod
    def full(burst: int, time: int) -> Bucket:
        return Bucket(burst * SECOND, time)

    def take(self, time: int, rate: int, burst: int) -> tuple[bool, Bucket]:
        """Whether one more is allowed now, and the bucket after it."""
        left = min(burst * SECOND, self.left + max(0, time - self.at) * rate)
        return (True, Bucket(left - SECOND, time)) if left >= SECOND else (False, Bucket(left, max(time, self.at)))


MESSAGE_RATE = (50, 200)  # whatever a socket says; what is more is dropped unanswered
COMMAND_RATE = (10, 20)
TRACE_RATE = (25, 50)  # for what a page samples from a hand that moves; more is dropped
CHAT_RATE = (1, 5)
HINT_RATE = (1, 3)  # of a guest: each keeps a worker busy
FLOOD = 100  # dropped or refused for being too fast, in one connection: it is closed


def budget(level: str) -> int:
    return BUDGET.get(level, LONGEST_BUDGET)

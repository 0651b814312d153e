"""Limits of a table: sizes, durations and rates. _MS are milliseconds, _RATE are (per second, burst)."""

from __future__ import annotations

from fairyring.core.values import value_class

SECOND = 1000  # milliseconds, as all times of a table
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

PROTOCOL_VERSION = 1  # clients with another version are asked to reload

# Sizes
MAX_GUESTS = 64
MAX_CONNECTIONS = 100
MAX_ADDRESS_CONNECTIONS = 60  # of one address, such as a school's; seated guests and the host are not counted out
MAX_SHOWN_WATCHERS = 32  # in presence, which goes to all connections; seats can be given to all
MAX_DEVICES = 4  # of one guest
MAX_CHAT_LINES = 200
WELCOME_CHAT_BYTES = 24_000  # the newest chat lines that fit are sent with a welcome
MAX_ACCEPTED_IDS = 64  # accepted command ids (idempotency keys) remembered for each guest
MAX_RECENT_REFUSALS = 64  # refusals remembered by a process, so that a resent command gets the same answer
MAX_WAITING_INPUTS = 256  # inputs queued while a row is being stored; further messages are dropped, and clients resend
SNAPSHOT_EVENT_BYTES = 7000  # the newest events that fit are sent with a snapshot …
SNAPSHOT_EVENTS = 60  # … and at most so many
MAX_COMMAND_BYTES = 4096
MAX_OPTIONS_BYTES = 65536  # the command `options` may carry a deck or a board as text
MAX_TRACE_BYTES = 200
MAX_MESSAGE_DEPTH = 32  # nested lists and objects; an action has 3 levels, an option that is a file has 2
MAX_CHAT_CHARACTERS = 300
MAX_NAME_CHARACTERS = 24
MAX_RAW_NAME_CHARACTERS = 256  # before cleaning; a longer text is refused unread
MAX_IMPORT_BYTES = 1 << 20
MAX_IMPORT_DECISIONS = 10_000  # a long game has some hundreds, a day of one unlimited match some thousands

# Quotas of what one process writes in a day besides games: (entries, bytes). A row costs some 300 bytes on disk more.
TABLE_QUOTA = (5000, 2 << 20)
GUEST_QUOTA = (1000, 3 << 19)
NEWCOMER_QUOTA = (1000, 1 << 20)  # new guests of a table; they do not use up the quota of those who are there

# Durations
SEALING_MS = 3 * SECOND  # for clients to open their shares of chance
SEAT_LINK_MS = 10 * MINUTE
SHOWN_AWAY_MS = 8 * SECOND  # without a connection
SHOWN_HIDDEN_MS = 10 * SECOND  # without a visible page
HOST_ABSENT_MS = MINUTE  # then another guest becomes host
HOST_ABSENT_PLAYING_MS = 2 * MINUTE
HOST_SILENT_MS = 5 * MINUTE  # connected, but without a command, at a full table that has not begun; likewise
ABSENT_MS = 45 * SECOND  # without a connection; then others may vote for a stand-in
SILENT_MS = 2 * MINUTE  # connected, but without a command; likewise
ANYONE_MAY_DECIDE_MS = 5 * MINUTE  # then any seated guest may decide for a stand-in alone
PUBLIC_STAND_IN_MS = 90 * SECOND  # at public tables a stand-in comes without a vote
LAG_MS = 500  # taken off the clock of each decision
BOT_PACE_MS = (600, 1200)  # a bot's decision is shown this long after it was due, if anybody watches
GESTURE_PACE_MS = (2500, 4500)  # duration of a bot's gesture
GESTURE_FRAME_MS = 250  # a moving gesture is shown to the audience at multiples of this
TIMER_TAKEOVER_MS = 2 * SECOND  # only the process that wrote the last row runs timers at once; others wait this + jitter
TIMER_JITTER_MS = SECOND
STORE_RETRY_MS = SECOND
STORE_TIMEOUT_MS = 10 * SECOND  # without any answer of the store; then its state is read back
STALLED_MS = 3 * SECOND  # a row not stored by then: clients get a notice that answers take a while
FAILED_TIMER_MS = 10 * SECOND  # pause of a table's timers after one of them failed unexpectedly
PRESENCE_INTERVAL_MS = 5 * SECOND  # processes publish to each other who is connected …
PEER_TIMEOUT_MS = 15 * SECOND  # … and forget a process that did not
DELETE_UNSTARTED_MS = 48 * HOUR
ARCHIVE_UNTOUCHED_MS = 7 * DAY
BOT_BUDGET_MS = {"random": 50, "easy": 100, "normal": 100}  # thinking time of a bot, by level
MAX_BOT_BUDGET_MS = 300  # of all other levels
HINT_BUDGET_MS = 600

# Rates
MESSAGE_RATE = (50, 200)  # all messages of a connection, and of a seated guest; further ones are dropped unanswered
WATCHERS_MESSAGE_RATE = (50, 200)  # likewise, of all guests without a seat together
COMMAND_RATE = (10, 20)  # of a guest, with all devices
WATCHERS_COMMAND_RATE = (20, 60)  # of all guests without a seat together
TRACE_RATE = (25, 50)  # further ones are dropped
CHAT_RATE = (1, 5)  # of a guest
HINT_RATE = (1, 3)  # of a guest; each hint occupies a worker
MAX_RATE_VIOLATIONS = 100  # of one connection; then it is closed


@value_class
class TokenBucket:
    """Rate limit by token bucket. Counts thousandths of a token, so that millisecond arithmetic is exact."""

    left: int  # thousandths of a token
    at: int  # time of the last change, in milliseconds

    @staticmethod
    def full(burst: int, time: int) -> TokenBucket:
        return TokenBucket(burst * SECOND, time)

    def take(self, time: int, rate: int, burst: int) -> tuple[bool, TokenBucket]:
        """Return whether a token was left, and the bucket without it. `rate` is tokens per second.

        If the clock went back, the bucket fills from the time that it shows now: it must not stay empty until it has caught up.
        """
        left = min(burst * SECOND, self.left + max(0, time - self.at) * rate)
        return (True, TokenBucket(left - SECOND, time)) if left >= SECOND else (False, TokenBucket(left, time))


def bot_budget_ms(level: str) -> int:
    """Return the thinking time of a bot of this level."""
    return BOT_BUDGET_MS.get(level, MAX_BOT_BUDGET_MS)

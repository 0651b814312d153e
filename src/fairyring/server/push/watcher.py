"""Notices who is away and is wanted: one notice for each absence, by the push service of their browser.

A notice says which game, at which table, and that it is their turn or that the game is over: nothing that the game hides.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from fairyring.api.games import room_of, spoken_language
from fairyring.server.access.connections import trusted_networks
from fairyring.server.push.addresses import check_endpoint
from fairyring.server.push.keys import PushKeys, check_browser_keys
from fairyring.server.push.sender import PushSender
from fairyring.server.runtime.metrics import Metrics
from fairyring.server.settings import Settings
from fairyring.server.store import Store
from fairyring.server.store.push import PushSubscription
from fairyring.tables.log.state import OVER, PLAYING, TableState
from fairyring.tables.refusals import texts as table_texts

if TYPE_CHECKING:
    from fairyring.server.runtime.hosted_table import HostedTable

AWAY_MS = 10_000  # without a visible page, as `SHOWN_HIDDEN_MS`: a look at another app is no absence
SWEEP_SECONDS = 2.0
NOTICES = {"turn": "table.push.turn", "over": "table.push.over"}  # texts, by reason


@dataclass(slots=True)
class Watch:
    """What is known of one table in memory."""

    phase: str
    told: set[int] = field(default_factory=set)  # guests who need no further notice in this absence
    here: set[int] = field(default_factory=set)  # guests whose return was noted
    missed_end: set[int] = field(default_factory=set)  # guests who did not see how the game ended


def message(game: str, table: str, reason: str, language: str) -> bytes:
    """Return what a notice says, as JSON for the service worker of the page: from public facts only."""
    room = room_of(game)
    spoken = spoken_language(room, language)
    title = room.texts(spoken).get("title", game)
    content = {"title": title, "text": table_texts(spoken)[NOTICES[reason]], "table": table}
    return json.dumps(content, ensure_ascii=False).encode()


class PushService:
    """Web Push of one server: the key for pages, subscriptions, and the notices that follow from tables in memory."""

    def __init__(self, settings: Settings, store: Store, metrics: Metrics, now: Callable[[], int]) -> None:
        self._store, self._now = store, now
        self._allowed = trusted_networks(settings.push_networks)
        keys = PushKeys(settings.push_key, settings.push_contact)
        self.public_key = keys.public
        self.sender = PushSender(keys, self._allowed, metrics, store.push.remove)
        self._watches: WeakKeyDictionary[HostedTable, Watch] = WeakKeyDictionary()
        self._noted: set[HostedTable] = set()

    async def close(self) -> None:
        """Stop sending."""
        await self.sender.close()

    async def subscribe(self, table: str, guest: int, endpoint: str, p256dh: str, auth: str, language: str) -> None:
        """Keep a subscription. Raises ValueError if it is none, or leads to an address that is not public."""
        check_endpoint(endpoint, self._allowed)
        check_browser_keys(p256dh, auth)
        id_ = hashlib.sha256(endpoint.encode()).hexdigest()
        await self._store.push.add(PushSubscription(table, guest, id_, endpoint, p256dh, auth, language), self._now())

    def note(self, hosted: HostedTable) -> None:
        """Note that a table in memory has changed, or who is there. Cheap: it is called after every input."""
        state = hosted.state
        if state is None:
            return
        watch = self._watches.get(hosted)
        if watch is None:
            watch = self._watches[hosted] = Watch(state.phase)
        if state.phase != watch.phase:
            ended = state.phase == OVER and watch.phase == PLAYING
            watch.missed_end = {guest for guest in state.people if not self._visible(hosted, guest)} if ended else set()
            watch.phase = state.phase
        self._noted.add(hosted)

    async def sweep(self) -> None:
        """Look at all tables that were noted; those with people who may be just about to come back are looked at again."""
        noted, self._noted = self._noted, set()
        for hosted in noted:
            if hosted.state is not None and not await self._look(hosted, hosted.state, self._watches[hosted]):
                self._noted.add(hosted)

    async def _look(self, hosted: HostedTable, state: TableState, watch: Watch) -> bool:
        """Notify the people who are away and wanted. Return whether nothing changes here without a further input."""
        settled = True
        for guest in state.people:
            if self._visible(hosted, guest):
                if guest not in watch.here:
                    await self._store.push.release(state.table, guest)
                watch.here.add(guest)
                watch.told.discard(guest)
                watch.missed_end.discard(guest)
                continue
            away = self._away(hosted, guest)
            if away:
                watch.here.discard(guest)
            reason = "turn" if owes(state, guest) else "over" if guest in watch.missed_end else ""
            if not reason or guest in watch.told:
                settled = settled and (away or guest not in watch.here)
            elif away:
                watch.told.add(guest)
                for subscription in await self._store.push.claim(state.table, guest):
                    self.sender.send(subscription, message(state.game, state.table, reason, subscription.language))
            else:
                settled = False
        return settled

    def _visible(self, hosted: HostedTable, guest: int) -> bool:
        session = hosted.engine.session
        return guest in session.connections.visible_guests or session.peer_status(guest, self._now()) == "here"

    def _away(self, hosted: HostedTable, guest: int) -> bool:
        """Return whether the guest has had no visible page for a while, as far as all processes know."""
        session, now = hosted.engine.session, self._now()
        return session.peers_known(now) and now - session.last(guest).visible >= AWAY_MS


def owes(state: TableState, guest: int) -> bool:
    """Return whether a guest owes a decision that no bot makes for them. Everybody at the table sees that, too."""
    run: Any = state.run
    if state.phase != PLAYING or run is None or state.paused:
        return False
    return any(not state.seats[seat].stand_in and seat in run.pending for seat in state.seats_of(guest))

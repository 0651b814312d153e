"""The application: everything put together. `make_app` makes one; whoever runs it gives it an event loop."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import fairyring
from fairyring.server.access import Visitors, is_loopback
from fairyring.server.http import games, openapi, plain_pages, static_files, tables, tools
from fairyring.server.http.errors import HANDLERS, No
from fairyring.server.http.middleware import Gate
from fairyring.server.http.schemas import Health
from fairyring.server.runtime.hub import Hub
from fairyring.server.runtime.metrics import Metrics
from fairyring.server.settings import Settings
from fairyring.server.store import LocalBus, RedisBus, Store
from fairyring.server.workers.analysis import Analyses
from fairyring.server.workers.pool import Workers
from fairyring.server.ws import endpoint
from fairyring.tables.limits import IMPORT_BYTES

MOST_BODY = 2 * IMPORT_BYTES  # a record in JSON has its quotation marks escaped
Asked = Request[Any, Any, Any]


@get("/health", sync_to_thread=False)
def health(request: Asked) -> Response[Health]:
    """200 when the server serves; 503 while its store takes nothing."""
    hub: Hub = request.app.state.hub
    well = not hub.store.stalled and not hub.draining
    return Response(Health(well, fairyring.__version__, hub.store.stalled), status_code=200 if well else 503)


@get("/metrics", sync_to_thread=False, include_in_schema=False)
def metrics(request: Asked) -> Response[bytes]:
    """For Prometheus on this machine; a proxy should not pass it on."""
    if not is_loopback(request.scope["client"]):
        raise No(404, "none", "There is nothing here.")
    found: Metrics = request.app.state.metrics
    return Response(found.text(), media_type="text/plain; version=0.0.4")


class App:
    """The ASGI application, and what stands behind it while it runs."""

    def __init__(self, settings: Settings, store: Store | None = None) -> None:
        self.settings, self._store = settings, store
        self.metrics = Metrics()
        self.visitors = Visitors(settings)
        self.hub: Hub | None = None
        self.litestar = Litestar(
            [
                *games.HANDLERS, *tables.HANDLERS, *tools.HANDLERS, *plain_pages.HANDLERS, *static_files.HANDLERS,
                endpoint.table_socket, health, metrics,
            ],
            lifespan=[self._live],
            state=State({"metrics": self.metrics, "visitors": self.visitors}),
            exception_handlers=HANDLERS,
            before_request=openapi.strictly,
            request_max_body_size=MOST_BODY,
            logging_config=None,
            openapi_config=OpenAPIConfig(
                title="Fairyring",
                version=fairyring.__version__,
                path="/api/schema",
                render_plugins=[JsonRenderPlugin(path="/openapi.json")],  # no viewer: all of them load scripts from elsewhere
            ),
        )  # fmt: skip
        openapi.complete(self.litestar.openapi_schema)
        self.gate = Gate(self.litestar, settings, self.visitors, self.metrics)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.gate(scope, receive, send)

    @asynccontextmanager
    async def _live(self, app: Litestar) -> AsyncIterator[None]:
        settings = self.settings
        store = self._store or await Store.open(settings.url)
        bus = RedisBus(settings.redis) if settings.redis else LocalBus()
        workers = Workers(settings.workers or max(1, (os.cpu_count() or 2) - 1))
        self.hub = hub = Hub(settings, store, bus, workers, self.metrics)
        app.state.hub, app.state.heavy = hub, asyncio.Semaphore(1)
        app.state.analyses = analyses = Analyses(workers)
        self.metrics.watch("tables", "Tables in memory", lambda: len(hub.tables))
        self.metrics.watch("sockets", "Open sockets", lambda: hub.sockets)
        self.metrics.watch("jobs", "Bots' decisions that wait for a worker", lambda: workers.waiting)
        self.metrics.watch("worker_restarts", "Workers that were replaced", lambda: workers.restarts)
        self.metrics.watch("stalled", "1 while the store takes nothing", lambda: float(store.stalled))
        try:
            yield
        finally:
            await analyses.close()
            await hub.close()

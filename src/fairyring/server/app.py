"""The ASGI application: handlers, middleware, and the services behind them for as long as it runs."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import fairyring
from fairyring.server import documentation
from fairyring.server.access.connections import is_trusted, trusted_networks
from fairyring.server.access.network import Network
from fairyring.server.access.origins import is_loopback
from fairyring.server.access.rate_limits import RateLimits
from fairyring.server.http import codes, games, network, openapi, plain_pages, static_files, tables, tools
from fairyring.server.http.errors import HANDLERS, ApiError
from fairyring.server.http.middleware import HttpMiddleware
from fairyring.server.http.schemas import Health
from fairyring.server.moderation import Moderator
from fairyring.server.pubsub import LocalPubSub, RedisPubSub
from fairyring.server.push import endpoints as push
from fairyring.server.runtime import gc_policy
from fairyring.server.runtime.hub import Hub
from fairyring.server.runtime.metrics import Metrics
from fairyring.server.settings import Settings
from fairyring.server.store import Store
from fairyring.server.workers.analysis import AnalysisService
from fairyring.server.workers.heavy import HeavyPool
from fairyring.server.workers.pool import WorkerPool
from fairyring.server.ws import endpoint
from fairyring.tables.limits import MAX_COMMAND_BYTES, MAX_OPTIONS_BYTES

MAX_BODY_BYTES = MAX_OPTIONS_BYTES + MAX_COMMAND_BYTES  # as a command of a WebSocket; routes for records allow more
HttpRequest = Request[Any, Any, Any]


@get("/health", sync_to_thread=False)
def health(request: HttpRequest) -> Response[Health]:
    """200 while the server works; 503 while its store accepts no rows, or a background task does not run."""
    hub: Hub = request.app.state.hub
    stopped = hub.background.not_running()
    ok = not hub.store.stalled and not hub.draining and not stopped
    return Response(Health(ok, fairyring.__version__, hub.store.stalled, stopped), status_code=200 if ok else 503)


@get("/metrics", sync_to_thread=False, include_in_schema=False)
def metrics(request: HttpRequest) -> Response[bytes]:
    """Metrics for Prometheus on this machine or in the setting `metrics_from`; a proxy must not expose them."""
    client, settings = request.scope["client"], request.app.state.hub.settings
    if not is_loopback(client) and not (client and is_trusted(client[0], trusted_networks(settings.metrics_from))):
        raise ApiError(404, "none", "There is nothing here.")
    registry: Metrics = request.app.state.metrics
    return Response(registry.text(), media_type="text/plain; version=0.0.4")


class App:
    """The ASGI application. Its hub exists while the lifespan runs."""

    def __init__(self, settings: Settings, store: Store | None = None) -> None:
        self.settings, self._store = settings, store
        self.metrics = Metrics()
        self.rate_limits = RateLimits(settings)
        self.network = Network(settings)
        self.hub: Hub | None = None
        self.litestar = Litestar(
            [
                *games.HANDLERS, *tables.HANDLERS, *codes.HANDLERS, *network.HANDLERS, *push.HANDLERS, *tools.handlers(),
                *plain_pages.HANDLERS, *documentation.HANDLERS, *static_files.HANDLERS, health, metrics,
            ],
            lifespan=[self._lifespan],
            state=State({"metrics": self.metrics, "rate_limits": self.rate_limits, "network": self.network}),
            exception_handlers={**HANDLERS, HTTPException: static_files.page_for_missing},
            before_request=openapi.validate_body,
            request_max_body_size=MAX_BODY_BYTES,
            logging_config=None,
            openapi_config=OpenAPIConfig(
                title="Fairyring",
                version=fairyring.__version__,
                path="/api/schema",
                render_plugins=[JsonRenderPlugin(path="/openapi.json")],  # no viewer: all of them load scripts from other sites
            ),
        )  # fmt: skip
        openapi.complete_schema(self.litestar.openapi_schema, tools.body_types(), tools.media_types())
        self.middleware = HttpMiddleware(self.litestar, settings, self.rate_limits, self.metrics)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket" and endpoint.is_socket_path(scope["path"]) and self.hub is not None:
            await endpoint.serve_socket(self.hub, self.rate_limits, scope, receive, send)
        else:
            await self.middleware(scope, receive, send)

    @asynccontextmanager
    async def _lifespan(self, app: Litestar) -> AsyncIterator[None]:
        """Open the store and start the hub; close everything at the end."""
        settings = self.settings
        async with AsyncExitStack() as stack:  # what was begun is closed, also if something else cannot start
            store = self._store or await Store.open(settings.url)
            pubsub = RedisPubSub(settings.redis) if settings.redis else LocalPubSub()
            workers = WorkerPool(settings.workers or max(1, (os.cpu_count() or 2) - 1))
            self.hub = hub = Hub(settings, store, pubsub, workers, self.metrics)
            stack.push_async_callback(hub.close)
            app.state.hub = hub
            app.state.moderator = Moderator(hub, self.rate_limits)
            app.state.heavy = heavy = HeavyPool()
            stack.push_async_callback(heavy.close)
            app.state.record_texts = OrderedDict()
            hub.background.watch("heavy workers", lambda: heavy.running)
            app.state.analyses = analyses = AnalysisService(workers, heavy, settings.analysis_seconds)
            stack.push_async_callback(analyses.close)
            self.metrics.watch("tables", "Tables in memory", lambda: len(hub.tables))
            self.metrics.watch("sockets", "Open sockets", lambda: hub.sockets)
            self.metrics.watch("longest_gc_seconds", "Longest garbage collection", lambda: gc_policy.PAUSES.longest)
            self.metrics.watch("jobs", "Bots' decisions that wait for a worker", lambda: workers.waiting)
            self.metrics.watch("heavy_jobs", "Long computations that wait for a worker", lambda: heavy.waiting)
            self.metrics.watch("heavy_killed", "Heavy workers that failed or took too long", lambda: heavy.killed)
            self.metrics.watch("worker_restarts", "Workers that were replaced", lambda: workers.restarts)
            self.metrics.watch("stalled", "1 while the store takes nothing", lambda: float(store.stalled))
            yield

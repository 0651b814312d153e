"""Room codes: the first characters of a table's id, short enough to be typed on a phone.

Codes find tables that were changed within a day. Misses take from the same small budget as unknown ids; when it is spent,
right codes are refused as well, or trying codes would cost nothing. With 1,000 tables a day, one of a million tries finds
one: weeks from one address.
"""

from __future__ import annotations

import re

from litestar import get
from litestar.params import FromPath

from fairyring.server.access.origins import address_of
from fairyring.server.access.rate_limits import RateLimits
from fairyring.server.http.errors import ApiError, error_responses
from fairyring.server.http.schemas import CODE_LENGTH, FoundTable
from fairyring.server.http.tables import HttpRequest, hub_of

CODE_LIFE = 24 * 60 * 60 * 1000  # milliseconds since the last change of the table
MAX_TYPED = 32  # characters
TYPED = re.compile(rf"[a-z2-7]{{{CODE_LENGTH}}}")
SIMILAR = str.maketrans("0189", "oibg")  # digits that ids do not have, and letters that look like them


def normalize_code(typed: str) -> str | None:
    """Return a code as ids begin with it, whatever its case and spaces; None if it cannot be one."""
    if len(typed) > MAX_TYPED:
        return None
    code = "".join(typed.replace("-", " ").split()).lower().translate(SIMILAR)
    return code if TYPED.fullmatch(code) else None


@get("/api/codes/{code:str}", responses=error_responses(404, 409, 503))
async def table_of_code(request: HttpRequest, code: FromPath[str]) -> FoundTable:
    """Find a table of today by its room code: the first characters of its id, in capitals or not."""
    rate_limits: RateLimits = request.app.state.rate_limits
    address = address_of(request.scope["client"])
    if not rate_limits.has_token("miss", address):
        seconds = rate_limits.seconds_until("miss", address)
        raise ApiError(429, "too-fast", "Too many codes that lead nowhere; wait a minute.", seconds)
    hub, prefix = hub_of(request), normalize_code(code)
    found = await hub.store.with_prefix(prefix, hub.now() - CODE_LIFE) if prefix else []
    if len(found) > 1:
        raise ApiError(409, "ambiguous", "Two tables have this code; use the link of yours.")
    if not found:
        rate_limits.take("miss", address)
        raise ApiError(404, "no-code", f"No table of today has this code; a code has {CODE_LENGTH} letters and digits.")
    return FoundTable(found[0])


HANDLERS = [table_of_code]

"""Bodies of requests. The server declares the same as structs (`server.http.schemas`), from which OpenAPI is made."""

from __future__ import annotations

import json
from typing import Annotated, Any, TypeVar

from fairyring.api.errors import RequestError
from fairyring.core.declared.declare import UNSET, Length, Unset, declare, or_none
from fairyring.core.declared.decode import DecodeError, decode

T = TypeVar("T")


@declare(forbid_unknown=True)
class NewTable:
    """A table to create. An option that is a file is {"file": name, "text": its text}."""

    game: Annotated[str, Length(0, 64)]
    options: dict[str, Any] | Unset = UNSET
    public: bool = False
    aids: bool = True
    mute: bool = False
    clock: dict[str, int] | Unset = UNSET
    guided: bool = False  # a tutorial for one person: scripted chance, and options of its own
    deal: Annotated[str, Length(0, 68)] = ""  # “day”: the deal of the day; “key/KEY”: a game dealt again, for one person
    puzzle: Annotated[str, Length(0, 6)] = ""  # number of a puzzle of the game: begins in its position, for one person

    def chosen(self) -> dict[str, Any]:
        """Return the fields as `tables.create.create` takes them."""
        fields = {name: getattr(self, name) for name in ("public", "aids", "mute", "guided", "deal", "puzzle")}
        return fields | {"options": or_none(self.options) or {}, "clock": or_none(self.clock) or {}}


@declare(forbid_unknown=True)
class RecordText:
    """A record, as `fairyring` saves it: JSON lines."""

    record: Annotated[str, Length(0, 1 << 20)]


@declare(forbid_unknown=True)
class ReceiptedRecord:
    """A record, and what a device noted of its game: the text of a receipt."""

    record: Annotated[str, Length(0, 1 << 20)]
    receipt: Annotated[str, Length(0, 1 << 21)]


def read_body(kind: type[T], text: str) -> T:
    """Return the body of a request; raise RequestError (400) if it does not fit."""
    try:
        return decode(kind, json.loads(text))
    except (DecodeError, json.JSONDecodeError, RecursionError) as error:
        why = f" ({error})" if isinstance(error, DecodeError) else ""
        raise RequestError(400, "bad-form", f"The request cannot be read{why}.") from error

"""JSON of the engine's inputs and effects, as the worker of the page exchanges them with `offline.host`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from fairyring.tables.bot_jobs import Job, checked_weights
from fairyring.tables.engine import effects
from fairyring.tables.engine.effects import Effect
from fairyring.tables.engine.inputs import (
    Closed,
    Failed,
    HintAnswered,
    Input,
    JobAnswered,
    Lost,
    Opened,
    PeerMessage,
    PeersReachable,
    Received,
    Rows,
    Stored,
    Tick,
)
from fairyring.tables.log.stored import from_json, from_store, to_json, to_store

Fields = Mapping[str, Any]


def _size(message: Any) -> int:
    return len(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"))


def _hint_answered(time: int, entropy: bytes, fields: Fields) -> Input:
    job = Job.read(fields["job"])
    return HintAnswered(time, entropy, fields["conn"], job, checked_weights(job, fields["choices"]))


INPUTS: dict[str, Callable[[int, bytes, Fields], Input]] = {
    "opened": lambda time, entropy, f: Opened(time, entropy, f["conn"], f["hello"]),
    "received": lambda time, entropy, f: Received(time, entropy, f["conn"], f["message"], f.get("size") or _size(f["message"])),
    "closed": lambda time, entropy, f: Closed(time, entropy, f["conn"]),
    "rows": lambda time, entropy, f: Rows(time, entropy, tuple(from_store(from_json(row)) for row in f["rows"]), f["read"]),
    "stored": lambda time, entropy, f: Stored(time, entropy, f["seq"], bytes.fromhex(f["hash"])),
    "lost": lambda time, entropy, f: Lost(time, entropy, f["seq"], bytes.fromhex(f["hash"])),
    "failed": lambda time, entropy, f: Failed(time, entropy, f.get("job", "")),
    "job_answered": lambda time, entropy, f: JobAnswered(time, entropy, f["job"], f["action"]),
    "hint_answered": _hint_answered,
    "peer_message": lambda time, entropy, f: PeerMessage(time, entropy, f["message"]),
    "peers_reachable": lambda time, entropy, f: PeersReachable(time, entropy, f["reachable"]),
    "tick": lambda time, entropy, _f: Tick(time, entropy),
}


def effect_json(effect: Effect) -> dict[str, Any]:  # noqa: C901  (one case for each)
    """Return an effect as a JSON object."""
    match effect:
        case effects.Append():
            return {"effect": "append", "row": to_json(to_store(effect.row))}
        case effects.Read():
            return {"effect": "read", "after": effect.after, "number": effect.number}
        case effects.Send():
            return {"effect": "send", "conn": effect.conn, "message": effect.message}
        case effects.Close():
            return {"effect": "close", "conn": effect.conn, "code": effect.code}
        case effects.StartJob():
            return {"effect": "start_job", "job": effect.job.plain()}
        case effects.StartHintJob():
            return {"effect": "start_hint_job", "conn": effect.conn, "job": effect.job.plain()}
        case effects.CancelJob():
            return {"effect": "cancel_job", "job": effect.job}
        case effects.Wake():
            return {"effect": "wake", "at": effect.at}
        case effects.Publish():
            return {"effect": "publish", "kind": "peer_message", "fields": {"message": effect.message}}
        case effects.DeleteTable():
            return {"effect": "delete_table"}
        case effects.ReportFailure():
            return {"effect": "report", "message": f"{type(effect.error).__name__}: {effect.error}"}
        case effects.ReportFallback():
            return {"effect": "report", "message": "A bot decided without search, because no worker answered in time."}

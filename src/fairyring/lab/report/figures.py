"""The figures of a report as JSON values, each with half of its 95 % interval."""

from __future__ import annotations

from typing import Any

import numpy as np

from fairyring.lab.report import sampled
from fairyring.lab.report.estimates import Estimate, mean_of, share_of
from fairyring.lab.report.gather import Findings

MIDDLE = 50  # percent of the decisions
DIGITS = 6
Figures = dict[str, Any]


def figures(findings: Findings) -> Figures:
    """Return shares by seat, ends, tallies, leads, and what winners did otherwise, by name."""
    reason = np.array([name or "" for name in findings.rows["reason"].to_pylist()])
    shares = findings.by_seat("share")
    tallies = [name for name in findings.rows.column_names if name.startswith("tally_")]
    curve = sampled.leader_wins(findings.sample)
    chosen, _compared = sampled.winners_differ(findings.sample)
    held, _kinds = sampled.winners_differ(findings.sample, lambda played: played.held)
    return {
        "seats": [_figure(share_of(share)) for share in shares],
        "ends": {name: _figure(share_of(reason == name)) for name in findings.reasons},
        "win shared": _figure(share_of(np.sum([share > 0 for share in shares], axis=0) > 1)),
        "tallies": {name.removeprefix("tally_"): _figure(mean_of(findings.column(name))) for name in tallies},
        "lead changes": _figure(sampled.lead_changes(findings.sample)),
        **({"leader half way": _figure(curve[MIDDLE])} if MIDDLE in curve else {}),
        "chosen by winners": _differences(chosen),
        "held by winners": _differences(held),
    }


def _figure(estimate: Estimate) -> Figures:
    return {"mean": round(estimate.mean, DIGITS), "error": round(estimate.error, DIGITS)}


def _differences(found: list[sampled.Difference]) -> Figures:
    """Return what winners did more or less often, in a game, by the words of the page."""
    return {
        one.text or one.kind: {
            "winners": round(one.winners, DIGITS), "others": round(one.others, DIGITS), "difference": _figure(one.difference),
        }
        for one in found
    }  # fmt: skip

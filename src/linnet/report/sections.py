"""Sections of a report that come from other rooms, as plain data."""

from typing import Any

from linnet.validation.label_suspects import Suspects

MOST_SUSPECTS = 50


def suspect_sections(suspects: Suspects) -> dict[str, Any]:
    """Return what a report shows of label suspects."""
    return {
        "suspects": [suspect.as_json() for suspect in suspects[:MOST_SUSPECTS]],
        "suspects_left_out": suspects.not_judged,
    }

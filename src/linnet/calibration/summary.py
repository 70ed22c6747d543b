"""What a calibration does, as plain data."""

from typing import Any

from linnet.calibration.calibrate import Development
from linnet.calibration.cross_calibration import Chosen


def calibration_summary(development: Development, chosen: Chosen) -> dict[str, Any]:
    """Return how good probabilities are before and after, and why a calibration was chosen."""
    before, after = development.gain(chosen.method)
    summary: dict[str, Any] = {"documents": len(development.truth)}
    summary["before"] = _with_json_names(before)
    summary["after"] = _with_json_names(after)
    summary["why"] = chosen.why or None
    return summary


def _with_json_names(quality: dict[str, float | None]) -> dict[str, float | None]:
    return {name.replace("-", "_"): value for name, value in quality.items()}

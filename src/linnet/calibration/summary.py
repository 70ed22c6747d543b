"""What a calibration does, as plain data."""

from typing import Any

from linnet.calibration.calibrate import Development
from linnet.calibration.cross_calibration import Chosen


def calibration_summary(development: Development, chosen: Chosen) -> dict[str, Any]:
    """Return how good probabilities are before and after, and why a calibration was chosen."""
    before, after = development.gain(chosen.method)
    return {
        "documents": len(development.truth),
        "before": _with_json_names(before),
        "after": _with_json_names(after),
        "why": chosen.why or None,
    }


def _with_json_names(quality: dict[str, float | None]) -> dict[str, float | None]:
    return {name.replace("-", "_"): value for name, value in quality.items()}

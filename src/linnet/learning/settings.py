"""Settings by name, as a dataclass has them."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from difflib import get_close_matches
from types import NoneType
from typing import Any

from linnet.errors import SettingError, quoted


def built(cls: Any, settings: Mapping[str, Any]) -> Any:
    """Return a dataclass of settings by name, of the types it has them in."""
    known = {f.name: f for f in fields(cls)}
    check_known(settings, list(known))
    for name, value in settings.items():
        _check_type(name, value, known[name].type)
    return cls(**settings)


def check_known(settings: Mapping[str, Any], known: Sequence[str]) -> None:
    """Refuse a setting that is not known, and say which one was meant."""
    unknown = next((name for name in settings if name not in known), None)
    if unknown is not None:
        close = get_close_matches(str(unknown), known, n=1)
        hint = f"Did you mean {quoted(close[0])}?" if close else f"It may have: {', '.join(known)}."
        raise SettingError(f"a recipe has no setting {quoted(unknown)}. {hint}")


def _check_type(name: str, value: Any, wanted: Any) -> None:
    plain: dict[Any, tuple[type, ...]] = {
        bool: (bool,),
        int: (int,),
        float: (int, float),
        str: (str,),
    }
    plain |= {float | None: (int, float, NoneType), str | None: (str, NoneType)}
    allowed = plain.get(wanted)
    if allowed and (
        not isinstance(value, allowed) or (isinstance(value, bool) and wanted is not bool)
    ):
        raise SettingError(
            f"{name} must be a {allowed[-1 if wanted is float else 0].__name__}; got "
            f"{quoted(value)}."
        )


def choose(what: str, got: str, names: tuple[str, ...]) -> None:
    """Refuse what is not one of these names."""
    if got not in names:
        close = get_close_matches(got, names, n=1)
        advice = f"Did you mean {close[0]}?" if close else "Choose one of these."
        raise SettingError(
            f"the {what} must be one of {', '.join(names)}; got {quoted(got)}. {advice}"
        )

"""The option --tokenizer: a Python function that cuts texts, of a module or of a file."""

import sys
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linnet.errors import SettingError, quoted
from linnet.recipe.table import help_of

if TYPE_CHECKING:
    from linnet.features.tokenizer import Tokenizer

SAID = help_of("tokenizer")


def add_tokenizer(
    parser: Any, said: str = f"{SAID}; needed where the model was trained with it"
) -> None:
    """Add the function that cuts texts."""
    parser.add_argument("--tokenizer", metavar="WHERE:FUNCTION", help=said)


def tokenizer_of(asked: str | None) -> "Tokenizer | None":
    """Return the tokenizer that was asked for; a file goes by its name without its folder."""
    if asked is None:
        return None
    from linnet.features.tokenizer import Tokenizer

    where, _, function = asked.rpartition(":")
    if not where or not function:
        raise SettingError(
            f"--tokenizer must be WHERE:FUNCTION; got {quoted(asked)}. Write tokens.py:lemmas, for example."
        )
    try:
        found = attrgetter(function)(_module(where))
    except Exception as error:
        got = f"{type(error).__name__}: {error}"
        raise SettingError(
            f"--tokenizer {asked}: a module or a .py file must have that function; got {got}. Check both names."
        ) from error
    name = Path(where).stem if where.endswith(".py") else where
    return Tokenizer(f"{name}:{function}", Tokenizer.of(found).function)


def _module(where: str) -> Any:
    from importlib import import_module
    from importlib.util import module_from_spec, spec_from_file_location

    if not where.endswith(".py"):
        return import_module(where)
    name = f"{Path(where).stem} (--tokenizer)"  # a name of its own: a file tokenize.py is not the module tokenize
    spec = spec_from_file_location(name, Path(where).resolve(strict=True))
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

"""The option --tokenizer: a Python function that cuts texts, of a module or of a file."""

import sys
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linnet.errors import SettingError, quoted
from linnet.recipe.table import help_of

if TYPE_CHECKING:
    from types import ModuleType

    from linnet.features.tokenizer import Tokenizer

HELP = help_of("tokenizer")
NEEDED_AGAIN = f"{HELP}; needed where the model was trained with it"


def add_tokenizer(parser: Any, help_text: str = NEEDED_AGAIN) -> None:
    """Add the function that cuts texts."""
    parser.add_argument("--tokenizer", metavar="WHERE:FUNCTION", help=help_text)


def tokenizer_of(option: str | None) -> "Tokenizer | None":
    """Return the tokenizer that the option names; a file goes by its name without its folder."""
    if option is None:
        return None
    from linnet.features.tokenizer import Tokenizer

    where, _, name = option.rpartition(":")
    if not where or not name:
        raise SettingError(
            f"--tokenizer must be WHERE:FUNCTION; got {quoted(option)}. "
            "Write tokens.py:lemmas, for example."
        )
    try:
        function = attrgetter(name)(_module(where))
    except Exception as error:
        got = f"{type(error).__name__}: {error}"
        raise SettingError(
            f"--tokenizer {option}: a module or a .py file must have that function; got {got}. "
            "Check both names."
        ) from error
    module = Path(where).stem if where.endswith(".py") else where
    return Tokenizer(f"{module}:{name}", Tokenizer.of(function).function)


def _module(where: str) -> "ModuleType":
    from importlib import import_module
    from importlib.util import module_from_spec, spec_from_file_location

    if not where.endswith(".py"):
        return import_module(where)
    # A name of its own: a file tokenize.py is not the module tokenize.
    name = f"{Path(where).stem} (--tokenizer)"
    spec = spec_from_file_location(name, Path(where).resolve(strict=True))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module

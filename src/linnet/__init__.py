"""Labelled text in, a classifier you can trust out.

>>> import linnet
>>> classifier = linnet.train([("win a prize now", "spam"), ("see you at noon", "ham")])
>>> classifier.classify("a prize for you to win")
'spam'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linnet import sampling
    from linnet.classifier import Classifier, load
    from linnet.errors import InputError, LinnetError, ModelFileError, NotConverged, SettingError
    from linnet.reading import Documents, read
    from linnet.recipe import Recipe
    from linnet.tuning.calibrate import calibrate
    from linnet.tuning.choose import choose
    from linnet.tuning.compare import compare
    from linnet.tuning.cross_validation import cross_validate
    from linnet.tuning.curves import curve
    from linnet.tuning.evaluate import evaluate, evaluate_several
    from linnet.tuning.folds import Folds
    from linnet.tuning.lexicon import lexicon_classifier
    from linnet.tuning.path import regularisation_path
    from linnet.tuning.suspects import suspects
    from linnet.tuning.train import train
    from linnet.tuning.tune import tune

__version__ = "0.1.0"

# Where each public name lives; imported when first asked for, so that the command starts fast.
_HOMES = {
    "Classifier": "linnet.classifier",
    "Documents": "linnet.reading",
    "Folds": "linnet.tuning.folds",
    "InputError": "linnet.errors",
    "LinnetError": "linnet.errors",
    "ModelFileError": "linnet.errors",
    "NotConverged": "linnet.errors",
    "Recipe": "linnet.recipe",
    "SettingError": "linnet.errors",
    "calibrate": "linnet.tuning.calibrate",
    "choose": "linnet.tuning.choose",
    "compare": "linnet.tuning.compare",
    "cross_validate": "linnet.tuning.cross_validation",
    "curve": "linnet.tuning.curves",
    "evaluate": "linnet.tuning.evaluate",
    "evaluate_several": "linnet.tuning.evaluate",
    "lexicon_classifier": "linnet.tuning.lexicon",
    "load": "linnet.classifier",
    "read": "linnet.reading",
    "regularisation_path": "linnet.tuning.path",
    "sampling": "linnet.sampling",
    "suspects": "linnet.tuning.suspects",
    "train": "linnet.tuning.train",
    "tune": "linnet.tuning.tune",
}

__all__ = [
    "Classifier",
    "Documents",
    "Folds",
    "InputError",
    "LinnetError",
    "ModelFileError",
    "NotConverged",
    "Recipe",
    "SettingError",
    "__version__",
    "calibrate",
    "choose",
    "compare",
    "cross_validate",
    "curve",
    "evaluate",
    "evaluate_several",
    "lexicon_classifier",
    "load",
    "read",
    "regularisation_path",
    "sampling",
    "suspects",
    "train",
    "tune",
]


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'linnet' has no attribute {name!r}")
    home = import_module(_HOMES[name])
    return home if home.__name__ == f"linnet.{name}" else getattr(home, name)

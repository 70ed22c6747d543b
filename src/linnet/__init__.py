"""Labelled text in, a classifier you can trust out.

>>> import linnet
>>> classifier = linnet.train([("win a prize now", "spam"), ("see you at noon", "ham")])
>>> classifier.classify("a prize for you to win")
'spam'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linnet.calibration.calibrate import calibrate
    from linnet.classifier import sampling
    from linnet.classifier.classifier import Classifier, load
    from linnet.classifier.lexicon import lexicon_classifier
    from linnet.data_drift.drift import Drift
    from linnet.data_drift.find_drift import drift
    from linnet.errors import (
        DataWarning,
        InputError,
        LinnetError,
        ModelFileError,
        NotConverged,
        SettingError,
    )
    from linnet.reading import Documents, read
    from linnet.recipe.recipe import Recipe
    from linnet.tuning.choose import choose
    from linnet.tuning.curves import curve
    from linnet.tuning.retrain import retrain
    from linnet.tuning.train import train
    from linnet.tuning.tune import tune
    from linnet.validation.compare import compare
    from linnet.validation.cross_validation import cross_validate
    from linnet.validation.evaluate import evaluate, evaluate_multilabel, evaluate_several
    from linnet.validation.folds import Folds
    from linnet.validation.label_suspects import suspects
    from linnet.validation.path import regularisation_path

__version__ = "0.1.0"

# Where each public name lives; imported when first asked for, so that the command starts fast.
_HOMES = {
    "Classifier": "linnet.classifier.classifier",
    "DataWarning": "linnet.errors",
    "Documents": "linnet.reading",
    "Drift": "linnet.data_drift.drift",
    "Folds": "linnet.validation.folds",
    "InputError": "linnet.errors",
    "LinnetError": "linnet.errors",
    "ModelFileError": "linnet.errors",
    "NotConverged": "linnet.errors",
    "Recipe": "linnet.recipe.recipe",
    "SettingError": "linnet.errors",
    "calibrate": "linnet.calibration.calibrate",
    "choose": "linnet.tuning.choose",
    "compare": "linnet.validation.compare",
    "cross_validate": "linnet.validation.cross_validation",
    "curve": "linnet.tuning.curves",
    "drift": "linnet.data_drift.find_drift",
    "evaluate": "linnet.validation.evaluate",
    "evaluate_multilabel": "linnet.validation.evaluate",
    "evaluate_several": "linnet.validation.evaluate",  # its earlier name
    "lexicon_classifier": "linnet.classifier.lexicon",
    "load": "linnet.classifier.classifier",
    "read": "linnet.reading",
    "regularisation_path": "linnet.validation.path",
    "retrain": "linnet.tuning.retrain",
    "sampling": "linnet.classifier.sampling",
    "suspects": "linnet.validation.label_suspects",
    "train": "linnet.tuning.train",
    "tune": "linnet.tuning.tune",
}

__all__ = [
    "Classifier",
    "DataWarning",
    "Documents",
    "Drift",
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
    "drift",
    "evaluate",
    "evaluate_multilabel",
    "evaluate_several",
    "lexicon_classifier",
    "load",
    "read",
    "regularisation_path",
    "retrain",
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
    if home.__name__.endswith(f".{name}") and not hasattr(home, name):
        return home  # a public module, as linnet.sampling
    return getattr(home, name)

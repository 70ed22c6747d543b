"""Pipelines of scikit-learn in pickle and joblib files, as classifiers and back."""

import pickle
from importlib.util import find_spec
from types import ModuleType
from typing import IO, Any

from linnet.classifier.classifier import Classifier
from linnet.errors import InputError, SettingError


def read_pipeline(path: str) -> Classifier:
    """Return the classifier of a fitted pipeline in a file, whose code is run whatever it does."""
    from linnet.sklearn.convert import to_classifier

    return to_classifier(_unpickled(path))


def write_pipeline(classifier: Classifier, file: IO[bytes], suffix: str) -> str:
    """Write the pipeline of a classifier by joblib or pickle, as the suffix says.

    Where scikit-learn's own classes cannot score as the classifier does, a class of linnet's is
    written, and what is returned says so.
    """
    joblib = _joblib()
    pipeline, note = _pipeline(classifier)
    if suffix == ".joblib":
        joblib.dump(pipeline, file)
    else:
        pickle.dump(pipeline, file)
    return note


def _unpickled(path: str) -> Any:
    joblib = _joblib()
    try:
        return joblib.load(path)
    except Exception as error:  # whatever the code in it does
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(
            f"{path}: a pickle or joblib file of a fitted pipeline must be readable here; got: "
            f"{reason:.200}. Check the path, and that the same packages are installed."
        ) from None


def _pipeline(classifier: Classifier) -> tuple[Any, str]:
    """Return a pipeline of scikit-learn's own classes, or where these cannot do it, one of ours."""
    from linnet.sklearn.converted_pipeline import to_pipeline
    from linnet.sklearn.text_classifier import TextClassifier

    try:
        return to_pipeline(classifier), ""
    except SettingError as error:
        why = str(error).split(";")[0]
        note = (
            f"{why}: so this is a linnet.sklearn.TextClassifier, which needs linnet where it is "
            "opened."
        )
        return TextClassifier.of(classifier), note


def _joblib() -> ModuleType:
    """Return joblib, which comes with scikit-learn."""
    if find_spec("sklearn") is None:
        raise SettingError(
            "converting needs scikit-learn; got none. Install it, or linnet with its extra sklearn."
        )
    import joblib

    return joblib  # type: ignore[no-any-return]

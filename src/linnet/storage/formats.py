"""The register of foreign model formats: which files they are, and who reads and writes them.

Functions are dotted names, so that a format costs nothing until it is used. A new format is a
module with two functions and a line in FORMATS.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

    Importer = Callable[[str], Classifier]
    Exporter = Callable[[Classifier, IO[bytes], str], str]


@dataclass(frozen=True)
class Format:
    """A format of models that linnet did not write."""

    name: str
    suffixes: tuple[str, ...]
    importer: str  # module:function, from a path to a classifier
    exporter: str  # module:function, from a classifier, an open file and its suffix to a note
    runs_code: bool  # whether reading a file runs what its author put into it

    def read(self, path: str) -> "Classifier":
        """Return the model of a file as a classifier."""
        importer: Importer = _function(self.importer)
        return importer(path)

    def write(self, classifier: "Classifier", file: IO[bytes], suffix: str) -> str:
        """Write a classifier into a file of this suffix; return what its user must know."""
        exporter: Exporter = _function(self.exporter)
        return exporter(classifier, file, suffix)


FORMATS = (
    Format(
        "scikit-learn",
        (".joblib", ".pkl", ".pickle"),
        "linnet.sklearn.pickled:read_pipeline",
        "linnet.sklearn.pickled:write_pipeline",
        runs_code=True,
    ),
)
SUFFIXES = tuple(suffix for foreign in FORMATS for suffix in foreign.suffixes)


def format_of(path: str) -> Format | None:
    """Return the format that a file name stands for, None where it stands for none of these.

    >>> format_of("pipeline.PKL").name, format_of("model.linnet")
    ('scikit-learn', None)
    """
    suffix = suffix_of(path)
    for foreign in FORMATS:
        if suffix in foreign.suffixes:
            return foreign
    return None


def suffix_of(path: str) -> str:
    """Return how a file name ends, in lower case.

    >>> suffix_of("old/Pipeline.JOBLIB")
    '.joblib'
    """
    return PurePath(path).suffix.lower()


def _function(name: str) -> Any:
    """Return the function of a dotted name, module:function."""
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)

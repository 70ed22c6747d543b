"""The register of foreign model formats."""

import io
import subprocess
import sys
from collections import Counter
from importlib import import_module

import pytest

from linnet import train
from linnet.storage.formats import FORMATS, SUFFIXES, format_of

every_format = pytest.mark.parametrize("one", FORMATS, ids=lambda one: one.name)
PAIRS = [("good film", "pos"), ("bad film", "neg"), ("good plot", "pos"), ("dull plot", "neg")]


def test_a_suffix_stands_for_one_format():
    assert max(Counter(SUFFIXES).values()) == 1
    assert [format_of(f"some{suffix}") for suffix in SUFFIXES] == [
        one for one in FORMATS for _ in one.suffixes
    ]
    assert format_of("some.linnet") is None


@every_format
def test_the_functions_of_a_format_are_there(one):
    for name in (one.importer, one.exporter):
        module, _, function = name.partition(":")
        assert callable(getattr(import_module(module), function))


@every_format
def test_a_written_model_is_read_with_the_same_labels(one, tmp_path):
    classifier = train(PAIRS, {"learner": "logistic", "word_pattern": "sklearn"})
    for suffix in one.suffixes:
        file = io.BytesIO()
        assert one.write(classifier, file, suffix) == ""
        path = tmp_path / f"model{suffix}"
        path.write_bytes(file.getvalue())
        texts = [text for text, _ in PAIRS]
        assert one.read(str(path)).classify(texts) == classifier.classify(texts)


def test_the_register_imports_nothing_heavy():
    code = "import sys, linnet.storage.formats; print({'numpy', 'sklearn'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "set()\n"

"""Run scikit-learn's own tests, from the installed package, with our classes in place of theirs.

    python tests/sklearn/substitution.py [FILE …]

Prints how many passed, failed and were skipped, and the reason of each that did not pass. FILES
says which names of a test file are ours; tests of others are left out. SKIPS says which more are
none of our business, and why.
"""

import importlib
import inspect
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

# test file: the names to replace in it, all of linnet.sklearn
FILES: dict[str, tuple[str, ...]] = {
    "sklearn.feature_extraction.tests.test_text": (
        "CountVectorizer",
        "HashingVectorizer",
        "TfidfTransformer",
        "TfidfVectorizer",
    ),
    "sklearn.tests.test_naive_bayes": (
        "BernoulliNB",
        "CategoricalNB",
        "ComplementNB",
        "GaussianNB",
        "MultinomialNB",
    ),
    "sklearn.linear_model.tests.test_logistic": ("LogisticRegression",),
    "sklearn.svm.tests.test_svm": ("LinearSVC",),
    "sklearn.linear_model.tests.test_perceptron": ("Perceptron",),
    "sklearn.linear_model.tests.test_passive_aggressive": ("PassiveAggressiveClassifier",),
}
# test files about many classes, of which only tests that name ours count
OTHERS_TOO = tuple(file for file in FILES if "linear_model" in file or "svm" in file)

# test file: test, or test[parameters]: why it says nothing about our classes
SKIPS: dict[str, dict[str, str]] = {
    "sklearn.feature_extraction.tests.test_text": {
        "test_strip_accents": "a function of scikit-learn's that we have no twin of",
        "test_to_ascii": "a function of scikit-learn's that we have no twin of",
    },
    "sklearn.tests.test_naive_bayes": {
        "test_gnb_check_update_with_no_data": "a private function of scikit-learn's"
    },
}

MOST_SKIPPED = 0.15
LEAST_PASSED = 0.95


@dataclass
class Outcome:
    """What became of each test of a file; a plugin of pytest that also skips what SKIPS names.

    What scikit-learn skips by itself (no GPU, another array library) is absent, and does not count.
    """

    skips: dict[str, str]
    names: tuple[str, ...] = ()  # where given, tests that name none of these are left out
    results: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if concerns(item, self.names)]
        for item in items:
            reason = self.skips.get(item.name) or self.skips.get(item.name.split("[")[0])
            if reason:
                item.add_marker(pytest.mark.skip(reason=reason))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.note(report.nodeid, "failed", str(report.longrepr))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid.split("::", 1)[-1]
        if report.skipped:
            told = (
                report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            )
            told = told.removeprefix("Skipped: ")
            self.note(name, "skipped" if told in self.skips.values() else "absent", told)
        elif report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            self.note(name, "failed", crash.message if crash else str(report.longrepr))
        elif report.when == "call":
            self.note(name, "passed", "")

    def note(self, name: str, result: str, reason: str) -> None:
        if self.results.get(name) != "failed":
            self.results[name], self.reasons[name] = result, reason

    @property
    def good(self) -> bool:
        """Whether few enough are skipped, and enough of the others pass."""
        count = Counter(self.results.values())
        applicable = count["passed"] + count["failed"]
        few = count["skipped"] <= MOST_SKIPPED * (applicable + count["skipped"])
        return applicable > 0 and few and count["passed"] >= LEAST_PASSED * applicable


def concerns(item: Any, names: tuple[str, ...]) -> bool:
    """Return whether a test names one of ours, and is not given an estimator of theirs to test."""
    if not names:
        return True
    given = list(item.callspec.params.values()) if hasattr(item, "callspec") else []
    theirs = [
        one
        for one in given
        if hasattr(one, "get_params") and kind_of(one).__module__.startswith("sklearn.")
    ]
    ours = re.search(rf"\b({'|'.join(names)})\b", inspect.getsource(item.function)) or any(
        kind_of(one).__name__ in names for one in given
    )
    return bool(ours) and not theirs


def kind_of(one: Any) -> type:
    return one if isinstance(one, type) else type(one)


@contextmanager
def substituted(names: tuple[str, ...]) -> Iterator[None]:
    """Put our classes wherever scikit-learn has its own of these names, for as long as a test file
    is imported.
    """
    ours = importlib.import_module("linnet.sklearn")
    replaced: list[tuple[Any, str, Any]] = []
    for name in names:
        mine = getattr(ours, name)
        for module in [
            module for key, module in sys.modules.items() if key.split(".")[0] == "sklearn"
        ]:
            theirs = vars(module).get(name)
            if isinstance(theirs, type) and theirs is not mine:
                replaced.append((module, name, theirs))
                setattr(module, name, mine)
    try:
        yield
    finally:
        for module, name, theirs in replaced:
            setattr(module, name, theirs)


def rename_inside(test: ModuleType, names: tuple[str, ...]) -> None:
    """Let a test file find our classes in the modules it has imported too: `svm.LinearSVC`."""
    ours = importlib.import_module("linnet.sklearn")
    for name, value in list(vars(test).items()):
        if isinstance(value, ModuleType) and value.__name__.startswith("sklearn"):
            mine = {one: getattr(ours, one) for one in names if hasattr(value, one)}
            if mine:
                setattr(test, name, SimpleNamespace(**{**vars(value), **mine}))


def run(file: str) -> Outcome:
    """Run one test file of scikit-learn's with our classes in it."""
    importlib.import_module(file)  # so that everything that has the names is there
    del sys.modules[file]
    with substituted(FILES[file]):
        module = importlib.import_module(file)  # pytest takes it as it finds it
    rename_inside(module, FILES[file])
    outcome = Outcome(SKIPS.get(file, {}), FILES[file] if file in OTHERS_TOO else ())
    plain = ["-p", "no:cacheprovider", "-p", "no:terminal", "-c", "/dev/null"]
    pytest.main([*plain, "--import-mode=prepend", str(module.__file__)], plugins=[outcome])
    return outcome


def main(files: list[str]) -> int:
    """Run these files, all if none is named, and tell."""
    outcomes = {file: run(file) for file in files or FILES}
    for file, outcome in outcomes.items():
        count = Counter(outcome.results.values())
        told = ", ".join(f"{count[result]} {result}" for result in ("passed", "failed", "skipped"))
        print(f"{file}: {told}{'' if outcome.good else ' — NOT GOOD ENOUGH'}")
        for name, reason in outcome.reasons.items():
            if outcome.results[name] in ("failed", "skipped"):
                print(
                    f"  {outcome.results[name]:8} {name}: "
                    f"{reason.splitlines()[0] if reason else ''}"
                )
    return 0 if all(outcome.good for outcome in outcomes.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The cases that follow from the tables: a name and commands, run in a folder of its own."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from sameness import tables
from sameness.chains import CHAINS


@dataclass(frozen=True)
class Case:
    """Commands that are run one after the other; all that they write and print is compared."""

    name: str
    commands: tuple[str, ...]

    @property
    def folder(self) -> str:
        """The name of the folder that it is run in."""
        return re.sub(r"[^\w.=-]+", "-", self.name)

    @property
    def learners(self) -> set[str]:
        """The learners that it names."""
        text = " ".join(self.commands)
        return set(re.findall(r"--learner (\S+)", text))


def all_cases(learners: Iterable[str]) -> list[Case]:
    """Return every case; `learners` are those that the program has."""
    text_learners = [name for name in learners if name not in tables.NOT_FOR_TEXTS]
    cases = [
        *learner_cases(text_learners),
        *setting_cases(),
        *calibration_cases(),
        *solver_cases(),
        *column_cases(),
        *totals_cases(),
        *approximate_cases(),
        *chain_cases(),
    ]
    _check_folders(cases)
    return cases


def learner_cases(learners: Iterable[str]) -> Iterator[Case]:
    """Yield every learner on every data set, by itself and with each of the main settings."""
    for learner, data_set in product(learners, tables.DATA_SETS):
        name = f"{data_set} {learner}"
        options = _learner_options(learner)
        yield _on_data_set(name, data_set, tables.LEARNER_COMMANDS, options)

        for setting, more in tables.MAIN_SETTINGS.items():
            both = f"{options} {more}"
            yield _on_data_set(f"{name}, {setting}", data_set, tables.SETTING_COMMANDS, both)


def setting_cases() -> Iterator[Case]:
    """Yield every other setting, on the data set of its line."""
    for data_set, options in tables.SETTINGS:
        name = f"{data_set} {_in_words(options)}"
        yield _on_data_set(name, data_set, tables.SETTING_COMMANDS, options)


def calibration_cases() -> Iterator[Case]:
    """Yield every calibration of the learners and data sets that are listed for it."""
    chosen = product(tables.CALIBRATED_DATA_SETS, tables.CALIBRATED_LEARNERS, tables.CALIBRATIONS)
    for data_set, learner, calibration in chosen:
        name = f"{data_set} {learner}, calibration {calibration}"
        options = f"{_learner_options(learner)} --calibration {calibration}"
        yield _on_data_set(name, data_set, tables.SETTING_COMMANDS, options)


def solver_cases() -> Iterator[Case]:
    """Yield every solver with every loss, penalty and offset that it can do."""
    chosen = product(tables.SOLVED_DATA_SETS, tables.SOLVINGS, tables.OFFSETS)
    for data_set, solving, offset in chosen:
        problem = f"--learner {solving.learner} --loss {solving.loss} --penalty {solving.penalty}"
        for solver in solving.solvers.split():
            options = f"{problem} --solver {solver} --offset {offset} --rounds 50"
            name = f"{data_set} {_in_words(options)}"
            yield _on_data_set(name, data_set, tables.SETTING_COMMANDS[:1], options)


def column_cases() -> Iterator[Case]:
    """Yield every way to use columns beside the text."""
    for options in tables.COLUMN_SETTINGS:
        tokenizer = re.search(r"--tokenizer \S+", options)
        reading = "" if tokenizer is None else tokenizer[0]
        commands = _filled(tables.COLUMN_COMMANDS, options=options, reading=reading)
        yield Case(f"orders {_in_words(options)}", commands)


def totals_cases() -> Iterator[Case]:
    """Yield what is learned, forgotten and put together, exactly."""
    chosen = product(tables.TOTALS_LEARNERS, tables.TOTALS_SETTINGS.items())
    for learner, (setting, more) in chosen:
        options = f"{_learner_options(learner)} {more}"
        name = f"learn, forget and merge {learner}, {setting}"
        yield Case(name, _filled(tables.TOTALS_COMMANDS, options=options))


def approximate_cases() -> Iterator[Case]:
    """Yield what is learned by going on from the weights that are there."""
    chosen = product(tables.APPROXIMATE_LEARNERS, tables.APPROXIMATE_SETTINGS.items())
    for learner, (setting, more) in chosen:
        options = f"{_learner_options(learner)} {more}"
        name = f"learn more {learner}, {setting}"
        yield Case(name, _filled(tables.APPROXIMATE_COMMANDS, options=options))


def chain_cases() -> Iterator[Case]:
    """Yield the chains as they are."""
    for name, commands in CHAINS.items():
        yield Case(name, commands)


def _learner_options(learner: str) -> str:
    needed = tables.NEEDED_SETTINGS.get(learner, "")
    return f"--learner {learner} {needed}"


def _on_data_set(name: str, data_set: str, commands: Iterable[str], options: str) -> Case:
    chosen = tables.DATA_SETS[data_set]
    return Case(name, _filled(commands, options=options, **chosen._asdict()))


def _filled(commands: Iterable[str], **values: str) -> tuple[str, ...]:
    return tuple(command.format(**values) for command in commands)


def _in_words(options: str) -> str:
    """Return options without their dashes, as a name.

    >>> _in_words("--learner svm --chars-in-words 3-4 --narrow")
    'svm chars-in-words 3-4 narrow'
    """
    return options.removeprefix("--learner ").replace("--", "").replace("data/", "")


def _check_folders(cases: Iterable[Case]) -> None:
    seen = set[str]()
    for case in cases:
        if case.folder in seen:
            raise AssertionError(f"a case must have a name of its own; got {case.name!r} twice.")
        seen.add(case.folder)

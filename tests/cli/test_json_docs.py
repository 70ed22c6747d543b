"""docs/json.md says exactly which keys every command prints, and of which type."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from linnet import sample
from linnet.cli.commands.demo import halves
from linnet.cli.main import COMMANDS

PAGE = Path(__file__).parents[2] / "docs" / "json.md"
LEAKS = ["documents", "leaking", "empty", "exact", "near", "group", "columns"]
FOUND = ["documents", "same_label", "examples"]
DRIFT = [
    "documents", "training_documents", "shifted", "sentence", "shifts", "not_measured", "domain",
]  # fmt: skip
EXAMPLE = ["row", "text", "twin_row", "twin_text", "same_label", "likeness"]


def are_leaks(value) -> bool:
    """Whether leaks are as the page says."""
    if value is None or list(value) != LEAKS:
        return False
    found = [value[kind] for kind in ("exact", "near", "group") if value[kind] is not None]
    examples = [example for one in found for example in one["examples"]]
    return all(list(one) == FOUND for one in found) and all(
        list(example) == EXAMPLE for example in examples
    )


def is_skipped(value) -> bool:
    """Whether what was left out is as the page says."""
    if list(value) != ["reasons", "labels", "unknown_labels"]:
        return False
    reasons = all(list(one) == ["reason", "rows", "first_row", "got"] for one in value["reasons"])
    return reasons and all(
        list(one) == ["label", "skipped", "left", "readable"] for one in value["labels"]
    )


TYPES = {
    "integer": lambda value: type(value) is int,
    "number": lambda value: type(value) in (int, float),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "measure": lambda value: isinstance(value, dict) and list(value) == ["value", "interval"],
    "leaks": are_leaks,
    "skipped": is_skipped,
    "drift": lambda value: isinstance(value, dict) and list(value) == DRIFT,
    "null": lambda value: value is None,
    "any": lambda value: value is not ...,
}
# Described once, at the top of the page.
WHOLE = ("measure", "leaks", "skipped", "drift")
# Not in every line, as the page says.
SOMETIMES = {
    "best_guess",
    "best_guess_probability",
    "file",
    "margin",
    "probabilities",
    "probabilities.*",
    "top",
    "top[].label",
    "top[].probability",
    "flags",
}


@dataclass(frozen=True)
class Section:
    """The table and the example of one kind of output."""

    types: dict[str, str]
    example: str


def sections() -> dict[str, Section]:
    """What the page says, by the title of each part."""
    parts = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.M)[1:]
    return {part.splitlines()[0].removeprefix("linnet "): section_of(part) for part in parts}


def section_of(part: str) -> Section:
    types = dict(re.findall(r"^\| `([^`]+)` \| ([^|]+) \|", part, flags=re.M))
    return Section(
        {key: kind.strip() for key, kind in types.items()},
        re.findall(r"```json\n(.*?)```", part, re.S)[0],
    )


SECTIONS = sections()


def found(value, types: dict[str, str], path: str = ""):
    """Yield every key path in a value, names of the data as *, with what stands there."""
    if isinstance(value, list):
        for entry in value:
            if isinstance(entry, dict):
                yield from found(entry, types, f"{path}[]")
    elif isinstance(value, dict) and not types.get(path, "").startswith(WHOLE):
        for key, inner in value.items():
            start = f"{path}." if path else ""
            name = start + ("*" if f"{start}*" in types else key)
            yield name, inner
            yield from found(inner, types, name)


def check(values: list, section: Section, missing: frozenset[str] = frozenset()) -> None:
    """Compare values with a section: no key more, none less, every type right."""
    pairs = [pair for value in values for pair in found(value, section.types)]
    assert {name for name, _ in pairs} | missing == set(section.types)
    for name, value in pairs:
        kinds = section.types[name].split(" or ")
        assert any(TYPES[kind](value) for kind in kinds), (name, value)


def objects(text: str) -> list:
    """The JSON objects of a text, one after the other."""
    decoder, values, text = json.JSONDecoder(), [], text.strip()
    while text:
        value, end = decoder.raw_decode(text)
        values.append(value)
        text = text[end:].strip()
    return values


def test_every_command_has_a_section():
    assert {title.split(",")[0] for title in SECTIONS} == set(COMMANDS)


@pytest.mark.parametrize("title", list(SECTIONS))
def test_examples_have_the_keys_of_the_table(title):
    section = SECTIONS[title]
    # An example need not show every flag, two kinds of model, or several files.
    shown = {name for value in objects(section.example) for name, _ in found(value, section.types)}
    check(
        objects(section.example),
        section,
        frozenset({"flags.*", "margin", "file"} & set(section.types) - shown),
    )


def asked_for_more(run, model) -> dict:
    """The keys of an evaluation that are there only when asked for."""
    found = run(
        "evaluate",
        model,
        "new.csv",
        "--spam",
        "spam",
        "--slice-length",
        "--train",
        "old.csv",
        "--json",
    ).json
    return {key: found[key] for key in ("slices", "spam", "training", "leaks", "without_leaks")}


def first_messages(n: int) -> Path:
    """A file of the first messages of the embedded corpus."""
    lines = sample.path("messages.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    path = Path("messages.csv")
    path.write_text("".join(lines[: n + 1]), encoding="utf-8")
    return path


def first_halves(name):
    """The first 60 documents of a corpus of the demo, and 40 others."""
    learned, held_out = halves(name)
    return learned[:60], held_out[:40]


@pytest.fixture
def printed(run, tmp_path, monkeypatch):
    """What every command really prints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("linnet.cli.commands.demo.halves", first_halves)
    data, few = sample.path("messages.csv"), first_messages(100)
    topics = sample.path("topics.jsonl")
    Path("new.csv").write_text("key,text,label\na,win a prize,spam\nb,see you,ham\nc,zzz,ham\n")
    Path("old.csv").write_text("text,label\nWin a prize!,spam\nlunch,ham\n")
    Path("bad.csv").write_text("text\nwin\nbad,row\n")
    model = "m.linnet"
    run("train", data, "-o", "svm.linnet", "--learner", "svm")
    run("train", data, "-o", model, "--learner", "multinomial")
    run(
        "train", data, "-o", "words.linnet", "--learner", "multinomial", "--word-pattern", "sklearn"
    )
    said = {
        "split": run("split", data, "-o", "parts", "--json").lines,
        "train": run("train", few, "-o", "best.linnet", "--small", "--json").lines,
        "predict": run("predict", model, "new.csv", "-o", "out.csv", "--json").lines,
        "predict, each line": [
            *run("predict", "svm.linnet", "new.csv").lines,
            *run("predict", model, "new.csv", "--min-probability", "0.8").lines,
            *run("predict", model, "new.csv", "old.csv").lines,
            *run("predict", model, "new.csv", "--probabilities", "--top", "2", "--id", "key").lines,
            *run(
                "predict", model, "bad.csv", "--probabilities", "--top", "2", "--skip-bad-rows"
            ).lines,
        ],
        "evaluate": run("evaluate", model, "new.csv", "--json").lines,
        "evaluate, asked for more": [asked_for_more(run, model)],
        "drift": run("drift", model, topics, "--training", data, "--json").lines,
        "compare": run("compare", model, "svm.linnet", "new.csv", "--json").lines,
        "explain": run("explain", model, "win a prize", "--json").lines,
        "inspect": run("inspect", model, "--json").lines,
        "inspect, the record": [run("inspect", "best.linnet", "--json").json["record"]],
        "calibrate": run(
            "calibrate", model, data, "-o", "c.linnet", "--cutoff", "spam=f1", "--json"
        ).lines,
        "cross-validate": run("cross-validate", data, "--folds", "3", "--json").lines,
        "suspects": run("suspects", data, "--top", "2", "--json").lines,
        "tune": run("tune", data, "-o", "t.linnet", "--grid", "smoothing=0.1,1", "--json").lines,
        "curve": run(
            "curve", data, "--along", "smoothing", "--values", "0.1,1", "--folds", "3", "--json"
        ).lines,
        "learn": run("learn", model, "new.csv", "--json").lines,
        "retrain": run(
            "retrain", "svm.linnet", "new.csv", "--training", data, "-o", "r.linnet", "--json"
        ).lines,
        "forget": run("forget", model, "new.csv", "--json").lines,
        "convert": run("convert", "words.linnet", "words.joblib", "--json").lines,
        "sample": run("sample", model, "--json").lines,
        "vectors": run("vectors", model, "new.csv", "-o", "new.svm", "--json").lines,
        "sample, each line": run("sample", model).lines,
        "completion": run("completion", "bash", "--json").lines,
        "man": run("man", "demo", "--json").lines,
        "demo": run("demo", "--json").lines,
    }
    run("train", "new.csv", "-o", "n.linnet")
    return said | {"merge": run("merge", model, "n.linnet", "-o", "all.linnet", "--json").lines}


def test_every_command_prints_what_the_page_says(printed):
    assert set(printed) == set(SECTIONS)
    for title, values in printed.items():
        assert values, title
        assert "line" in title or len(values) == 1, title
        check(values, SECTIONS[title])


def test_what_is_not_asked_is_not_printed(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("new.csv").write_text("text,label\nwin a prize,spam\nsee you,ham\n")
    run("train", "new.csv", "-o", "m.linnet")
    check(
        run("predict", "m.linnet", "new.csv").lines,
        SECTIONS["predict, each line"],
        frozenset(SOMETIMES),
    )

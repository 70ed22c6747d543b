"""Damaged model files, and every command that takes a model.

Each ends with an answer or with one sentence.
"""

import contextlib
import io
import json
import os
import random
import sys
import warnings
from pathlib import Path

import numpy as np

from linnet.cli.main import main
from linnet.storage.classifier_file import NEEDS
from linnet.storage.container import encode, open_file
from tests.golden_models import ASKED, MODELS, SETS, TRAINING, path_of
from tests.hostile.damage import damaged_headers
from tests.hostile.use import limited

OPENED = {name: open_file(path_of(name), NEEDS) for name in MODELS}
HEADERS = {
    name: [metadata for _, metadata in damaged_headers(file.metadata)]
    for name, file in OPENED.items()
}
NUMBERS = (np.nan, np.inf, -np.inf, 1e300, -1e300, 1e38, -1e38, 1e-300, 0.0)
COMMANDS = {
    "predict": "predict {model} {asked} -o {out}.jsonl --json",
    "predict all": "predict {model} {asked} --top 2",
    "predict csv": "predict {model} {many} -o {out}.csv",
    "predict careful": (
        "predict {model} {many} --min-probability 0.6 --keep-columns all "
        "--excel semicolon -o {out}.csv"
    ),
    "predict kept": "predict {model} {many} --keep-columns all -o {out}.parquet",
    "evaluate careful": "evaluate {model} {data} --min-probability 0.6 --json --no-ledger",
    "evaluate": "evaluate {model} {data} --json --no-ledger",
    "evaluate in words": "evaluate {model} {data} --slice-length --no-ledger",
    "drift": "drift {model} {many} --json",
    "drift with labels": "drift {model} {data} --training {data}",
    "report": "evaluate {model} {data} --report {out}.html --no-ledger",
    "explain": "explain {model} {document} --json",
    "explain in words": "explain {model} {document} --html {out}.html",
    "inspect": "inspect {model} --json",
    "inspect in words": "inspect {model}",
    "recipe": "inspect {model} --recipe",
    "learn": "learn {model} {data} -o {out}.linnet --json",
    "retrain": "retrain {model} {data} --training {data} -o {out}.linnet --json",
    "retrain kept": "retrain {model} {data} -o {out}.linnet",
    "forget": "forget {model} {first} -o {out}.linnet --json",
    "merge": "merge {model} {good} -o {out}.linnet --json",
    "merge into": "merge {good} {model} -o {out}.linnet",
    "compare": "compare {model} {good} {data} --json --no-ledger",
    "calibrate": "calibrate {model} {data} -o {out}.linnet --json",
    "sample": "sample {model} --json",
    "vectors": "vectors {model} {data} -o {out}.svm --json",
    "convert": "convert {model} {out}.joblib --json",
}


class Commands:
    """Every command, for any model file of the kind of a golden one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.model = folder / "damaged.linnet"
        self._tokenizer = ["--tokenizer", "builtins:str.split"]  # that of the golden model
        for name, golden in MODELS.items():
            sets = SETS if golden.multilabel else TRAINING["label"]
            self._write(name, "data", {**golden.table(TRAINING), "label": sets})
            self._write(
                name,
                "first",
                {
                    key: values[:2]
                    for key, values in {**golden.table(TRAINING), "label": sets}.items()
                },
            )
            self._write(name, "asked", golden.table(ASKED))
            self._write(
                name, "many", {key: values * 60 for key, values in golden.table(ASKED).items()}
            )

    def _write(self, name, what, table):
        rows = [
            dict(zip(table, values, strict=True)) for values in zip(*table.values(), strict=True)
        ]
        self._path(name, what).write_text("".join(json.dumps(row) + "\n" for row in rows))

    def _path(self, name, what):
        return self.folder / f"{name}-{what}.jsonl"

    def words(self, name, command):
        """Return the words of a command line."""
        golden = MODELS[name]
        paths = {what: self._path(name, what) for what in ("data", "first", "asked", "many")}
        row = {key: values[0] for key, values in golden.table(ASKED).items()}
        fields = [
            f"--field={key}={value if isinstance(value, str) else json.dumps(value)}"
            for key, value in row.items()
        ]
        document = fields if list(row) != ["text"] else [row["text"]]
        said = []
        for word in COMMANDS[command].split():
            filled = word.format(
                model=self.model,
                good=path_of(name),
                out=self.folder / "out",
                document="DOCUMENT",
                **paths,
            )
            said += document if filled == "DOCUMENT" else [filled]
        takes = command.split()[0] not in ("inspect", "recipe", "merge", "sample", "convert")
        return said + (self._tokenizer if golden.tokenizer is not None and takes else [])

    @limited()
    def run(self, name, command):
        """Run a command; return its exit code and what it said, where that is no answer and no
        sentence of ours.
        """
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            warnings.catch_warnings(),
        ):
            # As in a process of its own: a warning of ours is a sentence, and no fault.
            warnings.simplefilter("default", UserWarning)
            try:
                code = main(self.words(name, command))
            except SystemExit as left:
                code = int(left.code or 0)
        out.flush()
        said = out.buffer.getvalue().decode()
        return code, fault_of(
            code,
            said,
            err.getvalue(),
            json_lines=command == "predict all" or "--json" in COMMANDS[command],
        )


def fault_of(code, out, err, *, json_lines):
    """Return what must not be, or None."""
    if code not in (0, 2) or "error of ours" in err or "Traceback" in err:
        return err[-600:]
    if code == 2 and not err.splitlines()[-1].startswith(("linnet: ", '{"error": {')):
        return err[-600:]
    if "encountered in" in err:  # a warning of NumPy's
        return err[-600:]
    if code == 0 and json_lines:
        try:
            for line in out.splitlines():
                json.loads(line, parse_constant=refuse)
        except ValueError as error:
            return f"{error}: {out[:300]}"
    return None


def refuse(number):
    raise ValueError(f"the number {number} in JSON")


def damaged_bytes(name, chance):
    """Return the bytes of a golden model, damaged in one of many ways, and in which."""
    kinds = (bits, runs, cut, numbers, numbers, some_numbers, header)
    kind = chance.choice(kinds)
    return kind(name, chance), kind.__name__


def plain(name, chance):
    """Return the bytes, mostly without a checksum that would find the damage first."""
    data = path_of(name).read_bytes()
    return bytearray(data.replace(b"checksum", b"unwanted") if chance.random() < 0.8 else data)


def bits(name, chance):
    data = plain(name, chance)
    start = 8 + int.from_bytes(data[:8], "little") if chance.random() < 0.7 else 0
    for _ in range(chance.randint(1, 8)):
        data[chance.randrange(start, len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def runs(name, chance):
    data = plain(name, chance)
    start = 8 + int.from_bytes(data[:8], "little") if chance.random() < 0.7 else 0
    at = chance.randrange(start, len(data))
    length = min(chance.randint(1, 64), len(data) - at)
    data[at : at + length] = bytes([chance.choice([0, 0x7F, 0x80, 0xFF])]) * length
    return bytes(data)


def cut(name, chance):
    data = plain(name, chance)
    return bytes(data[: chance.randrange(len(data))])


def numbers(name, chance):
    """Write one number into one array of fractions, whose checksum is then right."""
    return _with_numbers(name, chance, 1)


def some_numbers(name, chance):
    return _with_numbers(name, chance, 4)


def _with_numbers(name, chance, n):
    file = OPENED[name]
    arrays = {array: file.array(array) for array in file.names}
    metadata = dict(file.metadata)
    fractions = [
        array for array, values in arrays.items() if values.dtype.kind == "f" and len(values)
    ]
    for array in [chance.choice(fractions) for _ in range(n)] if fractions else []:
        values = arrays[array].copy()
        first = chance.randrange(len(values))
        with np.errstate(over="ignore"):
            values[first : first + chance.choice([1, 1, len(values)])] = chance.choice(NUMBERS)
        arrays[array] = values
    return encode(metadata, arrays)


def header(name, chance):
    """Write something else into the header, under a right checksum."""
    file = OPENED[name]
    return encode(chance.choice(HEADERS[name]), {array: file.array(array) for array in file.names})


def faults_in(folder, seed, files, commands_each=None):
    """Yield what goes wrong with damaged files and all commands, or some of them."""
    chance, commands = random.Random(seed), Commands(folder)
    for number in range(files):
        name = chance.choice(list(MODELS))
        try:
            data, kind = damaged_bytes(name, chance)
        except Exception as error:  # what cannot be written
            if type(error).__name__ != "SettingError":
                raise
            continue
        commands.model.write_bytes(data)
        tried = (
            list(COMMANDS)
            if commands_each is None
            else chance.sample(list(COMMANDS), commands_each)
        )
        for command in tried:
            code, fault = commands.run(name, command)
            if fault is not None:
                yield {
                    "file": number,
                    "model": name,
                    "damage": kind,
                    "command": command,
                    "code": code,
                    "fault": fault,
                }


if __name__ == "__main__":
    import collections
    import tempfile
    import time

    os.environ["LINNET_LEDGER"] = os.devnull
    start, found = time.process_time(), []
    seed, files = int(sys.argv[1]), int(sys.argv[2])
    for fault in faults_in(Path(tempfile.mkdtemp()), seed, files):
        found.append(fault)
        print(json.dumps(fault), file=sys.stderr, flush=True)
    print(len(found), "faults in", files, "files;", round(time.process_time() - start), "s")
    for key, count in collections.Counter(
        f"{one['command']}: {one['fault'][-100:]}" for one in found
    ).most_common(60):
        print(count, key)

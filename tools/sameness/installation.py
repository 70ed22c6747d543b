"""An installation of linnet as it was at a commit, in a virtual environment of its own."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLE_FOLDER = "src/linnet/sample"


class SetupError(Exception):
    """A sentence that says why nothing can be compared."""


@dataclass(frozen=True)
class Installation:
    """A Python with a linnet."""

    name: str
    python: Path
    is_current: bool

    @property
    def environment(self) -> dict[str, str]:
        """The environment of its processes; PYTHONPATH is for the current linnet alone."""
        environment = dict(os.environ)
        if not self.is_current:
            environment.pop("PYTHONPATH", None)
        return environment

    def start(self, *words: object) -> subprocess.Popen[str]:
        """Start its Python, with what it prints to be read."""
        return subprocess.Popen(
            [str(self.python), "-P", *map(str, words)],
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def where(self) -> str:
        """Return the folder of its linnet."""
        process = self.start("-c", "import linnet; print(linnet.__path__[0])")
        printed, errors = process.communicate()
        if not printed:
            raise SetupError(f"{self.python} must have linnet; got: {errors}")
        return printed.strip()

    def learners(self) -> list[str]:
        """Return the learners that it has, as its help lists them."""
        printed, _ = self.start("-m", "linnet", "train", "--help").communicate()
        listed = re.search(r"--learner NAME\s+([\w\s,-]+);", printed)
        if listed is None:
            raise SetupError(f"linnet train --help must list the learners; got none ({self.name}).")
        names = re.sub(r"-\s+", "-", listed[1])  # a line may end within a name
        return re.split(r"[\s,]+", names.strip())


CURRENT = Installation("new", Path(sys.executable), is_current=True)


def installation_of(commit: str, folder: Path) -> Installation:
    """Return the installation of a commit in a folder; it is made if there is none."""
    wanted = commit_hash(commit)
    note = folder / "commit"
    installed = note.read_text("utf-8") if note.exists() else None
    if installed is None:
        build(wanted, folder)
        note.write_text(wanted, "utf-8")
    elif installed != wanted:
        why = f"{folder} must hold linnet of {wanted}; got {installed}"
        raise SetupError(f"{why}. Name another folder.")
    return Installation("old", folder / "bin" / "python", is_current=False)


def build(commit: str, folder: Path) -> None:
    """Install the linnet of a commit, with other packages of the versions that are here."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    constraints = folder / "constraints.txt"
    constraints.write_text("\n".join(installed_versions()), "utf-8")

    with work_tree(commit, folder / "tree") as tree:
        pip = Pip(folder / "bin" / "python", tree, constraints)
        pip.install("--upgrade", "pip>=25.1")
        if has_build_group(tree):
            pip.install("--group", "build")
            pip.install("--no-build-isolation", ".[report]")
        else:
            pip.install(".[report]")


@dataclass(frozen=True)
class Pip:
    """The pip of a virtual environment, run in a work tree."""

    python: Path
    tree: Path
    constraints: Path

    def install(self, *words: str) -> None:
        """Install packages; pip says only what goes wrong."""
        environment = Installation("old", self.python, is_current=False).environment
        environment["PIP_CONSTRAINT"] = str(self.constraints)
        command = [str(self.python), "-m", "pip", "install", "-qq", *words]
        ended = subprocess.run(command, cwd=self.tree, env=environment, check=False)
        if ended.returncode != 0:
            raise SetupError(f"pip must install {words[-1]} for the old linnet; got an error.")


def installed_versions() -> list[str]:
    """Return what pins other packages to the versions here: another NumPy may round otherwise."""
    versions = {package.name: package.version for package in distributions()}
    versions.pop("linnet", None)
    return [f"{name}=={version}" for name, version in sorted(versions.items())]


def has_build_group(tree: Path) -> bool:
    """Return whether a tree lists the packages that it is built with."""
    settings = tomllib.loads((tree / "pyproject.toml").read_text("utf-8"))
    return "build" in settings.get("dependency-groups", {})


@contextmanager
def work_tree(commit: str, folder: Path) -> Iterator[Path]:
    """Yield a work tree of a commit, which is removed afterwards."""
    git("worktree", "add", "--detach", str(folder), commit)
    try:
        yield folder
    finally:
        git("worktree", "remove", "--force", str(folder))


def commit_hash(commit: str) -> str:
    """Return the full name of a commit."""
    try:
        return git("rev-parse", "--verify", f"{commit}^{{commit}}").decode().strip()
    except subprocess.CalledProcessError:
        raise SetupError(f"COMMIT must be one of this repository; got {commit!r}.") from None


def sample_of(commit: str, name: str) -> bytes:
    """Return an embedded sample corpus as it was at a commit."""
    return git("show", f"{commit}:{SAMPLE_FOLDER}/{name}")


def git(*words: str) -> bytes:
    """Return what git prints."""
    command = ["git", "-C", str(ROOT), *words]
    return subprocess.run(command, check=True, capture_output=True).stdout

"""A file of code, with what is measured of it."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from code_style.nodes import Function, Statement, statements_in

PYTHON = (".py",)
CPP = (".cpp", ".hpp")
JAVASCRIPT = (".js",)
GENERATED = Path("engine/text/unicode_tables.cpp")


@dataclass(frozen=True)
class Source:
    """A file of code; its path starts at the root of the project."""

    root: Path
    path: Path

    @property
    def folder(self) -> str:
        """The first folder of the path: src, tests, engine, …"""
        return self.path.parts[0]

    @property
    def is_python(self) -> bool:
        """Whether the file is Python."""
        return self.path.suffix in PYTHON

    @property
    def is_cpp(self) -> bool:
        """Whether the file is C++."""
        return self.path.suffix in CPP

    @cached_property
    def text(self) -> str:
        """What the file says."""
        return (self.root / self.path).read_text(encoding="utf-8")

    @cached_property
    def lines(self) -> list[str]:
        """All lines, without their ends."""
        return self.text.removesuffix("\n").split("\n")

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of the syntax tree, the module first."""
        return list(ast.walk(ast.parse(self.text)))

    @cached_property
    def statements(self) -> list[Statement]:
        """All statements but declarations."""
        return list(statements_in(self.nodes[0]))

    @property
    def functions(self) -> list[Function]:
        """All functions, methods and nested ones too."""
        return [node for node in self.nodes if isinstance(node, Function)]

    @property
    def has_own_test(self) -> bool:
        """Whether src/linnet/folder/name.py has a tests/folder/test_name.py."""
        folders = self.path.parent.parts[2:]
        return Path(self.root, "tests", *folders, f"test_{self.path.name}").exists()


Sources = Sequence[Source]


def find_sources(root: Path, paths: Sequence[Path]) -> list[Source]:
    """Return the files of code among some files and folders, generated ones left out."""
    sources = list[Source]()
    for path in paths:
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        code = [file for file in files if file.suffix in (*PYTHON, *CPP, *JAVASCRIPT)]
        sources += [Source(root, file.resolve().relative_to(root.resolve())) for file in code]
    return [source for source in dict.fromkeys(sources) if source.path != GENERATED]

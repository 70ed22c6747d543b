"""Write the types of the compiled engine, src/linnet/_core.pyi.

python tools/make_stub.py            write them
python tools/make_stub.py --check    exit 1 where the file is not what would be written
"""

import argparse
import importlib
import re
import subprocess
import sys
from pathlib import Path

from nanobind.stubgen import StubGen

STUB = Path(__file__).parents[1] / "src" / "linnet" / "_core.pyi"
OUTDATED = f"{STUB.name} is not that of the compiled engine; run: make stub"


def main() -> int:
    """Write or check the stub, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="only compare")
    arguments = parser.parse_args()

    stub = stub_of("linnet._core")
    if not arguments.check:
        STUB.write_text(stub, encoding="utf-8")
        return 0
    if STUB.read_text(encoding="utf-8") == stub:
        return 0
    print(OUTDATED, file=sys.stderr)
    return 1


def stub_of(module: str) -> str:
    """Return the stub of a compiled module, formatted."""
    generator = StubGen(importlib.import_module(module), include_docstrings=False, quiet=True)
    generator.put(generator.module)
    return formatted(shortened(generator.get()))


def shortened(stub: str) -> str:
    """Return the stub with NDArray by its own name, and without the values of constants."""
    stub = stub.replace("numpy.typing.NDArray", "NDArray")
    stub = stub.replace("import numpy.typing\n", "from numpy.typing import NDArray\n")
    return re.sub(r"^([A-Z_]+: \w+) = .*$", r"\1", stub, flags=re.MULTILINE)


def formatted(stub: str) -> str:
    """Return the stub as ruff formats it."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(STUB), "-"]
    done = subprocess.run(command, input=stub, capture_output=True, text=True, check=True)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())

"""scikit-learn's own tests pass with our classes in them."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.sklearn.substitution import FILES

SCRIPT = Path(__file__).with_name("substitution.py")


@pytest.mark.parametrize("file", FILES)
def test_scikit_learns_own_tests_pass_with_our_classes(file):
    done = subprocess.run(
        [sys.executable, SCRIPT, file], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr

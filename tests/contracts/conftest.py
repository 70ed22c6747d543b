"""The toy learner stands in the register while a contract is tested."""

import pytest

from tests.contracts.learners import registered


@pytest.fixture(autouse=True)
def toy_learner():
    """Register the toy learner."""
    with registered:
        yield

"""What the engine's solvers and online learners learn from: rows and targets as one problem."""

import numpy as np

from linnet import _core
from linnet.errors import SettingError
from linnet.features.rows import Rows
from linnet.learning.targets import Targets


def problem_of(rows: Rows, targets: Targets, n_columns: int) -> _core.Problem:
    """Return documents as the engine takes them; arrays of its types are not copied.

    >>> rows = Rows(np.array([0, 1, 2]), np.array([0, 1], np.int32), np.array([2.0, 1.0]))
    >>> problem = problem_of(rows, Targets.of(np.array([0, 1], np.int32), 2), n_columns=2)
    >>> problem.n_documents, problem.n_outputs
    (2, 1)
    """
    values = rows.values.astype(np.float64, copy=False)
    engine_targets = _core.Targets(
        starts=targets.starts,
        codes=targets.codes,
        n_labels=targets.n_labels,
        weights=targets.weights,
    )
    try:
        return _core.Problem(
            rows=_core.Rows(rows.starts, rows.columns, values),
            targets=engine_targets,
            n_columns=n_columns,
        )
    except _core.Refusal as error:
        raise SettingError(str(error)) from None

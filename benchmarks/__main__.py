"""`python -m benchmarks [NAME …]`: run all benchmarks, or those named, and print their ratios."""

import sys
from importlib import import_module

NAMES = (
    "text_to_counts",
    "words_per_second",
    "train_process",
    "cross_validation",
    "classify_call",
    "start_up",
    "memory",
    "linear_process",
    "solvers",
    "tune_process",
    "accuracy",
    "sklearn_pipeline",
    "out_of_core",
    "sklearn_linear",
    "nltk_names",
)


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        print(
            f"benchmarks: there is no {unknown[0]!r}. Choose from: {', '.join(NAMES)}.",
            file=sys.stderr,
        )
        return 2
    for name in names or NAMES:
        module = import_module(f"benchmarks.{name}")
        print(f"\n== {name}: {(module.__doc__ or '').splitlines()[0]}", flush=True)
        module.run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

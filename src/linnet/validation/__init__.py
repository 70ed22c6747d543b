"""Documents a model has not learned: folds, out-of-fold scores, evaluation, comparison."""

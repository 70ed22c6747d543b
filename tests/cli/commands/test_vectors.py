"""linnet vectors: documents as numbers that other programs read, and read back."""

import numpy as np
import pytest
from sklearn.datasets import load_svmlight_file

import linnet


@pytest.fixture
def films(tmp_path):
    path = tmp_path / "films.csv"
    path.write_text("text,label\ngood good film,pos\nbad film,neg\n,neg\n")
    return path


def test_rows_names_and_the_same_numbers_in_scikit_learn(films, tmp_path, run):
    model, out, names = (str(tmp_path / name) for name in ("m.linnet", "out.svm", "names.txt"))
    run("train", str(films), "-o", model)
    assert (
        "3 documents, 3 features"
        in run("vectors", model, str(films), "-o", out, "--names", names).out
    )
    assert (tmp_path / "out.svm").read_text() == "pos 2:1 3:2\nneg 1:1 2:1\nneg\n"
    assert (tmp_path / "names.txt").read_text() == "bad\nfilm\ngood\n"
    (tmp_path / "numbers.svm").write_text(
        (tmp_path / "out.svm").read_text().replace("pos", "1").replace("neg", "0")
    )
    table, codes = load_svmlight_file(str(tmp_path / "numbers.svm"))
    assert table.toarray().tolist() == [[0, 1, 2], [1, 1, 0], [0, 0, 0]]
    assert codes.tolist() == [1, 0, 0]


def test_weighed_numbers_train_the_same_model_again(films, tmp_path, run):
    model, out, again = (str(tmp_path / name) for name in ("m.linnet", "out.svm", "again.linnet"))
    run("train", str(films), "-o", model, "--weighting", "tfidf", "--learner", "svm")
    run("vectors", model, str(films), "-o", out)
    assert (
        run("train", out, "-o", again, "--learner", "svm").code == 0
    )  # named features are found by themselves
    mine, theirs = (np.asarray(linnet.load(one).model.weights.dense) for one in (model, again))
    np.testing.assert_allclose(mine, theirs, atol=1e-6)
    assert (
        run("cross-validate", out, "--learner", "svm", "--folds", "2", "--json").json["documents"]
        == 3
    )
    assert "no text" not in run("predict", again, out).out


def test_lists_of_labels_have_commas(tmp_path, run):
    data, model, out = tmp_path / "x.jsonl", str(tmp_path / "m.linnet"), tmp_path / "out.svm"
    data.write_text('{"text": "a", "label": ["x", "y"]}\n{"text": "b", "label": []}\n')
    run("train", str(data), "-o", model)
    assert run("vectors", model, str(data), "-o", str(out)).code == 0
    assert out.read_text().splitlines()[0] == "x,y 1:1"


def test_labels_that_the_format_cannot_have_leave_no_file(tmp_path, run):
    data, model, out = tmp_path / "x.csv", str(tmp_path / "m.linnet"), tmp_path / "out.svm"
    data.write_text("text,label\na,very good\nb,bad\n")
    run("train", str(data), "-o", model)
    said = run("vectors", model, str(data), "-o", str(out))
    assert said.code == 2
    assert "a label must have no space" in said.err
    assert not out.exists()


def test_likelihood_of_each_generative_model(tmp_path, run):
    data, model = tmp_path / "x.csv", str(tmp_path / "m.linnet")
    data.write_text("text,age,label\na,1,x\nb,3,x\nb,7,y\nb b,9,y\n")
    run("train", str(data), "-o", model)
    # x: 1/2 · 2/4, 1/2 · 2/4; y: 1/2 · 4/5, 1/2 · (4/5)². Bags of one, and of "b b", have one order
    # only.
    expected = np.log([1 / 4, 1 / 4, 2 / 5, 8 / 25]).sum()
    assert run("evaluate", model, str(data), "--likelihood", "--json").json[
        "log_likelihood"
    ] == pytest.approx(expected)
    assert (
        f"log-likelihood  {expected:.4f}" in run("evaluate", model, str(data), "--likelihood").out
    )
    run(
        "train",
        str(data),
        "-o",
        model,
        "--learner",
        "gaussian",
        "--words",
        "none",
        "--numeric",
        "age",
    )
    # Means 2 and 8, variance 1, each number one deviation off.
    expected = 4 * (np.log(1 / 2) - 0.5 * np.log(2 * np.pi) - 0.5)
    found = run("evaluate", model, str(data), "--likelihood", "--json").json["log_likelihood"]
    assert found == pytest.approx(expected, abs=1e-6)
    run("train", str(data), "-o", model, "--learner", "poisson")
    # Rates of a and b: x 2/3, 2/3; y 1/3, 4/3. P(k) = rate^k e^-rate / k!.
    x, y = np.log(1 / 2) + np.log(2 / 3) - 4 / 3, np.log(1 / 2) - 5 / 3
    expected = 2 * x + (y + np.log(4 / 3)) + (y + 2 * np.log(4 / 3) - np.log(2))
    found = run("evaluate", model, str(data), "--likelihood", "--json").json["log_likelihood"]
    assert found == pytest.approx(expected)
    run("train", str(data), "-o", model, "--learner", "logistic")
    assert (
        "a likelihood needs a model of one of multinomial"
        in run("evaluate", model, str(data), "--likelihood").err
    )
    run("train", str(data), "-o", model, "--smoothing", "0")
    (tmp_path / "y.csv").write_text("text,label\na,y\n")
    assert (
        run("evaluate", model, str(tmp_path / "y.csv"), "--likelihood", "--json").json[
            "log_likelihood"
        ]
        is None
    )


def test_explain_takes_texts_of_models_that_also_count_them(tmp_path, run):
    data, model = tmp_path / "x.csv", str(tmp_path / "m.linnet")
    data.write_text("text,label\ngood film,p\nbad,n\n")
    run("train", str(data), "-o", model, "--learner", "logistic", "--length")
    assert "length:value" in run("explain", model, "good film").out
    classifier = linnet.load(model)
    assert classifier.explain(("good film",)).scores == classifier.explain("good film").scores

"""linnet inspect."""

import linnet
from linnet.recipe.recipe import Recipe


def test_recipe_is_toml_only(run, model):
    assert Recipe.from_toml(run("inspect", model, "--recipe").out) == Recipe()


def test_the_printed_recipe_makes_the_same_file(run, data, tmp_path):
    first, again, file = tmp_path / "a.linnet", tmp_path / "b.linnet", tmp_path / "recipe.toml"
    run(
        "train",
        data,
        "-o",
        first,
        "--words",
        "1-2",
        "--learner",
        "complement",
        "--stop-words",
        "at,the",
    )
    file.write_text(run("inspect", first, "--recipe").out)
    run("train", data, "-o", again, "--recipe", file)
    assert first.read_bytes() == again.read_bytes()


def test_json_has_what_train_said(run, data, tmp_path):
    path = tmp_path / "m.linnet"
    trained = run("train", data, "-o", path, "--json").json
    result = run("inspect", path, "--json").json
    assert all(
        result[key] == trained[key]
        for key in ("documents", "features", "fingerprint", "exact", "model")
    )
    assert result["labels"] == {"ham": 3, "spam": 3}
    assert result["bytes"] == path.stat().st_size
    assert result["fields"] == ["text"]
    assert result["linnet"] == linnet.__version__


def test_text_shows_documents_and_strongest_features(run, model):
    out = run("inspect", model, "--top", "1").out
    assert "multinomial naive Bayes" in out
    assert "ham            3" in out
    heading = "feature  documents  of the label  contrast  odds ×"
    assert f"Speaking for ham (1 feature):\n{heading}\nat " in out
    assert "Speaking for" not in run("inspect", model, "--top", "0").out


def test_what_is_no_model_is_refused(run, data, tmp_path):
    for path in (data, tmp_path / "none.linnet", tmp_path):
        ran = run("inspect", path)
        assert ran.code == 2
        assert ran.err.count("\n") == 1


def test_the_weight_of_documents_is_shown_where_it_is_not_their_number(run, model, tmp_path):
    assert "documents    6\n" in run("inspect", model).out
    data, path = tmp_path / "weighted.csv", tmp_path / "weighted.linnet"
    data.write_text("text,label,n\nwin,spam,0.5\nnoon,ham,3\n")
    run("train", data, "-o", path, "--weight", "n")
    assert "documents    2, of weight 3.5\n" in run("inspect", path).out
    assert run("inspect", path, "--json").json["weight"] == 3.5


def test_a_feature_that_vetoes_another_label_leads_without_end(run, data, tmp_path):
    path = tmp_path / "strict.linnet"
    run("train", data, "-o", path, "--smoothing", "0")
    first = run("inspect", path, "--json").json["strongest"]["ham"][0]
    assert first == {"feature": "at", "documents": 3, "of_label": 3, "lead": None, "odds": None}
    assert "veto" in run("inspect", path).out


def test_margins_have_no_odds_and_linear_models_no_documents_of_a_label(run, data, tmp_path):
    path = tmp_path / "svm.linnet"
    run("train", data, "-o", path, "--learner", "svm")
    first = run("inspect", path, "--json").json["strongest"]["ham"][0]
    assert (first["odds"], first["of_label"]) == (None, None)

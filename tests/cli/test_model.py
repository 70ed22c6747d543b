"""What a command says of a model, and what to try next."""


def test_labels_that_look_like_one_are_told(run, tmp_path):
    data = tmp_path / "alike.csv"
    data.write_text("text,label\na,ham\nb, Ham\nc,spam\n")
    ran = run("train", data, "-o", tmp_path / "m.linnet")
    assert "labels ' Ham', 'ham' differ only in case or white space" in ran.err

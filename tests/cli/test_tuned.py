"""The honest estimate of a search, in words."""


def test_twins_of_reserved_documents_are_told(run, tmp_path):
    rows = [
        f"{word} number {n},{label}"
        for n in range(30)
        for word, label in (("win", "spam"), ("noon", "ham"))
    ]
    data = tmp_path / "twice.csv"
    data.write_text("\n".join(["text,label", *rows, *rows]) + "\n")
    ran = run("tune", data, "-o", tmp_path / "m.linnet", "--grid", "smoothing=1,2")
    assert (
        "of them have near-duplicates among the documents that the recipe was chosen on" in ran.out
    )
    assert (
        run("tune", data, "-o", tmp_path / "m.linnet", "--grid", "smoothing=1,2", "--json").json[
            "leaking"
        ]
        > 0
    )


def test_calibration_is_told_before_and_after_and_can_be_left_out(run, messages, tmp_path):
    model = tmp_path / "m.linnet"
    assert (
        "Calibrated by parts that models had not learned"
        in run("tune", messages, "-o", model, "--grid", "words=1").out
    )
    found = run(
        "tune", messages, "-o", model, "--grid", "words=1", "--calibration", "none", "--json"
    ).json
    assert found["uncalibrated"] is None
    assert "calibration" not in found["recipe"]


def letters(tmp_path, copies):
    """Sixty letters of different words, and copies of some of them."""
    rows = []
    for n in range(60):
        words = " ".join(f"w{(n * 7919 + i * i * 31) % 997}" for i in range(9))
        rows.append(f"{'win' if n % 2 else 'noon'} {words},{'spam' if n % 2 else 'ham'}")
    copied = [row.replace(",", " again,") for row in rows[:copies]]
    data = tmp_path / "letters.csv"
    data.write_text("\n".join(["text,label", *rows, *copied]) + "\n")
    return data


def test_copies_are_noticed_and_kept_in_one_fold(run, tmp_path):
    data = letters(tmp_path, copies=10)
    model = tmp_path / "m.linnet"
    sentence = (
        "20 of 70 documents are exact or near duplicates of others; copies are kept in one fold, "
        "so that the estimate is honest.\n"
    )
    for command in (("train",), ("tune", "--grid", "words=1")):
        words = (*command, data, "-o", model)
        out = run(*words).out
        assert sentence in out
        assert "that the recipe was chosen on" not in out
        out = run(*words, "--split-duplicates").out
        assert "copies are kept in one fold" not in out
        assert "near-duplicates among the documents that the recipe was chosen on" in out
    found = run("train", data, "-o", model, "--json").json["choice"]
    assert found["duplicates"] == {"documents": 20, "in_large_groups": 0, "kept_together": 20}


def test_where_there_are_no_copies_nothing_is_said(run, tmp_path):
    data = letters(tmp_path, copies=0)
    assert "duplicates" not in run("train", data, "-o", tmp_path / "m.linnet").out


def test_a_template_is_too_large_to_be_kept_in_one_fold(run, tmp_path):
    data = letters(tmp_path, copies=0)
    add_parcels(data, ("ham",))
    out = run("train", data, "-o", tmp_path / "m.linnet").out
    assert (
        "60 of 120 documents are exact or near duplicates of others; these copies cannot be kept "
        "in one fold: the estimate is too good, unless new documents will have such copies, too.\n"
    ) in out
    assert (
        "60 of them are in a group of more than a tenth of all documents, as from a template; "
        "such a group is divided.\n"
    ) in out
    assert "honest.\n" not in out


def test_copies_of_which_only_some_can_be_kept_in_one_fold(run, tmp_path):
    data = letters(tmp_path, copies=10)
    add_parcels(data, ("ham", "spam"))
    out = run("train", data, "-o", tmp_path / "m.linnet").out
    assert (
        "80 of 130 documents are exact or near duplicates of others; 60 of these cannot be kept "
        "in one fold: the estimate is too good, unless new documents will have such copies, too; "
        "the other 20 are kept in one fold.\n"
    ) in out


def test_a_label_that_is_one_group_of_copies_is_told(run, tmp_path):
    data = letters(tmp_path, copies=0)
    with data.open("a") as file:
        file.write("call this number for your free prize now,prize\n" * 5)
    out = run("train", data, "-o", tmp_path / "m.linnet").out
    assert "5 of 65 documents are exact or near duplicates of others; these copies cannot" in out
    assert (
        "5 of them are in groups that are divided: each fold needs documents, and the model of "
        "the others some of each label.\n"
    ) in out


def add_parcels(data, labels):
    """Add sixty letters from one template."""
    names = ("Ann", "Bob", "Eve", "Joe", "Kim", "Lea", "Max", "Pia", "Tom", "Zoe")
    with data.open("a") as file:
        for number in range(60):
            name = f"{names[number % 10]} {names[number // 10]}"
            file.write(
                f"Dear {name} your parcel was sent today and will be with you in a week if nothing "
                f"stops it on its long way,{labels[number % len(labels)]}\n"
            )


def test_duplicates_do_not_matter_where_there_is_no_estimate(run, data, tmp_path):
    ran = run("train", data, "-o", tmp_path / "m.linnet", "--learner", "svm", "--split-duplicates")
    assert ran.code == 2
    assert "duplicates matter to an estimate" in ran.err

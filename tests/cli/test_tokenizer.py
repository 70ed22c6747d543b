"""--tokenizer: a Python function of a module or of a file cuts the texts of every command that
reads some.
"""

import pytest

LEMMAS = """
from dataclasses import dataclass
FORMS = {"prizes": "prize", "lunches": "lunch", "won": "win"}

@dataclass
class Lemmas:
    forms: "dict[str, str]"
    def cut(self, text):
        return [self.forms.get(word, word) for word in text.split()]

lemmas = Lemmas(FORMS).cut
table = Lemmas(FORMS)

def angry(text):
    raise RuntimeError("no")
"""


@pytest.fixture
def tokens(tmp_path):
    """The option for a file of functions."""
    path = tmp_path / "tokens.py"
    path.write_text(LEMMAS)
    return f"--tokenizer={path}:lemmas"


@pytest.fixture
def model(tmp_path, data, run, tokens):
    path = tmp_path / "lemmas.linnet"
    ran = run("train", data, "-o", path, tokens)
    assert ran.code == 0
    assert "on words, cut by tokens:lemmas." in ran.out
    assert f"explain {path} 'some text of yours' --tokenizer {tmp_path}/tokens.py:lemmas" in ran.out
    return path


def test_every_command_that_reads_texts_takes_it(run, model, data, tokens, tmp_path):
    said = run("explain", model, "lunches prizes", tokens, "--json").json
    assert [one["feature"] for one in said["features"]] == ["lunch", "prize"]
    (tmp_path / "new.csv").write_text("text\nlunches\nprizes\n")
    assert [
        line["label"] for line in run("predict", model, tmp_path / "new.csv", tokens).lines
    ] == ["ham", "spam"]
    assert run("evaluate", model, data, tokens, "--json").json["accuracy"]["value"] == 1
    assert run("cross-validate", data, tokens, "--folds", 2, "--json").json["documents"] == 6
    before = model.read_bytes()
    assert run("learn", model, data, tokens).code == 0
    assert run("forget", model, data, tokens).code == 0
    assert model.read_bytes() == before


def test_commands_that_read_no_texts_need_none(run, model, tmp_path):
    assert "cut by tokens:lemmas" in run("inspect", model).out
    assert 'tokenizer = "tokens:lemmas"' in run("inspect", model, "--recipe").out
    assert run("sample", model).code == 0
    assert run("merge", model, model, "-o", tmp_path / "both.linnet").code == 0


def test_other_commands_say_what_to_pass(run, model, data):
    said = (
        f"linnet: {model} needs the tokenizer tokens:lemmas, a function that no file of ours "
        "holds; got none. "
        "Pass --tokenizer FILE.py:lemmas or MODULE:lemmas.\n"
    )
    for words in (
        ("predict", model, data),
        ("evaluate", model, data),
        ("explain", model, "a"),
        ("learn", model, data),
    ):
        ran = run(*words)
        assert (ran.code, ran.err) == (2, said)


def test_a_recipe_names_it_and_a_module_will_do(run, model, data, tmp_path, tokens):
    recipe = tmp_path / "again.toml"
    recipe.write_text(run("inspect", model, "--recipe").out)
    again = tmp_path / "again.linnet"
    assert (
        "the recipe needs the tokenizer tokens:lemmas"
        in run("train", data, "-o", again, "--recipe", recipe).err
    )
    assert run("train", data, "-o", again, "--recipe", recipe, tokens).code == 0
    assert again.read_bytes() == model.read_bytes()
    assert run("train", data, "-o", again, "--tokenizer", "shlex:split").code == 0
    assert "cut by shlex:split" in run("inspect", again).out
    assert (
        "trained with the tokenizer shlex:split; got tokens:lemmas"
        in run("explain", again, "a", tokens).err
    )


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("lemmas", "--tokenizer must be WHERE:FUNCTION; got 'lemmas'."),
        (":lemmas", "--tokenizer must be WHERE:FUNCTION; got ':lemmas'."),
        ("{tmp}/tokens.py:", "--tokenizer must be WHERE:FUNCTION; got"),
        ("{tmp}/tokens.py:lemma", "must have that function; got AttributeError:"),
        ("{tmp}/none.py:lemmas", "must have that function; got FileNotFoundError:"),
        ("{tmp}/torn.py:lemmas", "must have that function; got SyntaxError:"),
        (
            "no.such.module:lemmas",
            "must have that function; got ModuleNotFoundError: No module named 'no'",
        ),
        (
            "{tmp}/tokens.py:FORMS",
            "linnet: a tokenizer must be a function from a text to its tokens; got {'prizes'",
        ),
        (
            "{tmp}/tokens.py:angry",
            "messages.csv, row 1: the tokenizer tokens:angry must take every text; got RuntimeE",
        ),
    ],
)
def test_what_cannot_be_used_is_said(run, data, tmp_path, tokens, asked, said):
    (tmp_path / "torn.py").write_text("def lemmas(")
    ran = run("train", data, "-o", tmp_path / "m.linnet", "--tokenizer", asked.format(tmp=tmp_path))
    assert ran.code == 2
    assert said in ran.err
    assert not (tmp_path / "m.linnet").exists()


def test_a_method_of_an_object_will_do(run, data, tmp_path, tokens):
    assert (
        run(
            "train", data, "-o", tmp_path / "m.linnet", f"{tokens.removesuffix('lemmas')}table.cut"
        ).code
        == 0
    )


def test_a_lexicon_reads_words_of_its_own(run, tmp_path, tokens):
    (tmp_path / "a.txt").write_text("fine\n")
    lexicons = ("--lexicon", f"x={tmp_path / 'a.txt'}", "--lexicon", f"y={tmp_path / 'a.txt'}")
    ran = run("train", "--learner", "lexicon", *lexicons, "-o", tmp_path / "m.linnet", tokens)
    assert (ran.code, "got lexicons too" in ran.err) == (2, True)

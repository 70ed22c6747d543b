"""A text in colours."""


def test_colours_only_where_there_are_any(run, model, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[" in run("explain", model, "win lunch").out
    hostile = run("explain", model, "win \x1b[5m\u202e lunch").out
    assert "\\x1b[5m\\u202e" in hostile
    assert "\u202e" not in hostile
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run("explain", model, "win lunch").out
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.delenv("FORCE_COLOR")
    assert "\x1b" not in run("explain", model, "win lunch").out

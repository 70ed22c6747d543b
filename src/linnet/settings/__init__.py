"""Every setting, written once, with the standard library only: its kind, default, option, words and help."""

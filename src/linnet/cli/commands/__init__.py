"""One file per command, listed in linnet.cli.main."""

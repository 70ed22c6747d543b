"""Completion scripts, one file per shell: static text, so that no Tab starts Python."""

"""Totals and rows to a LinearModel."""

"""Drawings: score charts, text widths, arrows."""

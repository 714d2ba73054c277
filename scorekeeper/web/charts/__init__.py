"""Geometry of drawings: score charts, text widths, arrows."""

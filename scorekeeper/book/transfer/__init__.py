"""Matches out of a scorebook and into one, as match files and as lists for a spreadsheet."""

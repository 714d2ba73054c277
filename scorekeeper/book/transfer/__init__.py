"""Export of matches as match files or lists for a spreadsheet, and import of match files."""

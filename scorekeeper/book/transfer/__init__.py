"""Export of matches as match files or a list for a spreadsheet, and import of match files."""

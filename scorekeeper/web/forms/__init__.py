"""The forms of the pages: their fields, values and error messages."""

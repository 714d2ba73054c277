"""The forms of the pages: which fields there are, what was typed in them, what is wrong with it."""

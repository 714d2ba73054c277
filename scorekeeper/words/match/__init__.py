"""Sentences about one match: hands, scores, outcome and changes."""

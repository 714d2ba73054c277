"""Sentences about one match: hands, scores, outcome, changes and seats."""

"""Sentences about one match: hands, scores, outcome, changes, seats and notes."""

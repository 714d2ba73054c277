"""A match: its facts, its state, its changes and its outcome."""

"""The use cases of one match: start, load, record, undo, confirm, rematch, delete."""

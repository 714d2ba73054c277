"""The pages of one match: record, correct, undo, watch, share, review."""

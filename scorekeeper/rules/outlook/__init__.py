"""The outlook of a hand: possible results, and the needs of each side."""

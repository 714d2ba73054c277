"""The outlook of a hand: possible results, the needs of each side, and warnings."""

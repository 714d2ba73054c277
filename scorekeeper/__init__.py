"""The scorekeeper for Spades at a real card table."""

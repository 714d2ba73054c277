"""Scoring: contracts, the lines of a hand, and tallies."""

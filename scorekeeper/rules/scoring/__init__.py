"""Scoring: contracts, nils, the lines of a hand, and tallies."""

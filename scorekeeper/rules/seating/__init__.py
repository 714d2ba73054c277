"""Seating and standings of a club evening: several tables of Spades in one event."""

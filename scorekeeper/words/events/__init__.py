"""Sentences for a club evening."""

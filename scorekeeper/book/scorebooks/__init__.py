"""Scorebooks: create, rename, choose, leave, delete; their phones and house rules."""

"""The migrations of the tables, one step after the other."""

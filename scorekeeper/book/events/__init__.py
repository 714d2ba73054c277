"""Club evenings: seating, results, and the matches of their tables."""

"""What matches add up to: kept in small rows with each finished match, and never told by anybody.

- `cells`: which sums a match is a part of (all the time, the season, its year, its month; any house
  rules and its own; who played, with whom, against whom).
- `keeping` writes them in the transaction of the save; whatever deletes, restores or moves matches
  goes through it, too.
- `waiting` keeps them with matches that nobody sees yet, and counts those all at once.
- `renewing` computes them anew from what the single matches say: for `rebuild`, and for a season.
- `persons` knows who is who, `asking` what they add up to, and `singles` what stands out of single
  matches: for the pages, in as many statements whatever the number of matches.
"""

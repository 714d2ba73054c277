"""Statistics: sums over the rows of finished matches, cached in memory.

- `results` writes a row for each seat of a finished match, in the transaction of the save.
- `roster` reads the players of a scorebook, `queries` sums their matches, and `player_details`
  finds single matches that stand out. The number of statements doesn't grow with the matches.
- `cache` keeps sums in memory. Its keys contain the revision of the scorebook's statistics,
  which rises with each change of what they show.
"""

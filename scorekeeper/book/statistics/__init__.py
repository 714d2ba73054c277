"""Statistics: sums over the rows of finished matches, cached in memory.

- `results` writes a row for each seat of a finished match, in the transaction of the save.
- `persons` reads the players of a scorebook, `asking` what their matches add up to, and `singles`
  single matches that stand out: as many statements whatever the number of matches.
- `cache` keeps what was summed, by the revision of the scorebook's statistics, which
  `book.statistics_revision` raises with each change of what they show.
"""

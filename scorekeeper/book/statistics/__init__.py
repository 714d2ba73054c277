"""Statistics: sums over the rows of finished matches, cached in memory.

`results` writes a row for each seat of a finished match, in the transaction of the save. The other
modules read them, with a number of statements that doesn't grow with the matches.
"""

"""What the rules know, as sentences in the reader's language.

A function is named after what it puts into words: `words.table.turn` says whose turn it is. Pages
and command speak with the same words; the language is chosen once, by `words.language.speak`.
"""

from scorekeeper.words import (
    cards,
    changes,
    dates,
    hand,
    house,
    language,
    outcome,
    outlook,
    paper,
    phones,
    referee,
    refusals,
    rule_card,
    rulings,
    score,
    scorebooks,
    seats,
    table,
    tally,
)

__all__ = [
    "cards",
    "changes",
    "dates",
    "hand",
    "house",
    "language",
    "outcome",
    "outlook",
    "paper",
    "phones",
    "referee",
    "refusals",
    "rule_card",
    "rulings",
    "score",
    "scorebooks",
    "seats",
    "table",
    "tally",
]

"""What the rules know, as sentences in the reader's language.

A function is named after what it puts into words: `words.table.turn` says whose turn it is. Pages
and command speak with the same words; the language is chosen once, by `words.language.speak`.
"""

from scorekeeper.words import (
    awards,
    bg_stats,
    cards,
    changes,
    dates,
    hand,
    house,
    language,
    notes,
    outcome,
    outlook,
    phones,
    published,
    referee,
    refusals,
    rule_card,
    rulings,
    score,
    scorebooks,
    seats,
    story,
    table,
    tally,
    what_if,
)

__all__ = [
    "awards",
    "bg_stats",
    "cards",
    "changes",
    "dates",
    "hand",
    "house",
    "language",
    "notes",
    "outcome",
    "outlook",
    "phones",
    "published",
    "referee",
    "refusals",
    "rule_card",
    "rulings",
    "score",
    "scorebooks",
    "seats",
    "story",
    "table",
    "tally",
    "what_if",
]

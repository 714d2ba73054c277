"""The rules' values as sentences in the reader's language.

Functions are verbs: `name_…` and `label_…` return a few words, `format_…` numbers and times,
`describe_…` sentences. Pages and command use the same words; `words.language.speak` sets the
language once.
"""

from scorekeeper.words import dates, errors, house_rules, language, match_file_errors, table
from scorekeeper.words.match import changes, hand, notes, outcome, score, seats, tally
from scorekeeper.words.referee import cards, outlook, pages, rule_card, rulings
from scorekeeper.words.review import (
    awards,
    bg_stats,
    paper,
    records,
    statistics,
    story,
    tags,
    what_if,
)
from scorekeeper.words.scorebooks import backups, history, import_report, phones, scorebook

"""The rules' values as sentences in the reader's language.

Functions are verbs: `name_…` and `label_…` return a few words, `format_…` numbers and times,
`describe_…` sentences. Pages and command use the same words; `words.language.speak` sets the
language once. Sentences that the first page doesn't use are imported when they are used.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorekeeper.words import dates, errors, house_rules, language, table

if TYPE_CHECKING:
    from scorekeeper.words.events import final, guide, organiser, players, playoff, season, tables
    from scorekeeper.words.help import examples, lesson
    from scorekeeper.words.match import changes, hand, notes, outcome, score, seats, tally
    from scorekeeper.words.referee import cards, outlook, pages, rule_card, rulings
    from scorekeeper.words.review import (
        awards,
        bg_stats,
        bidding,
        paper,
        records,
        statistics,
        story,
        tags,
        what_if,
    )
    from scorekeeper.words.scorebooks import (
        backups,
        history,
        import_report,
        phones,
        scorebook,
        season_book,
    )

_FOLDERS = {path.stem: path.parent.name for path in Path(__file__).parent.glob("*/[!_]*.py")}


def __getattr__(name: str) -> Any:
    """Import a module when it is first used."""
    if name not in _FOLDERS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = globals()[name] = import_module(f"{__name__}.{_FOLDERS[name]}.{name}")
    return module

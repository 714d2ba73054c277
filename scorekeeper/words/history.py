"""Words of the history: who won an evening, and what is looked for."""

from collections.abc import Sequence
from datetime import date

from scorekeeper import rules
from scorekeeper.words.dates import format_date
from scorekeeper.words.house_rules import name_preset
from scorekeeper.words.language import N_, ngettext
from scorekeeper.words.language import gettext as _
from scorekeeper.words.outcome import ENDINGS, name_ending
from scorekeeper.words.table import join_names

RESULTS = {"won": N_("won"), "lost": N_("lost")}


def describe_victory(
    winners: Sequence[str], won: int, played: int, *, on_points: bool = False
) -> str:
    """Return who won an evening, and how many of its matches, or that their points decided it."""
    names = join_names(winners)
    if on_points:
        return ngettext(
            "%(names)s won the evening on points",
            "%(names)s won the evening on points",
            len(winners),
            names=names,
        )
    if played == 1:
        return ngettext(
            "%(names)s won the evening", "%(names)s won the evening", len(winners), names=names
        )
    return ngettext(
        "%(names)s won the evening, %(won)s of %(played)s",
        "%(names)s won the evening, %(won)s of %(played)s",
        len(winners),
        names=names,
        won=won,
        played=played,
    )


def list_results() -> dict[str, str]:
    """Return how matches can have ended: for those who are looked for, and at all."""
    return {key: name_result(key) for key in (*RESULTS, *ENDINGS)}


def name_result(key: str) -> str:
    """Return how a match has to have ended."""
    return _(RESULTS[key]) if key in RESULTS else name_ending(key)


def list_house_rules() -> dict[str, str]:
    """Return what house rules matches can have: the usual ones of their game, or others."""
    usual = {rules.USUAL: _("the usual house rules")}
    others = {one.key: name_preset(one) for one in rules.PRESETS if one.changes}
    return usual | others | {rules.OWN: _("house rules of one’s own")}


def describe_since(day: date) -> str:
    """Return from which day on matches are looked for."""
    return _("from %(day)s", day=format_date(day))

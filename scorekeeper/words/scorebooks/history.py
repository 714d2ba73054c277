"""Sentences of the history: winners of evenings, and search filters."""

from collections.abc import Sequence

from scorekeeper import rules
from scorekeeper.words.house_rules import name_preset
from scorekeeper.words.language import N_, gettext as _, ngettext
from scorekeeper.words.match.outcome import ENDINGS, name_ending
from scorekeeper.words.table import join_names

RESULTS = {"won": N_("won"), "lost": N_("lost")}


def describe_victory(
    winners: Sequence[str], won: int, played: int, *, on_points: bool = False
) -> str:
    """Describe the winners of an evening with their wins, or by points."""
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
    return {key: name_result(key) for key in (*RESULTS, *ENDINGS)}


def name_result(key: str) -> str:
    return _(RESULTS[key]) if key in RESULTS else name_ending(key)


def list_house_rules() -> dict[str, str]:
    """Return the names of the house-rule filters: usual for the game, or others."""
    usual = {rules.USUAL: _("usual house rules")}
    others = {preset.key: name_preset(preset) for preset in rules.PRESETS if preset.changes}
    return usual | others | {rules.OWN: _("custom house rules")}

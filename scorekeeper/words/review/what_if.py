"""A match under other house rules, in words."""

from collections.abc import Iterator

from scorekeeper import rules
from scorekeeper.rules.review.what_if import WhatIf, list_other_presets
from scorekeeper.words.errors import describe_error
from scorekeeper.words.language import gettext as _, ngettext
from scorekeeper.words.match.outcome import name_partners_of
from scorekeeper.words.table import capitalize, format_number, prefix_hand


def describe_page(match: rules.Match) -> str:
    """Describe the comparison; empty if no other house rules would score the match differently."""
    if not any(match.scores) or not list_other_presets(match):
        return ""
    return _("The same hands under other house rules")


def describe_winner(look: WhatIf[rules.Match]) -> str:
    """Describe the winner that the match would have had."""
    if look.decision is None:
        return _("The match would still be going.")
    assert look.winner is not None
    names, outcome = name_partners_of(look.match, look.winner), look.match.outcome
    if outcome is None or outcome.winner is None:
        return _("The match would be over. Winner: %(names)s.", names=names)
    if look.winner == outcome.winner:
        return _("Same winner: %(names)s.", names=names)
    return _("Different winner: %(names)s.", names=names)


def format_score(look: WhatIf[rules.Match]) -> str:
    """Format the final points that the sides would have had, the winner first."""
    winner, points = look.winner, look.points_at_end
    ranked = sorted(range(len(points)), key=lambda side: (side != winner, -points[side]))
    return " : ".join(format_number(points[side]) for side in ranked)


def describe_differences(look: WhatIf[rules.Match]) -> Iterator[str]:
    """Yield the differences, each as a sentence with its place."""
    match = look.match
    decided = match.decision and match.decision.place
    if look.decision is not None and look.decision.place != decided:
        place = match.number_of(look.decision.place)
        yield _("It would have ended after hand %(number)s.", number=place)
    if look.unplayed:
        yield ngettext(
            "%(num)d hand would not have been played.",
            "%(num)d hands would not have been played.",
            look.unplayed,
        )
    if look.first_different is None:
        yield _("Every hand would score the same.")
    else:
        place = match.number_of(look.first_different)
        yield _("The first hand to score differently is hand %(number)s.", number=place)
    if look.unbid is not None:
        yield _("The first hand would have had bids. Here it counts as played.")
    for place, error in look.refused_bids:
        sentence = capitalize(describe_error(error, match.players, match.sides))
        yield prefix_hand(match.number_of(place), sentence)

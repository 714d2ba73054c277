"""A paper sheet that is typed in: its total, and its differences from the computed score."""

from collections.abc import Sequence

from scorekeeper import rules
from scorekeeper.words import table
from scorekeeper.words.language import gettext as _, ngettext
from scorekeeper.words.match.outcome import describe_winner_and_score
from scorekeeper.words.match.score_lines import describe_reason


def describe_total(match: rules.Match) -> str:
    """Describe the computed result of a sheet: 15 hands: Ann & Cleo win, 512 : 480."""
    hands = table.format_hands(len(match.scored_hands))
    if match.outcome is not None:
        return f"{hands}: {describe_winner_and_score(match)}"
    standing = " : ".join(table.format_number(side.points) for side in match.standings)
    return _("%(hands)s: %(standing)s, undecided", hands=hands, standing=standing)


def describe_agreement(match: rules.Match, sheet: Sequence[Sequence[int | None]]) -> str:
    """Confirm that all totals on a sheet are right; empty if not, or if there are none."""
    has_totals = any(total is not None for totals in sheet for total in totals)
    return (
        _("The sheet adds up.") if has_totals and not rules.find_differences(match, sheet) else ""
    )


def describe_difference(match: rules.Match, difference: rules.Difference) -> str:
    """Describe the first wrong total of a sheet, its error, and its cause if it is certain."""
    score = match.scores[difference.place - 1]
    assert score is not None
    ours = score[difference.side].standing.points
    values = {
        "side": table.name_side(match.sides[difference.side]),
        "sheet": table.format_number(ours + difference.points),
        "ours": table.format_number(ours),
        "amount": table.format_points(abs(difference.points)),
    }
    sentence = (
        _("%(side)s has %(sheet)s on paper. We count %(ours)s, %(amount)s less.", **values)
        if difference.points > 0
        else _("%(side)s has %(sheet)s on paper. We count %(ours)s, %(amount)s more.", **values)
    )
    rest = _("Apart from these %(amount)s, the rest of the sheet is right.", **values)
    parts = (sentence, _slip(match, difference), rest if difference.stays else "")
    return " ".join(filter(None, parts))


def describe_extra_hands(match: rules.Match, hands: int) -> str:
    """Describe the number of hands typed after the end of the match."""
    sentence = ngettext(
        "the match was already over (%(winner)s). Change the house rules, or clear this hand.",
        "the match was already over (%(winner)s). Change the house rules, or clear the %(num)d "
        "hands from here on.",
        hands,
        winner=describe_winner_and_score(match),
    )
    return table.prefix_hand(match.number_of(match.due_place), sentence)


def _slip(match: rules.Match, difference: rules.Difference) -> str:
    if difference.slip is None:
        return ""
    line = difference.slip.line
    reason = describe_reason(match, match.hands[difference.place - 1], difference.side, line)
    if not difference.slip.turned:
        return _("This was probably left out: %(line)s.", line=reason)
    if line.points < 0:
        return _("This was probably added instead of taken off: %(line)s.", line=reason)
    return _("This was probably taken off instead of added: %(line)s.", line=reason)

"""A sheet of paper that is typed in: what its bids and tricks make, and where it says otherwise."""

from collections.abc import Sequence

from scorekeeper import rules
from scorekeeper.words import counts
from scorekeeper.words.language import gettext as _
from scorekeeper.words.language import ngettext
from scorekeeper.words.outcome import winner
from scorekeeper.words.score import reason
from scorekeeper.words.table import in_hand, number, points, side_name


def sum_of(match: rules.Match) -> str:
    """Return what all that was typed makes: 15 hands: Ann & Cleo win, 512 : 480."""
    counted = len(match.scores) - match.scores.count(None)
    hands = counts.hands(counted)
    if match.outcome is not None:
        return f"{hands}: {winner(match)}"
    standing = " : ".join(number(side.points) for side in match.standings)
    return _("%(hands)s: %(standing)s, not decided", hands=hands, standing=standing)


def agrees(match: rules.Match, sheet: Sequence[Sequence[int | None]]) -> str:
    """Return that the sheet says the same wherever it says anything; nothing where it does not."""
    said = any(total is not None for totals in sheet for total in totals)
    return _("The sheet agrees.") if said and not rules.differences(match, sheet) else ""


def difference(match: rules.Match, found: rules.Difference) -> str:
    """Return where a sheet says otherwise, by how much, and what explains it where that is sure."""
    score = match.scores[found.place - 1]
    assert score is not None
    ours, side = score[found.side].standing.points, side_name(match.sides[found.side])
    values = {"side": side, "sheet": number(ours + found.points), "ours": number(ours)}
    amount = points(abs(found.points))
    if found.points > 0:
        told = _(
            "%(side)s has %(sheet)s on paper, %(amount)s more than the %(ours)s counted here.",
            **values,
            amount=amount,
        )
    else:
        told = _(
            "%(side)s has %(sheet)s on paper, %(amount)s less than the %(ours)s counted here.",
            **values,
            amount=amount,
        )
    return " ".join(filter(None, (told, _slip(match, found), _stays(found, amount))))


def after_the_end(match: rules.Match, hands: int) -> str:
    """Return that so many hands were typed after the match was over."""
    told = ngettext(
        "the match was over before it (%(winner)s). By these house rules it was not played: "
        "change them, or clear it.",
        "the match was over before it (%(winner)s). By these house rules the %(num)d hands from "
        "here on were not played: change them, or clear these.",
        hands,
        winner=winner(match),
    )
    return in_hand(match.number_of(match.due_place), told)


def bid_missing(name: str) -> str:
    """Return that somebody’s bid is missing."""
    return _("the bid of %(name)s is missing.", name=name)


def not_a_bid(written: str) -> str:
    """Return that something is no bid, and how one is written."""
    return _("“%(bid)s” is not a bid: a number, n for nil, b for blind nil.", bid=written)


def _slip(match: rules.Match, found: rules.Difference) -> str:
    if found.slip is None:
        return ""
    line = found.slip.line
    told = reason(match, match.hands[found.place - 1], found.side, line)
    if not found.slip.turned:
        return _("As if this had been left out: %(line)s.", line=told)
    if line.points < 0:
        return _("As if this had been added, not taken off: %(line)s.", line=told)
    return _("As if this had been taken off, not added: %(line)s.", line=told)


def _stays(found: rules.Difference, amount: str) -> str:
    if not found.stays:
        return ""
    return _("But for these %(amount)s the sheet agrees from there on.", amount=amount)

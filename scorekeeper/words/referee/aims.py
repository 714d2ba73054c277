"""The aim of a side in words: the tricks that make its contract, and its other results."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper import rules
from scorekeeper.rules.outlook.aims import Aim
from scorekeeper.rules.outlook.distributions import Happening, View
from scorekeeper.rules.outlook.needs import Need
from scorekeeper.words.language import gettext as _
from scorekeeper.words.referee.outlook import describe_need, describe_tricks


class AimWords(NamedTuple):
    """The needs of a side: the first sentence, the words in it to highlight, and the other results.

    Each other result has the kind of its mark: a happening, or empty.
    """

    first: str
    tricks: str
    others: list[tuple[str, str]]


def describe_aim(
    match: rules.Match, aim: Aim, needs: Sequence[Need], views: Sequence[View]
) -> AimWords:
    """Describe the tricks with which a side makes its contract, then its other results."""
    own = [need for need in needs if need.side == aim.side and need.kind is not Happening.SET]
    wins = _at_once(aim, own)
    first, tricks = _describe_contract(match, aim, wins)
    others = [(str(need.kind), describe_need(match, need)) for need in own if need is not wins]
    winners = {view.side for view in views for one in view.prospects if Happening.WINS in one.ever}
    if winners and aim.side not in winners:
        others.append(("", _("Can’t win this hand")))
    return AimWords(first, tricks, others)


def _at_once(aim: Aim, needs: Sequence[Need]) -> Need | None:
    """Return the need that wins the match with just the tricks that make the contract."""
    return next(
        (
            need
            for need in needs
            if aim.least is not None
            and need.kind is Happening.WINS
            and not (need.possible or need.nils or need.beside is not None)
            and (need.least, need.most)
            == (None if aim.least == min(aim.marks) else aim.least, aim.most)
        ),
        None,
    )


def _describe_contract(match: rules.Match, aim: Aim, wins: Need | None) -> tuple[str, str]:
    """Describe the tricks that make a contract; also return the words for the tricks."""
    if not aim.contract:
        seats = match.house.game.sides[aim.side]
        made = _("Makes both nils %(tricks)s") if len(seats) > 1 else _("Makes nil %(tricks)s")
        tricks = _("without a trick")
        return made % {"tricks": tricks}, tricks
    lowest, highest, least = min(aim.marks), max(aim.marks), aim.least
    if least is None:
        return _("Can’t make %(bid)s", bid=aim.contract), ""
    at_least = None if least == lowest else least
    most = least if lowest < least == highest else aim.most
    tricks = describe_tricks(Need(aim.side, Happening.WINS, at_least, most))
    if wins:
        return _("Makes %(bid)s and wins %(tricks)s", bid=aim.contract, tricks=tricks), tricks
    return _("Makes %(bid)s %(tricks)s", bid=aim.contract, tricks=tricks), tricks

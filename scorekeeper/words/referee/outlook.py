"""The needs and aims of the sides in words."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper import rules
from scorekeeper.rules.outlook.distributions import Happening, View, compute_outlook
from scorekeeper.rules.outlook.least_bid import WinningBids, sum_bids
from scorekeeper.rules.outlook.needs import Aim, Need, NilTakes, condense, find_nearest
from scorekeeper.rules.outlook.tables import OutlookCell
from scorekeeper.words.language import N_, gettext as _, ngettext
from scorekeeper.words.table import format_bags, format_number, join_with_and, name_side

CERTAIN = {
    Happening.WINS: N_("Wins %(tricks)s"),
    Happening.LOSES: N_("Loses %(tricks)s"),
    Happening.TIES: N_("Ties %(tricks)s: another hand"),
    Happening.BAGGED: N_("Bag penalty %(tricks)s"),
}
POSSIBLE = {
    Happening.WINS: N_("May win %(tricks)s"),
    Happening.LOSES: N_("May lose %(tricks)s"),
    Happening.TIES: N_("May tie %(tricks)s: another hand"),
    Happening.BAGGED: N_("May take the bag penalty %(tricks)s"),
}
"""The results of a side, below its name; a set contract has no sentence of its own."""
CERTAIN_THEN = {
    Happening.WINS: N_("%(side)s wins"),
    Happening.LOSES: N_("%(side)s loses"),
    Happening.TIES: N_("tie: another hand"),
    Happening.BAGGED: N_("%(side)s takes the bag penalty"),
    Happening.SET: N_("%(side)s set"),
}
POSSIBLE_THEN = {
    Happening.WINS: N_("%(side)s may win"),
    Happening.LOSES: N_("%(side)s may lose"),
    Happening.TIES: N_("maybe a tie"),
    Happening.BAGGED: N_("%(side)s may take the bag penalty"),
    Happening.SET: N_("%(side)s may be set"),
}
PLAIN = {
    (False, False): N_("a bid of %(bid)s, if made"),
    (True, False): N_("a blind bid of %(bid)s, if made"),
    (False, True): N_("a bid of %(bid)s, if made exactly"),
    (True, True): N_("a blind bid of %(bid)s, if made exactly"),
}
"""The bid of a side, by whether it is blind, and has to be made exactly."""
NIL = {False: N_("a nil, if made"), True: N_("a blind nil, if made")}
BESIDE = {
    (False, False, False): N_("a nil and %(bid)s from the partner, if both are made"),
    (True, False, False): N_("a blind nil and %(bid)s from the partner, if both are made"),
    (False, True, False): N_("a nil and a blind %(bid)s from the partner, if both are made"),
    (True, True, False): N_("a blind nil and a blind %(bid)s from the partner, if both are made"),
    (False, False, True): N_("a nil and %(bid)s from the partner, if both are made exactly"),
    (True, False, True): N_("a blind nil and %(bid)s from the partner, if both are made exactly"),
    (False, True, True): N_("a nil and a blind %(bid)s from the partner, if both are made exactly"),
    (True, True, True): N_(
        "a blind nil and a blind %(bid)s from the partner, if both are made exactly"
    ),
}
"""A nil and the partner’s bid, by whether each is blind, and whether they are made exactly."""
NILS = {
    0: N_("two nils, if both are made"),
    1: N_("a blind nil and a nil, if both are made"),
    2: N_("two blind nils, if both are made"),
}
"""Two nils, by how many are blind."""
NEAR = 3
"""Maximum distance from the contract, in tricks, of a need that the board shows."""


def describe_need(match: rules.Match, need: Need) -> str:
    """Describe a need below the name of its side, with what the nils have to do."""
    happens = (POSSIBLE if need.possible else CERTAIN)[need.kind]
    # A condition on nils alone says nothing about tricks.
    sentence = re.sub(r" (?= |,|:|$)", "", _(happens, tricks=describe_tricks(need)))
    if need.beside is not None:
        sentence = _(
            "%(happens)s, counting %(name)s’s tricks",
            happens=sentence,
            name=match.players[need.beside],
        )
    if not need.nils:
        return sentence
    nils = join_with_and([_takes(match, nil) for nil in need.nils])
    return _("%(happens)s, if %(nils)s", happens=sentence, nils=nils)


def describe_near(match: rules.Match, minutes: float) -> list[str]:
    """Describe the nearest need of each of two sides that depends on no nil; else empty."""
    views = compute_outlook(match, minutes) if len(match.sides) == 2 else ()
    sentences = [""] * len(match.sides)
    for view in views:
        need = find_nearest([need for need in condense([view]) if need.beside is None])
        if need is not None and need.away <= NEAR:
            sentences[need.side] = describe_need(match, need)
    return sentences


def describe_nothing_near(match: rules.Match, views: Sequence[View]) -> str:
    """Describe that a hand can hardly decide anything, with the remote possibilities."""
    happening = {kind for view in views for prospect in view.prospects for kind in prospect.ever}
    bagged = match.house.bag_limit and match.house.bag_penalty
    sentence = _("This hand can’t decide the match.")
    if bagged:
        sentence = _("This hand can’t decide the match, and nobody can take the bag penalty.")
    if happening <= {Happening.SET}:
        return sentence
    return sentence + " " + _("Only taking every trick would change that.")


def name_nils(match: rules.Match, made: Sequence[int], broken: Sequence[int]) -> str:
    """Name the results of the nils above a table; empty without nils."""
    nils = [*((seat, True) for seat in made), *((seat, False) for seat in broken)]
    return join_with_and([_nil(match, seat, holds) for seat, holds in sorted(nils)])


def describe_happenings(match: rules.Match, cells: Sequence[OutlookCell]) -> str:
    """Describe the results of a row: wins, ties, bag penalties, sets, certain or possible."""
    results = [
        _(
            (CERTAIN_THEN if kind in cell.always else POSSIBLE_THEN)[kind],
            side=name_side(match.sides[cell.side]),
        )
        for kind in Happening
        for cell in cells
        # If one of two sides wins, the other loses.
        if kind in cell.ever and not (kind is Happening.LOSES and len(cells) == 2)
    ]
    return ", ".join(results)


def format_cell_points(cell: OutlookCell) -> str:
    """Format the points of a cell, from least to most."""
    least, most = map(format_number, cell.points)
    return least if least == most else _("%(least)s to %(most)s", least=least, most=most)


def format_cell_bags(cell: OutlookCell) -> str:
    """Format the bags of a cell, from least to most."""
    least, most = cell.bags
    if least == most:
        return format_bags(most)
    return ngettext("%(least)s to %(num)d bag", "%(least)s to %(num)d bags", most, least=least)


def describe_least_bid(ways: Sequence[WinningBids]) -> str:
    """Describe the lowest bids with which a side wins the hand that is due."""
    if not ways:
        return _("No bid is enough to win this hand")
    choices = [_way(way) for way in ways]
    if len(choices) == 1:
        return _("Wins with %(bid)s", bid=choices[0])
    return _("Wins with %(bid)s, or with %(other)s", bid=choices[0], other=choices[1])


def describe_bags_left(match: rules.Match, side: int) -> str:
    """Describe how many more bags cost the penalty; empty if bags cost nothing."""
    house, bags = match.house, match.standings[side].bags
    if not house.bag_limit or not house.bag_penalty:
        return ""
    return ngettext(
        "%(bags)s: %(num)d more costs %(points)s",
        "%(bags)s: %(num)d more cost %(points)s",
        house.bag_limit - bags,
        bags=format_bags(bags),
        points=house.bag_penalty,
    )


def describe_clock(match: rules.Match, minutes: float) -> str:
    """Describe that the time may be up before the hand ends, if the match is timed."""
    if match.house.minutes is None or match.is_time_up(minutes):
        return ""
    return _("If time is up after this hand, the leader wins.")


def _way(way: WinningBids) -> str:
    (first, *others), contract = way.bids, sum_bids(way.bids)
    partner = any(bid.blind for bid in others)
    if not first.is_nil:
        return _(PLAIN[first.blind, way.exactly], bid=contract)
    if contract:
        return _(BESIDE[first.blind, partner, way.exactly], bid=contract)
    return _(NILS[first.blind + partner]) if others else _(NIL[first.blind])


def describe_tricks(need: Need) -> str:
    """Describe the tricks of a need; empty if it depends on other things alone."""
    if need.if_set:
        return _("if set")
    least, most = need.least, need.most
    if least is None and most is None:
        is_conditional = need.possible or need.nils
        return "" if is_conditional else _("in any case")
    if least == most:
        return ngettext("with exactly %(num)d trick", "with exactly %(num)d tricks", least or 0)
    if most is None:
        return _("with %(tricks)s or more tricks", tricks=least)
    if least is None:
        return _("with %(tricks)s or fewer tricks", tricks=most)
    if most == least + 1:
        return _("with %(least)s or %(most)s tricks", least=least, most=most)
    return _("with %(least)s to %(most)s tricks", least=least, most=most)


def _takes(match: rules.Match, nil: NilTakes) -> str:
    name, least, most = match.players[nil.seat], nil.least, nil.most
    if nil.is_result:
        return _nil(match, nil.seat, made=most == 0)
    if most is None:
        return _("%(name)s takes %(tricks)s or more", name=name, tricks=least)
    if least is None:
        return _("%(name)s takes %(tricks)s or fewer", name=name, tricks=most)
    if least == most:
        return _("%(name)s takes exactly %(tricks)s", name=name, tricks=least)
    if most == least + 1:
        return _("%(name)s takes %(least)s or %(most)s", name=name, least=least, most=most)
    return _("%(name)s takes %(least)s to %(most)s", name=name, least=least, most=most)


def _nil(match: rules.Match, seat: int, made: bool) -> str:
    name = match.players[seat]
    if made:
        return _("%(name)s’s nil is made", name=name)
    return _("%(name)s’s nil is broken", name=name)


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
    if aim.least is None:
        return None
    least = None if aim.least == min(aim.marks) else aim.least
    wanted = Need(aim.side, Happening.WINS, least, aim.most)
    return next((need for need in needs if need._replace(away=0) == wanted), None)


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

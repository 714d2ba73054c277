"""What the sides need, in words."""

from collections.abc import Sequence

from scorekeeper import rules
from scorekeeper.rules.needs import Happening, LeastBid, Need, condense, first_of_each
from scorekeeper.rules.outlook import Case, ahead
from scorekeeper.words.language import N_
from scorekeeper.words.language import gettext as _
from scorekeeper.words.outcome import wins
from scorekeeper.words.table import enumerated, number, side_name

CERTAIN = {
    Happening.WINS: N_("%(side)s wins the match %(tricks)s"),
    Happening.LOSES: N_("%(side)s loses the match %(tricks)s"),
    Happening.TIES: N_("%(side)s ties %(tricks)s: another hand"),
    Happening.BAGGED: N_("%(side)s is bagged %(tricks)s"),
    Happening.SET: N_("%(side)s is set %(tricks)s"),
}
POSSIBLE = {
    Happening.WINS: N_("%(side)s may win the match %(tricks)s"),
    Happening.LOSES: N_("%(side)s may lose the match %(tricks)s"),
    Happening.TIES: N_("%(side)s may tie %(tricks)s: another hand"),
    Happening.BAGGED: N_("%(side)s may be bagged %(tricks)s"),
}
"""Whether a side is set follows from its own tricks: it is never only possible."""


def need(match: rules.Match, given: Need) -> str:
    """Return what a side needs, in a sentence."""
    happens = (POSSIBLE if given.possible else CERTAIN)[given.kind]
    told = _(happens, side=side_name(match.sides[given.side]), tricks=_tricks(given))
    if not given.nils:
        return told
    nils = enumerated([_nil(match, nil.seat, nil.made) for nil in given.nils])
    return _("%(happens)s, if %(nils)s", happens=told, nils=nils)


def short(match: rules.Match, minutes: float) -> str:
    """Return what matters most to each of two sides, where it hangs on their tricks alone."""
    cases = ahead(match, minutes) if len(match.sides) == 2 else ()
    needs = first_of_each(condense(cases)) if cases else ()
    return " · ".join(need(match, given) for given in needs)


def heading(match: rules.Match, made: Sequence[int], broken: Sequence[int]) -> str:
    """Return how the nils of a table end; nothing where there are none."""
    nils = [*((seat, True) for seat in made), *((seat, False) for seat in broken)]
    return enumerated([_nil(match, seat, holds) for seat, holds in sorted(nils)])


def happens(match: rules.Match, sides: Sequence[int], cases: Sequence[Case]) -> str:
    """Return what comes of a row: who wins, ties, is bagged or set."""
    told = []
    for side, name in enumerate(match.sides):
        winning = [case.outcome is not None and case.outcome.winner == side for case in cases]
        if all(winning):
            told.append(wins(match, side))
        elif side in sides and any(winning):
            told.append(_("%(side)s may win", side=side_name(name)))
    if all(case.tied for case in cases):
        told.append(_("tie: another hand"))
    for side in sides:
        score, name = cases[0].score[side], side_name(match.sides[side])
        if score.made is False:
            told.append(_("%(side)s set", side=name))
        if any(line.reason is rules.Reason.BAG_PENALTY for line in score.lines):
            told.append(_("%(side)s bagged", side=name))
    return ", ".join(told)


def least_bid(match: rules.Match, side: int, found: LeastBid) -> str:
    """Return the least bid with which a side wins this hand."""
    name = side_name(match.sides[side])
    if found.contract is not None:
        return _(
            "%(side)s wins the match with a bid of %(bid)s, just made.",
            side=name,
            bid=found.contract,
        )
    return _("No contract alone wins the match for %(side)s in this hand.", side=name)


def nil(found: LeastBid) -> str:
    """Return what a nil does for a side, apart from the partner's contract."""
    told = _(
        "A nil made comes to %(made)s, failed to %(failed)s.",
        made=number(found.nil_made.points),
        failed=number(found.nil_failed.points),
    )
    return told + " " + _("Alone it wins, too.") if found.nil else told


def _tricks(given: Need) -> str:
    if given.if_set:
        return _("if set")
    least, most = given.least, given.most
    if least is None and most is None:
        return _("in any case")
    if least == most:
        return _("with exactly %(tricks)s", tricks=least)
    if most is None:
        return _("with %(tricks)s or more", tricks=least)
    if least is None:
        return _("with %(tricks)s or fewer", tricks=most)
    return _("with %(least)s to %(most)s", least=least, most=most)


def _nil(match: rules.Match, seat: int, made: bool) -> str:
    name = match.players[seat]
    if made:
        return _("%(name)s’s nil is made", name=name)
    return _("%(name)s’s nil is broken", name=name)

"""A running tally in words."""

from scorekeeper import rules
from scorekeeper.rules.scoring.tally import ContractState, NilTally, SideTally
from scorekeeper.words.language import gettext as _
from scorekeeper.words.language import ngettext
from scorekeeper.words.table import format_number, format_overtricks, name_side


def describe_tally(match: rules.Match) -> list[str]:
    """Describe the state of each contract and nil, and threatening bags."""
    tallied = match.tally
    sides = [
        _contract(match, tallied.left, side, tally) for side, tally in enumerate(tallied.sides)
    ]
    return [*filter(None, sides), *(_nil(match, nil) for nil in tallied.nils)]


def describe_tally_of_side(match: rules.Match, side: int) -> list[str]:
    """Describe the state of the contract and nils of a side."""
    tallied, seats = match.tally, match.house.game.sides[side]
    contract = _contract(match, tallied.left, side, tallied.sides[side])
    nils = [_nil(match, nil) for nil in tallied.nils if nil.seat in seats]
    return [*filter(None, [contract]), *nils]


def ask_who_took(match: rules.Match) -> str:
    """Ask which seat of a side took a trick."""
    tallied = match.tally
    assert tallied.asked is not None
    side = name_side(match.sides[tallied.asked])
    return _(
        "%(side)s took trick %(trick)s. Who, now that a nil was bid?",
        side=side,
        trick=tallied.number,
    )


def _contract(match: rules.Match, left: int, side: int, tally: SideTally) -> str:
    name = name_side(match.sides[side])
    if tally.progress is ContractState.NO_CONTRACT:
        return ""
    if tally.progress is ContractState.NEEDS:
        return _("%(side)s needs %(needs)s of %(left)s", side=name, needs=tally.needs, left=left)
    if tally.progress is ContractState.SET:
        return _("%(side)s is set", side=name)
    made = _("%(side)s made", side=name)
    if tally.overtricks:
        made = f"{made}, {format_overtricks(tally.overtricks)}"
    penalty = format_number(-match.house.bag_penalty)
    if tally.bagged:
        return _("%(made)s: bagged, %(penalty)s", made=made, penalty=penalty)
    if tally.bags_left is not None and tally.bags_left <= left:
        return ngettext(
            "%(made)s: bagged at %(num)d more, %(penalty)s",
            "%(made)s: bagged at %(num)d more, %(penalty)s",
            tally.bags_left,
            made=made,
            penalty=penalty,
        )
    return made


def _nil(match: rules.Match, nil: NilTally) -> str:
    name = match.players[nil.seat]
    if nil.broken is None:
        return _("%(name)s’s nil holds", name=name)
    return _("%(name)s’s nil broken in trick %(trick)s", name=name, trick=nil.broken)

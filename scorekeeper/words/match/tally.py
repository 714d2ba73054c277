"""A running tally in words."""

from scorekeeper import rules
from scorekeeper.rules.scoring.tally import ContractState, NilTally, SideTally
from scorekeeper.words.language import gettext as _, ngettext
from scorekeeper.words.table import format_number, format_overtricks, name_side


def describe_tally(match: rules.Match, only: int | None = None) -> list[str]:
    """Describe the contract and nils of each side, or of one only, and threatening bags."""
    tally, sides = match.tally, range(len(match.sides)) if only is None else (only,)
    contracts = [_contract(match, tally.left, side, tally.sides[side]) for side in sides]
    nils = [_nil(match, nil) for nil in tally.nils if match.house.game.side_of[nil.seat] in sides]
    return [*filter(None, [*contracts, *nils])]


def ask_who_took(match: rules.Match) -> str:
    """Ask which seat of a side took a trick."""
    tally = match.tally
    assert tally.asked is not None
    side = name_side(match.sides[tally.asked])
    return _(
        "%(side)s took trick %(trick)s. There’s a nil now, so which player took it?",
        side=side,
        trick=tally.number,
    )


def _contract(match: rules.Match, left: int, side: int, tally: SideTally) -> str:
    name = name_side(match.sides[side])
    if tally.progress is ContractState.NO_CONTRACT:
        return ""
    if tally.progress is ContractState.NEEDS:
        return _(
            "%(side)s needs %(needs)s of the %(left)s left", side=name, needs=tally.needs, left=left
        )
    if tally.progress is ContractState.SET:
        return _("%(side)s is set", side=name)
    made = _("%(side)s made it", side=name)
    if tally.overtricks:
        made = f"{made}, {format_overtricks(tally.overtricks)}"
    penalty = format_number(-match.house.bag_penalty)
    if tally.bagged:
        return _("%(made)s: bag penalty %(penalty)s", made=made, penalty=penalty)
    if tally.bags_left is not None and tally.bags_left <= left:
        return ngettext(
            "%(made)s: %(num)d more bag until %(penalty)s",
            "%(made)s: %(num)d more bags until %(penalty)s",
            tally.bags_left,
            made=made,
            penalty=penalty,
        )
    return made


def _nil(match: rules.Match, nil: NilTally) -> str:
    name = match.players[nil.seat]
    if nil.broken is None:
        is_unsure = match.house.game.side_of[nil.seat] == match.tally.asked
        return "" if is_unsure else _("%(name)s’s nil is still good", name=name)
    return _("%(name)s’s nil was broken in trick %(trick)s", name=name, trick=nil.broken)

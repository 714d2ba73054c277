"""The last change, and its undo and redo, in words."""

from collections.abc import Mapping
from enum import StrEnum

from scorekeeper import rules
from scorekeeper.rules import Fact, Record
from scorekeeper.words.language import N_, gettext as _
from scorekeeper.words.match.hand import describe_total_bid
from scorekeeper.words.match.score import describe_hand_points
from scorekeeper.words.table import capitalize, name_side, prefix_hand

NAMES = {
    Fact.BIDS: N_("bids of hand %(hand)s"),
    Fact.BIDS_CHANGED: N_("changed bids of hand %(hand)s"),
    Fact.TRICK: N_("trick %(trick)s"),
    Fact.TAKER: N_("player who took a trick"),
    Fact.TRICKS: N_("tricks of hand %(hand)s"),
    Fact.MISDEAL: N_("misdeal"),
    Fact.RULING: N_("ruling on hand %(hand)s"),
    Fact.WITHDRAWAL: N_("ruling on hand %(hand)s withdrawn"),
    Fact.CORRECTION: N_("hand %(hand)s corrected"),
    Fact.HOUSE_RULES: N_("house rules changed"),
    Fact.END: N_("end of the match"),
    Fact.DEALER: N_("dealer of hand %(hand)s"),
    rules.Role.DRAWS: N_("first draw of hand %(hand)s"),
}
UNDONE = {
    Fact.BIDS: N_("Bids of hand %(hand)s undone"),
    Fact.BIDS_CHANGED: N_("Earlier bids of hand %(hand)s restored"),
    Fact.TRICK: N_("Trick %(trick)s undone"),
    Fact.TAKER: N_("Player who took a trick undone"),
    Fact.TRICKS: N_("Tricks of hand %(hand)s undone"),
    Fact.MISDEAL: N_("Misdeal undone"),
    Fact.RULING: N_("Ruling on hand %(hand)s undone"),
    Fact.WITHDRAWAL: N_("Ruling on hand %(hand)s restored"),
    Fact.CORRECTION: N_("Correction of hand %(hand)s undone"),
    Fact.HOUSE_RULES: N_("Change of house rules undone"),
    Fact.END: N_("The match continues"),
    Fact.DEALER: N_("Dealer of hand %(hand)s undone"),
    rules.Role.DRAWS: N_("First draw of hand %(hand)s undone"),
}


def name_change(match: rules.Match, record: Record) -> str:
    return _choose(NAMES, match, record) % _numbers(match, record)


def label_undo(match: rules.Match, record: Record) -> str:
    return label_undo_of(name_change(match, record))


def label_undo_of(what: str) -> str:
    return _("Undo: %(what)s", what=what)


def name_undone_change(match: rules.Match, record: Record) -> str:
    return _choose(NAMES, match, record) % _numbers(match, record, missing=1)


def label_redo(match: rules.Match, record: Record) -> str:
    return _("Redo: %(what)s", what=name_undone_change(match, record))


def describe_undo(match: rules.Match, record: Record) -> str:
    return _choose(UNDONE, match, record) % _numbers(match, record, missing=1)


def describe_redo(match: rules.Match, record: Record) -> str:
    return _("Redone: %(what)s", what=name_change(match, record))


def describe_change(match: rules.Match, change: rules.Change) -> str:
    """Describe a change for the log: Dealer of hand 3: Ann."""
    record, after = change.record, change.after
    if record.fact is Fact.DEALER and (seat := after.hands[0].first) is not None:
        return describe_dealer(match, change.place, seat)
    if after.awarded is not None:
        return describe_early_end(match, after.awarded)
    return capitalize(name_change(match, record))


def describe_dealer(match: rules.Match, place: int, seat: int) -> str:
    """Describe who deals, or draws first in, the hand at a place."""
    changed = name_change(match, Record(Fact.DEALER, place))
    return f"{capitalize(changed)}: {match.players[seat]}"


def describe_early_end(match: rules.Match, winner: int | None) -> str:
    """Describe an end that the table chose."""
    if winner is None:
        return _("Match ended early")
    return _("Match ended, won by %(side)s", side=name_side(match.sides[winner]))


def describe_unsent(match: rules.Match, fact: Fact) -> str:
    return describe_only_here(_(NAMES[fact]) % {"hand": match.turn.hand})


def describe_only_here(what: str) -> str:
    return _("Only on this phone: %(what)s", what=what)


def name_next_trick() -> str:
    """Name a trick that a phone counts; the phone fills in {n}."""
    return capitalize(_(NAMES[Fact.TRICK]) % {"trick": "{n}"})


def describe_last_change(match: rules.Match, undoes: Record | None, redoes: Record | None) -> str:
    """Describe the last change for spectators: Hand 7: Gold +71, Blue −50."""
    if redoes is not None:
        return describe_undo(match, redoes)
    if undoes is None:
        return ""
    place = undoes.hand or 0
    if undoes.fact in (Fact.TRICK, Fact.TRICKS) and match.scores[place - 1] is not None:
        return describe_hand_points(match, place)
    if undoes.fact in (Fact.BIDS, Fact.BIDS_CHANGED) and (bids := match.hands[place - 1].bids):
        total_bid = describe_total_bid(match.house.game, bids)
        return prefix_hand(match.number_of(place), total_bid)
    if undoes.fact is Fact.DEALER:
        return describe_dealer(match, place, match.turn_in(place).first)
    return capitalize(name_change(match, undoes))


def describe_conflict(match: rules.Match, undoes: Record | None, redoes: Record | None) -> str:
    """Describe a conflict: the key came too late, after this last change."""
    if redoes is not None:
        happened = describe_undo(match, redoes)
    elif undoes is not None:
        happened = name_change(match, undoes)
    else:
        return _("Nothing was saved because this page was out of date.")
    return _(
        "Nothing was saved because this page was out of date. Since then: %(what)s.", what=happened
    )


def _choose(sentences: Mapping[StrEnum, str], match: rules.Match, record: Record) -> str:
    """Return a sentence about a fact; with two players, nobody deals."""
    draws = record.fact is Fact.DEALER and match.house.game.role is rules.Role.DRAWS
    return _(sentences[rules.Role.DRAWS if draws else record.fact])


def _numbers(match: rules.Match, record: Record, missing: int = 0) -> dict[str, int]:
    """Return the number of the hand as people count it, and that of the last trick."""
    if record.hand is None:
        return {"hand": 0, "trick": 0}
    before, hand = match.hands[: record.hand - 1], match.hands[record.hand - 1 : record.hand]
    return {
        "hand": 1 + sum(one.redeal is None for one in before),
        "trick": sum(len(one.tally) for one in hand) + missing,
    }

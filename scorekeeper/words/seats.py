"""The phone of a seat: what concerns who sits there, and what that one says to a hand."""

from collections.abc import Mapping

from scorekeeper import rules
from scorekeeper.words import tally
from scorekeeper.words.hand import bid_by_seat
from scorekeeper.words.house import first_hand_bids_itself
from scorekeeper.words.language import N_
from scorekeeper.words.language import gettext as _

REPLIES = {
    "confirmed": N_("%(name)s confirms hand %(number)s"),
    "queried": N_("%(name)s queries hand %(number)s"),
}


def this_is(match: rules.Match, seat: int) -> str:
    """Return what the key says by which a phone becomes that of a seat."""
    return _("I am %(name)s", name=match.players[seat])


def this_is_not(match: rules.Match, seat: int) -> str:
    """Return what the key says by which a phone is no longer that of its seat."""
    return _("I am not %(name)s", name=match.players[seat])


def taken(match: rules.Match, seat: int) -> str:
    """Return that a seat has a phone already."""
    return _("Another phone is %(name)s’s already.", name=match.players[seat])


def concerns(match: rules.Match, seat: int) -> str:
    """Return what a seat has to do in the hand being played: its bid, and what its side needs."""
    bids = match.due_bids
    if bids is None:
        return _("no bids yet")
    if not bids:
        return first_hand_bids_itself()
    side = match.house.game.side_of[seat]
    return " · ".join([bid_by_seat(bids[seat]), *tally.of_side(match, side)])


def reply(match: rules.Match, place: int, seat: int, word: str) -> str:
    """Return what a seat said to a hand."""
    return _(REPLIES[word], name=match.players[seat], number=match.number_of(place))


def queries(match: rules.Match, replies: Mapping[tuple[int, int], str]) -> list[tuple[int, str]]:
    """Return the places of hands that are queried, each with the sentence that says by whom."""
    return [
        (place, reply(match, place, seat, word))
        for (place, seat), word in sorted(replies.items())
        if word == "queried"
    ]

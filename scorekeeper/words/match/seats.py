"""The phone of a seat: its duties, and its replies to a hand."""

from collections.abc import Mapping

from scorekeeper import rules
from scorekeeper.words.house_rules import describe_first_hand
from scorekeeper.words.language import N_, gettext as _
from scorekeeper.words.match.hand import describe_named_bid, describe_tally, name_bid_of

OWN_REPLIES = {
    "confirmed": N_("Hand %(number)s confirmed"),
    "queried": N_("Hand %(number)s isn’t right"),
}
REPLIES = {
    "confirmed": N_("%(name)s confirmed hand %(number)s"),
    "queried": N_("%(name)s questioned hand %(number)s"),
}


def describe_taken(match: rules.Match, seat: int) -> str:
    return _("Another phone already has %(name)s’s seat.", name=match.players[seat])


def describe_duties(match: rules.Match, seat: int) -> str:
    """Describe a seat's bid in the hand being played, and the needs of its side."""
    bids = match.due_bids
    if bids is None:
        return _("no bids yet")
    if not bids:
        return describe_first_hand()
    game = match.house.game
    bid = describe_named_bid(name_bid_of(game, bids, seat))
    return " · ".join([bid, *describe_tally(match, game.side_of[seat])])


def describe_reply(match: rules.Match, place: int, seat: int, word: str) -> str:
    return _(REPLIES[word], name=match.players[seat], number=match.number_of(place))


def describe_queries(
    match: rules.Match, replies: Mapping[tuple[int, int], str]
) -> list[tuple[int, str]]:
    """Return the places of queried hands, each with a sentence naming the players."""
    return [
        (place, describe_reply(match, place, seat, word))
        for (place, seat), word in sorted(replies.items())
        if word == "queried"
    ]

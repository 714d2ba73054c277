"""Words of a match that a phone fills in while the server does not answer.

{n} and other names in braces are filled in by the phone.
"""

from dataclasses import replace
from typing import Any

from scorekeeper import rules
from scorekeeper.rules import BLIND_NIL, NIL, Bid, Hand
from scorekeeper.rules.scoring.contract import POINTS_A_TRICK
from scorekeeper.words.house_rules import describe_first_hand
from scorekeeper.words.language import gettext as _
from scorekeeper.words.match.hand import describe_worth, name_bid
from scorekeeper.words.match.score import STAMPS
from scorekeeper.words.table import describe_leader, describe_turn, format_bags


def list_words(match: rules.Match, reasons: tuple[rules.Reason, ...]) -> dict[str, Any]:
    """Return the words of a match without hands; lists are by seat, by reason, or by number."""
    house, game = match.house, match.house.game
    turns = [replace(match, first=seat) for seat in range(game.seats)]
    begun = (Hand(bids=(Bid(1),) * game.seats),)
    most = len(game.sides[0]) * game.tricks
    worth = {number: describe_worth(house, number) for number in range(1, most + 1)}
    return {
        "hand": _("Hand %(number)s", number="{n}"),
        "save": _("Save hand %(number)s", number="{n}"),
        "deals": [describe_turn(turn) for turn in turns],
        "dealt": [describe_turn(replace(turn, hands=begun)) for turn in turns],
        "leads": [
            describe_leader(replace(match, first=(seat - 1) % game.seats))
            for seat in range(game.seats)
        ],
        "sum": _("{total} of %(tricks)s bid", tricks=game.tricks),
        "over": _("{total} bid, {over} over"),
        "bags": _("%(count)s of %(limit)s bags", count="{n}", limit=house.bag_limit),
        "bagCounts": [format_bags(number) for number in range(house.bag_limit or 0)],
        "nils": {str(bid.notation): name_bid(bid) for bid in (NIL, BLIND_NIL)},
        "blind": _("Blind %(bid)s", bid="{n}"),
        "make": _("to make"),
        "worth": {number: text for number, text in worth.items() if text != _("to make")},
        "perTrick": [str(POINTS_A_TRICK), _("per trick")],
        "contract": _("contract %(bid)s", bid="{n}"),
        "bid": _("bid %(bid)s", bid="{n}"),
        "one": _("One number saves the hand."),
        "firstHand": describe_first_hand(),
        "player": _("Player %(number)s", number="{n}"),
        "taken": _("%(tricks)s taken", tricks="{taken}"),
        "result": _("%(bid)s bid, %(taken)s", bid="{bid}", taken="{taken}"),
        "stamps": {
            number: _(STAMPS[reason]) for number, reason in enumerate(reasons) if reason in STAMPS
        },
    }

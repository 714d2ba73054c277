"""Words of a match that a phone fills in while the server does not answer.

{n} and other names in braces are filled in by the phone.
"""

from dataclasses import replace
from typing import Any

from scorekeeper import rules
from scorekeeper.rules import BLIND_NIL, NIL, Bid, Hand
from scorekeeper.rules.scoring.hand import POINTS_A_TRICK
from scorekeeper.words import table
from scorekeeper.words.house_rules import describe_first_hand
from scorekeeper.words.language import gettext as _
from scorekeeper.words.match import hand, score


def list_words(match: rules.Match, reasons: tuple[rules.Reason, ...]) -> dict[str, Any]:
    """Return the words of a match without hands; lists are by seat, by reason, or by number."""
    house, game = match.house, match.house.game
    turns = [replace(match, first=seat) for seat in range(game.seats)]
    begun = (Hand(bids=(Bid(1),) * game.seats),)
    most = len(game.sides[0]) * game.tricks
    worth = {number: hand.describe_worth(house, number) for number in range(1, most + 1)}
    return {
        "hand": table.name_hand("{n}"),
        "save": hand.label_save("{n}"),
        "deals": [table.describe_turn(turn, table.isolate) for turn in turns],
        "dealt": [table.describe_turn(replace(turn, hands=begun), table.isolate) for turn in turns],
        "leads": [
            table.describe_leader(replace(match, first=(seat - 1) % game.seats), table.isolate)
            for seat in range(game.seats)
        ],
        "sum": hand.describe_live_total(game),
        "over": hand.describe_live_excess(game),
        "bags": table.describe_bags("{n}", house.bag_limit),
        "bagCounts": [table.format_bags(number) for number in range(house.bag_limit or 0)],
        "nils": {str(bid.notation): hand.name_bid(bid) for bid in (NIL, BLIND_NIL)},
        "blind": hand.name_blind_bid("{n}"),
        "make": _("to make"),
        "worth": {number: text for number, text in worth.items() if text != _("to make")},
        "perTrick": [str(POINTS_A_TRICK), _("per trick")],
        "contract": hand.describe_bid_of_side("{n}"),
        "bid": hand.describe_named_bid("{n}"),
        "one": hand.describe_save_by_one(),
        "firstHand": describe_first_hand(),
        "brought": table.prefix_hand("{n}", "{points}"),
        "exchange": hand.describe_exchange(house),
        "player": table.name_player("{n}"),
        "taken": score.describe_taken_only("{taken}"),
        "result": score.describe_bid_and_taken("{bid}", "{taken}"),
        "stamps": {n: _(score.STAMPS[of]) for n, of in enumerate(reasons) if of in score.STAMPS},
        "feats": {
            n: table.capitalize(_(score.MARKS[of]))
            for n, of in enumerate(reasons)
            if of in score.FEATS
        },
    }

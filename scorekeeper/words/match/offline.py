"""Words that a phone fills in while its server does not answer; what is in braces is its part."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper import rules
from scorekeeper.rules import BLIND_NIL, NIL, Bid, Fact, Hand, HouseRules
from scorekeeper.rules.bids import MIN_SUICIDE_BID
from scorekeeper.rules.score_tables import score_tables
from scorekeeper.rules.scoring.hand import POINTS_A_TRICK
from scorekeeper.words import dates, table
from scorekeeper.words.errors import SENTENCES
from scorekeeper.words.house_rules import describe_first_hand
from scorekeeper.words.language import gettext as _
from scorekeeper.words.match import hand, outcome, score
from scorekeeper.words.match.changes import NAMES, describe_only_here, label_undo_of


def list_words(match: rules.Match, reasons: tuple[rules.Reason, ...]) -> dict[str, Any]:
    """Return the words of a match without hands; lists are by seat, by reason, or by number."""
    house, game = match.house, match.house.game
    turns = [replace(match, first=seat) for seat in range(game.seats)]
    begun = (Hand(bids=(Bid(1),) * game.seats),)
    most = len(game.sides[0]) * game.tricks
    marks = score.list_mark_words(house)
    worth = {number: hand.describe_worth(house, number) for number in range(1, most + 1)}
    return {
        "hand": table.name_hand("{n}"),
        "save": hand.label_save("{n}"),
        "deals": [table.describe_turn(turn, table.isolate) for turn in turns],
        "dealt": [table.describe_turn(replace(turn, hands=begun), table.isolate) for turn in turns],
        "first": [outcome.describe_first(turn) for turn in turns],
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
        "taken": _(score.TAKEN, tricks="{taken}"),
        "result": _(score.BID_AND_TAKEN, bid="{bid}", taken="{taken}"),
        "resultOfNil": _(score.NIL_AND_TAKEN, bid="{bid}", taken="{taken}"),
        "marks": {n: marks[of] for n, of in enumerate(reasons) if of in marks},
        "ending": outcome.list_endings(match),
        **({"clock": list_clock_words()} if house.minutes else {}),
        "stamps": {n: _(score.STAMPS[of]) for n, of in enumerate(reasons) if of in score.STAMPS},
        "feats": {
            n: table.capitalize(_(score.MARKS[of]))
            for n, of in enumerate(reasons)
            if of in score.FEATS
        },
    }


def list_clock_words() -> dict[str, str]:
    """Return the words for the time that is left, and the locale of a time of day."""
    return {
        "locale": dates.name_locale(),
        "far": dates.describe_until("{time}"),
        "left": dates.describe_rest("{time}"),
        "up": dates.describe_last_hand(),
        "tied": dates.describe_last_hand(is_tied=True),
        "said": dates.describe_time_up_at_table(),
    }


HAND = "{n}"
FACTS = {
    fact: fact.split()[-1]
    for fact in (Fact.BIDS, Fact.BIDS_CHANGED, Fact.TRICKS, Fact.MISDEAL, Fact.END)
}
"""Changes that a phone can undo without the server, and its names for them."""


def list_sentences(house: HouseRules) -> Mapping[str, str]:
    """Return the phone's own sentences by name; a refusal has its code as name."""
    changes = {name: _(NAMES[fact]) % {"hand": HAND} for fact, name in FACTS.items()}
    known = {"deficit": house.blind_deficit, "spades": house.game.spades}
    least = {
        "below board": house.board,
        "blind bid too low": house.blind_minimum,
        "suicide bid too low": MIN_SUICIDE_BID,
    }
    codes = ["not far enough behind", *filter(None, score_tables(house)["bids"]["codes"])]
    return {
        **{code: _(SENTENCES[code]) % _Places(known, least=least.get(code)) for code in codes},
        **changes,
        "undo": label_undo_of("{what}"),
        "only hand": describe_only_here(_("hand %(number)s", number=HAND)),
        "only hands": describe_only_here(
            _("hands %(first)s to %(last)s", first=HAND, last="{last}")
        ),
        "only both": describe_only_here(
            _("hands %(first)s and %(last)s", first=HAND, last="{last}")
        ),
        "only match": describe_only_here(_("this match")),
        "saved hand": _("Hand %(number)s saved.", number=HAND),
        "saved hands": _("Hands %(first)s to %(last)s saved.", first=HAND, last="{last}"),
        "saved both": _("Hands %(first)s and %(last)s saved.", first=HAND, last="{last}"),
        "saved match": _("Match saved."),
        "extended": _("The round was extended. Play on."),
        "sending": _("Sending…"),
        "first": _("No connection. Keep playing. Hands stay on this phone and are sent later."),
        "leave": _("Leave this page open."),
        "week": _("Reconnect within a week."),
        "ok": _("OK"),
        "missing": _("This needs a connection."),
        "online only": _("online only"),
        "undo missing": _("You can undo this when the connection is back."),
    }


class _Places(dict[str, object]):
    """Values of a sentence; those that only the phone knows stay as places in braces."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"

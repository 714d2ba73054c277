"""Sentences of a phone whose server does not answer; it fills in what is in braces."""

from collections.abc import Mapping

from scorekeeper.rules import Fact, HouseRules
from scorekeeper.rules.bids import MIN_SUICIDE_BID
from scorekeeper.rules.score_tables import score_tables
from scorekeeper.words.errors import SENTENCES
from scorekeeper.words.language import gettext as _
from scorekeeper.words.match.changes import NAMES, describe_only_here, label_undo_of
from scorekeeper.words.table import name_way_to_event

HAND = "{n}"
FACTS = {
    "bids": Fact.BIDS,
    "changed": Fact.BIDS_CHANGED,
    "tricks": Fact.TRICKS,
    "misdeal": Fact.MISDEAL,
    "end": Fact.END,
}


def list_words(house: HouseRules) -> Mapping[str, str]:
    """Return the phone's own sentences by name; a refusal has its code as name."""
    changes = {name: _(NAMES[fact]) % {"hand": HAND} for name, fact in FACTS.items()}
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
        "sending": _("Sending…"),
        "first": _("No connection. Keep playing. Hands stay on this phone and are sent later."),
        "leave": _("Leave this page open."),
        "week": _("Reconnect within a week."),
        "ok": _("OK"),
        "evening": name_way_to_event(),
        "missing": _("This needs a connection."),
        "online only": _("online only"),
        "undo missing": _("You can undo this when the connection is back."),
    }


class _Places(dict[str, object]):
    """Values of a sentence; those that only the phone knows stay as places in braces."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"

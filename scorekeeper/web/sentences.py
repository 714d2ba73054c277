"""What the rules refuse, as a precise sentence."""

from collections.abc import Callable, Sequence

from flask_babel import gettext, ngettext
from flask_babel import lazy_gettext as _

from scorekeeper.rules import RuleError

from .house_labels import rule_name
from .labels import number, side_name


def sentence(error: RuleError, players: Sequence[str] = (), sides: Sequence[str] = ()) -> str:
    """Return an error of the rules in words, with the names of the table where they are known."""
    values = Values(error, players, sides)
    if error.code in COUNTED:
        return COUNTED[error.code](values) % values
    return str(SENTENCES[error.code]) % values if error.code in SENTENCES else str(error)


class Values:
    """The values of an error under the names the sentences use, as people write them."""

    def __init__(self, error: RuleError, players: Sequence[str], sides: Sequence[str]) -> None:
        self.given = error.values
        self.players, self.sides = players, sides

    def __getitem__(self, name: str) -> str:
        match name:
            case "player":
                return self._player(self.count("seat"))
            case "side":
                return self._side(self.count("side"))
            case "rule":
                return rule_name(str(self.given.get("rule", self.given.get("field"))))
            case "tally":
                return self._tally()
            case "many":
                return spelled(abs(self.count("total") - self.count("tricks")))
        value = self.given[name]
        return number(value) if isinstance(value, int) else str(value)

    def count(self, name: str) -> int:
        """Return a value that is a number."""
        value = self.given[name]
        assert isinstance(value, int)
        return value

    def _player(self, seat: int) -> str:
        known = seat < len(self.players)
        return self.players[seat] if known else gettext("seat %(seat)s", seat=seat)

    def _side(self, side: int) -> str:
        known = side < len(self.sides)
        return side_name(self.sides[side]) if known else gettext("side %(side)s", side=side)

    def _tally(self) -> str:
        """Return the tricks of each side, added up: Gold 8 + Blue 7 = 15."""
        taken = self.given["sides"]
        assert isinstance(taken, tuple)
        parts = [f"{self._side(side)} {tricks}" for side, tricks in enumerate(taken)]
        return f"{' + '.join(parts)} = {self['total']}"


def spelled(amount: int) -> str:
    """Return a small number as a word, as it is said at the table."""
    return str(NUMBERS[amount]) if amount < len(NUMBERS) else str(amount)


NUMBERS = (
    _("no"), _("one"), _("two"), _("three"), _("four"), _("five"), _("six"), _("seven"),
    _("eight"), _("nine"), _("ten"), _("eleven"), _("twelve"),
)  # fmt: skip
# ngettext fills its sentence at once; the places are left for the values.
PLACES = {name: f"%({name})s" for name in ("first", "many", "tally", "tricks")}
COUNTED: dict[str, Callable[[Values], str]] = {
    "too many tricks": lambda values: ngettext(
        "%(many)s trick too many: %(tally)s, a hand has %(tricks)s.",
        "%(many)s tricks too many: %(tally)s, a hand has %(tricks)s.",
        values.count("total") - values.count("tricks"),
        **PLACES,
    ),
    "too few tricks": lambda values: ngettext(
        "%(many)s trick missing: %(tally)s, a hand has %(tricks)s.",
        "%(many)s tricks missing: %(tally)s, a hand has %(tricks)s.",
        values.count("tricks") - values.count("total"),
        **PLACES,
    ),
    "hands fall away": lambda values: ngettext(
        "Hand %(first)s falls away: the match was decided before it.",
        "%(num)d hands from hand %(first)s on fall away: the match was decided before them.",
        values.count("hands"),
        **PLACES,
    ),
}
SENTENCES = {
    # HouseRuleError
    "unknown game": _("There is no game called “%(game)s”."),
    "unknown house rule": _("There is no house rule “%(rule)s”."),
    "not a choice": _("%(rule)s: “%(value)s” is not one of the choices."),
    "value out of range": _("%(rule)s: %(value)s is not between %(least)s and %(most)s."),
    "not a whole number": _("%(rule)s: “%(value)s” is not a whole number."),
    "not big bids": _("%(rule)s: up to %(most)s, each with its tricks and points made and set."),
    "same big bid twice": _("%(rule)s: two are for the same number of tricks."),
    # SetUpError
    "wrong number of players": _("This game has %(seats)s players, not %(players)s."),
    "wrong number of sides": _("This game has %(wanted)s sides, not %(sides)s."),
    "wrong number of openings": _("This game has %(wanted)s opening scores, not %(openings)s."),
    "name missing": _("A name is missing."),
    "name too long": _("“%(name)s” is longer than %(most)s characters."),
    "name unreadable": _("A name holds characters that cannot be shown."),
    "same name twice": _("Two are called “%(name)s”. Give one of them another name."),
    "no such seat": _("There is no seat %(seat)s."),
    "opening points out of range": _("The opening score of %(side)s is beyond %(most)s."),
    "opening bags out of range": _(
        "%(side)s cannot start with %(bags)s bags: it is 0 to %(most)s."
    ),
    "opening already decided": _("With these opening scores the match is already decided."),
    "note too long": _("“%(field)s” is longer than %(most)s characters."),
    "note unreadable": _("“%(field)s” holds characters that cannot be shown."),
    "other game": _("These house rules are those of another game."),
    # BidError
    "not a bid": _("“%(bid)s” is not a bid."),
    "one bid a seat": _("There are %(seats)s bids in a hand, not %(bids)s."),
    "bid over all tricks": _("%(player)s bid %(bid)s: a hand has %(tricks)s tricks."),
    "blind bid not played": _(
        "%(player)s bid blind %(bid)s: this table plays no blind bid but blind nil."
    ),
    "not far enough behind": _(
        "%(player)s may not bid blind nil: that takes %(deficit)s points behind the "
        "leader, and it is %(behind)s."
    ),
    "two nils not allowed": _("Both partners of %(side)s bid nil: this table does not allow it."),
    "below board": _("%(side)s bid %(bid)s: at this table it takes at least %(least)s."),
    "blind bid too low": _("%(side)s bid blind %(bid)s: that takes at least %(least)s."),
    "suicide needs one nil": _("One partner of %(side)s has to bid nil, and one only."),
    "suicide bid too low": _("%(player)s bid %(bid)s: beside a nil it takes at least %(least)s."),
    "mirror bids must total": _(
        "The bids add up to %(total)s: everybody bids their spades, and there are %(spades)s."
    ),
    "forbidden total": _("The bids add up to %(total)s, and this table does not allow that."),
    "first hand bids itself": _("The first hand bids itself: it has tricks but no bids."),
    # TrickError
    "not a number of tricks": _("%(number)s is not a number of tricks: a hand has %(tricks)s."),
    "tricks of nil bidder missing": _(
        "%(player)s bid nil: the tricks %(player)s took are needed apart."
    ),
    "one number a seat": _("There are %(seats)s numbers of tricks in a hand, not %(numbers)s."),
    "one pile a side": _("There are %(sides)s piles in a hand, not %(piles)s."),
    "tricks missing": _("The tricks of %(side)s are missing."),
    "pile is not the sum": _("%(side)s has %(pile)s tricks, but its players have %(sum)s."),
    "nobody took the trick": _("Please choose who took the trick."),
    "no such side": _("There is no such side."),
    "seat of another side": _("This player does not play for %(side)s."),
    # RulingError
    "no offender": _("Please choose whom the ruling is about."),
    "tricks cannot go there": _("The tricks of a ruling go to another side or to nobody."),
    "ruling points out of range": _("A ruling takes 0 to %(most)s points, not %(points)s."),
    "too many rulings": _("A hand has no more than %(most)s rulings."),
    # CardError
    "not a card": _("“%(card)s” is not a card."),
    "not in the pack": _("%(card)s is not in the pack."),
    "card played twice": _("%(card)s was played before: it cannot be played in trick %(trick)s."),
    "too many cards": _("A hand has %(most)s cards, not %(cards)s."),
    "no such trick": _("There is no trick %(trick)s: a hand has %(tricks)s."),
    "followed and did not": _("%(player)s cannot follow suit and be void in trick %(trick)s."),
    # StepError
    "match is over": _("The match is over already."),
    "bids are due": _("The bids of this hand come first."),
    "tricks are due": _("The tricks of this hand come first."),
    "nothing to undo": _("There is nothing to take back."),
    "no such hand": _("There is no hand %(number)s to correct."),
    "no such ruling": _("There is no such ruling on hand %(number)s."),
    # MatchFileError
    "unknown format": _("The format is “%(format)s”, not “%(known)s”."),
    "unknown field": _("There is no field “%(field)s” in “%(within)s”."),
    "missing": _("“%(field)s” is missing."),
    "not an object": _("“%(field)s” is not an object."),
    "not a list": _("“%(field)s” is not a list."),
    "not a text": _("“%(field)s” is not a text."),
    "not yes or no": _("“%(field)s” is not yes or no."),
    "not a time": _("“%(field)s” is not a time with its time zone."),
    "too long": _("“%(field)s” is longer than %(most)s."),
    "wrong length": _("“%(field)s” needs %(wanted)s entries."),
    "tricks of a thrown-in hand": _("There are tricks in a hand that was thrown in."),
}

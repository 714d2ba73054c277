"""What the rules refuse, as a precise sentence."""

from collections.abc import Callable, Sequence

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.rules import RuleError

from .house_labels import rule_name
from .labels import number, side_name


def sentence(error: RuleError, players: Sequence[str] = (), sides: Sequence[str] = ()) -> str:
    """Return an error of the rules in words, with the names of the table where they are known."""
    words = SENTENCES.get(error.code)
    if words is None:
        return str(error)
    return words(Values(error, players, sides))


class Values:
    """The values of an error, shown as people write them."""

    def __init__(self, error: RuleError, players: Sequence[str], sides: Sequence[str]) -> None:
        self.given = error.values
        self.players, self.sides = players, sides

    def __getitem__(self, name: str) -> str:
        value = self.given[name]
        return number(value) if isinstance(value, int) else str(value)

    def count(self, name: str) -> int:
        """Return a value that is a number."""
        value = self.given[name]
        assert isinstance(value, int)
        return value

    @property
    def player(self) -> str:
        """The player the error is about."""
        seat = self.count("seat")
        return self.players[seat] if seat < len(self.players) else _("seat %(seat)s", seat=seat)

    @property
    def side(self) -> str:
        """The side the error is about."""
        return self._side(self.count("side"))

    @property
    def rule(self) -> str:
        """The name of the house rule the error is about."""
        return rule_name(str(self.given["rule"]))

    @property
    def sum(self) -> str:
        """The tricks of each side, added up: Gold 8 + Blue 7 = 15."""
        taken = self.given["sides"]
        assert isinstance(taken, tuple)
        parts = [f"{self._side(side)} {tricks}" for side, tricks in enumerate(taken)]
        return f"{' + '.join(parts)} = {self['total']}"

    def _side(self, side: int) -> str:
        return (
            side_name(self.sides[side]) if side < len(self.sides) else _("side %(side)s", side=side)
        )


def spelled(amount: int) -> str:
    """Return a small number as a word, as it is said at the table."""
    words = (
        _("no"), _("one"), _("two"), _("three"), _("four"), _("five"), _("six"), _("seven"),
        _("eight"), _("nine"), _("ten"), _("eleven"), _("twelve"),
    )  # fmt: skip
    return words[amount] if amount < len(words) else str(amount)


def _too_many(given: Values) -> str:
    over = given.count("total") - given.count("tricks")
    return ngettext(
        "%(many)s trick too many: %(sum)s, a hand has %(tricks)s.",
        "%(many)s tricks too many: %(sum)s, a hand has %(tricks)s.",
        over,
        many=spelled(over),
        sum=given.sum,
        tricks=given["tricks"],
    )


def _too_few(given: Values) -> str:
    missing = given.count("tricks") - given.count("total")
    return ngettext(
        "%(many)s trick missing: %(sum)s, a hand has %(tricks)s.",
        "%(many)s tricks missing: %(sum)s, a hand has %(tricks)s.",
        missing,
        many=spelled(missing),
        sum=given.sum,
        tricks=given["tricks"],
    )


SENTENCES: dict[str, Callable[[Values], str]] = {
    # HouseRuleError
    "unknown game": lambda given: _("There is no game called “%(game)s”.", game=given["game"]),
    "unknown house rule": lambda given: _("There is no house rule “%(rule)s”.", rule=given["rule"]),
    "not a choice": lambda given: _(
        "%(rule)s: “%(value)s” is not one of the choices.",
        rule=given.rule if "rule" in given.given else given["field"],
        value=given["value"],
    ),
    "value out of range": lambda given: _(
        "%(rule)s: %(value)s is not between %(least)s and %(most)s.",
        rule=given.rule,
        value=given["value"],
        least=given["least"],
        most=given["most"],
    ),
    "not a whole number": lambda given: _(
        "%(rule)s: “%(value)s” is not a whole number.",
        rule=given.rule if "rule" in given.given else given["field"],
        value=given["value"],
    ),
    # SetUpError
    "wrong number of players": lambda given: _(
        "This game has %(seats)s players, not %(players)s.",
        seats=given["seats"],
        players=given["players"],
    ),
    "wrong number of sides": lambda given: _(
        "This game has %(wanted)s sides, not %(sides)s.", wanted=given["wanted"], sides=given["sides"]
    ),
    "wrong number of openings": lambda given: _(
        "This game has %(wanted)s opening scores, not %(openings)s.",
        wanted=given["wanted"],
        openings=given["openings"],
    ),
    "name missing": lambda given: _("A name is missing."),
    "name too long": lambda given: _(
        "“%(name)s” is longer than %(most)s characters.", name=given["name"], most=given["most"]
    ),
    "name unreadable": lambda given: _("A name holds characters that cannot be shown."),
    "same name twice": lambda given: _("Two are called “%(name)s”. Give one of them another name.", name=given["name"]),
    "no such seat": lambda given: _("There is no seat %(seat)s.", seat=given["seat"]),
    "opening points out of range": lambda given: _(
        "The opening score of %(side)s is beyond %(most)s.", side=given.side, most=given["most"]
    ),
    "opening bags out of range": lambda given: _(
        "%(side)s cannot start with %(bags)s bags: it is 0 to %(most)s.",
        side=given.side,
        bags=given["bags"],
        most=given["most"],
    ),
    "opening already decided": lambda given: _("With these opening scores the match is already decided."),
    "note too long": lambda given: _(
        "“%(field)s” is longer than %(most)s characters.", field=given["field"], most=given["most"]
    ),
    "note unreadable": lambda given: _("“%(field)s” holds characters that cannot be shown.", field=given["field"]),
    # BidError
    "not a bid": lambda given: _("“%(bid)s” is not a bid.", bid=given["bid"]),
    "one bid a seat": lambda given: _(
        "There are %(seats)s bids in a hand, not %(bids)s.", seats=given["seats"], bids=given["bids"]
    ),
    "bid over all tricks": lambda given: _(
        "%(player)s bid %(bid)s: a hand has %(tricks)s tricks.",
        player=given.player,
        bid=given["bid"],
        tricks=given["tricks"],
    ),
    "blind bid not played": lambda given: _(
        "%(player)s bid blind %(bid)s: this table plays no blind bid but blind nil.",
        player=given.player,
        bid=given["bid"],
    ),
    "not far enough behind": lambda given: _(
        "%(player)s may not bid blind nil: that takes %(deficit)s points behind the leader, and it is %(behind)s.",
        player=given.player,
        deficit=given["of"],
        behind=given["behind"],
    ),
    "two nils not allowed": lambda given: _(
        "Both partners of %(side)s bid nil: this table does not allow it.", side=given.side
    ),
    # TrickError
    "not a number of tricks": lambda given: _(
        "%(number)s is not a number of tricks: a hand has %(tricks)s.",
        number=given["number"],
        tricks=given["tricks"],
    ),
    "tricks of nil bidder missing": lambda given: _(
        "%(player)s bid nil: the tricks %(player)s took are needed apart.", player=given.player
    ),
    "one number a seat": lambda given: _(
        "There are %(seats)s numbers of tricks in a hand, not %(numbers)s.",
        seats=given["seats"],
        numbers=given["numbers"],
    ),
    "one pile a side": lambda given: _(
        "There are %(sides)s piles in a hand, not %(piles)s.", sides=given["sides"], piles=given["piles"]
    ),
    "tricks missing": lambda given: _("The tricks of %(side)s are missing.", side=given.side),
    "pile is not the sum": lambda given: _(
        "%(side)s has %(pile)s tricks, but its players have %(sum)s.",
        side=given.side,
        pile=given["pile"],
        sum=str(given.given["sum"]),
    ),
    "too many tricks": _too_many,
    "too few tricks": _too_few,
    # StepError
    "match is over": lambda given: _("The match is over already."),
    "bids are due": lambda given: _("The bids of this hand come first."),
    "tricks are due": lambda given: _("The tricks of this hand come first."),
    "nothing to undo": lambda given: _("There is nothing to take back."),
    "no such hand": lambda given: _("There is no hand %(number)s to correct.", number=given["number"]),
    # MatchFileError
    "unknown format": lambda given: _(
        "The format is “%(format)s”, not “%(known)s”.", format=given["format"], known=given["known"]
    ),
    "unknown field": lambda given: _(
        "There is no field “%(field)s” in “%(within)s”.", field=given["field"], within=given["within"]
    ),
    "missing": lambda given: _("“%(field)s” is missing.", field=given["field"]),
    "not an object": lambda given: _("“%(field)s” is not an object.", field=given["field"]),
    "not a list": lambda given: _("“%(field)s” is not a list.", field=given["field"]),
    "not a text": lambda given: _("“%(field)s” is not a text.", field=given["field"]),
    "not a time": lambda given: _("“%(field)s” is not a time with its time zone.", field=given["field"]),
    "too long": lambda given: _("“%(field)s” is longer than %(most)s.", field=given["field"], most=given["most"]),
    "wrong length": lambda given: _(
        "“%(field)s” needs %(wanted)s entries.", field=given["field"], wanted=given["wanted"]
    ),
    "tricks without bids": lambda given: _("There are tricks in a hand that was thrown in."),
}  # fmt: skip

"""Errors of the rules, and of what is typed, as precise sentences."""

import json
import re
from collections.abc import Callable, Sequence

from scorekeeper.rules import RuleError
from scorekeeper.words.house_rules import NO_BLIND_NIL, NO_NIL, name_choice, name_rule
from scorekeeper.words.language import N_, gettext, ngettext
from scorekeeper.words.table import format_number, name_side


def describe_error(error: RuleError, players: Sequence[str] = (), sides: Sequence[str] = ()) -> str:
    """Describe an error of the rules, with the table's names if they are known."""
    values = _Values(error, players, sides)
    if error.code in COUNTED:
        return COUNTED[error.code](values)
    return gettext(SENTENCES[error.code]) % values if error.code in SENTENCES else str(error)


def describe_note_error(error: RuleError) -> str:
    """Describe why a place or a note can't be saved."""
    field = name_field(str(error.values["field"]))
    return gettext(SENTENCES[error.code]) % {**error.values, "field": field}


def name_field(name: str) -> str:
    return gettext(FIELDS[name])


def describe_conflict(text: str) -> str:
    """Describe a conflict: the note that someone else saved in the meantime."""
    if not text:
        return gettext("Someone cleared this in the meantime. Save again to keep what you typed.")
    return gettext(
        "Someone changed this to “%(text)s” in the meantime. Save again to keep what you typed.",
        text=text,
    )


def describe_missing(name: str) -> str:
    return gettext("Choose a number for %(name)s.", name=name)


def describe_range(least: int, most: int) -> str:
    return gettext(
        "Type a number from %(least)s to %(most)s.",
        least=format_number(least),
        most=format_number(most),
    )


def describe_spelling(name: str, leader: str) -> str:
    return gettext(
        "“%(name)s” is now called %(leader)s. Rename %(leader)s in all matches instead.",
        name=name,
        leader=leader,
    )


def describe_closed_match() -> str:
    return gettext("The evening is over. Only an organiser can change its results.")


def describe_deleted_match() -> str:
    return gettext("This match was deleted. Only an organiser can restore it.")


def describe_stale_form() -> str:
    return gettext(
        "The match has changed since you opened this page. Nothing you entered is saved yet. "
        "Check it and save again."
    )


def describe_removed_hands(first: int, hands: int) -> str:
    return ngettext(
        "Hand %(first)s will be removed: the match was already over before it.",
        "The %(num)d hands from hand %(first)s on will be removed: the match was already over "
        "before them.",
        hands,
        first=first,
    )


class _Values:
    """The values of an error under the names the sentences use, as people write them."""

    def __init__(self, error: RuleError, players: Sequence[str], sides: Sequence[str]) -> None:
        self.given = error.values
        self.players, self.sides = players, sides

    def __getitem__(self, name: str) -> str:
        match name:
            case "player":
                # Partners who bid together are named by their side.
                return self._player(self.count("seat")) if "seat" in self.given else self["side"]
            case "side":
                return self._side(self.count("side"))
            case "rule":
                return name_rule(str(self.given.get("rule", self.given.get("field"))))
            case "other":
                return name_rule(str(self.given["other"]))
            case "choice":
                return name_choice(str(self.given["other"]), str(self.given["choice"]))
            case "tally":
                return self._tally()
            case "many":
                return spell_number(abs(self.count("total") - self.count("tricks")))
        value = self.given[name]
        is_like_number = name in ("value", "bid") and isinstance(value, str) and value.isdecimal()
        if value is None or isinstance(value, bool) or is_like_number:
            # As it is written in the file.
            return json.dumps(value)
        return format_number(value) if isinstance(value, int) else str(value)

    def of(self, *names: str) -> dict[str, str]:
        return {name: self[name] for name in names}

    def count(self, name: str) -> int:
        value = self.given[name]
        assert isinstance(value, int)
        return value

    def _player(self, seat: int) -> str:
        known = seat < len(self.players)
        return self.players[seat] if known else gettext("seat %(seat)s", seat=seat)

    def _side(self, side: int) -> str:
        known = side < len(self.sides)
        return name_side(self.sides[side]) if known else gettext("side %(side)s", side=side)

    def _tally(self) -> str:
        """Return the sum of the tricks of each side: Gold 8 + Blue 7 = 15."""
        taken = self.given["sides"]
        assert isinstance(taken, tuple)
        parts = [f"{self._side(side)} {tricks}" for side, tricks in enumerate(taken)]
        return f"{' + '.join(parts)} = {self['total']}"


def spell_number(amount: int) -> str:
    return gettext(NUMBERS[amount]) if amount < len(NUMBERS) else str(amount)


FIELDS = {"place": N_("Place"), "note": N_("Note")}
NUMBERS = (
    N_("no"), N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"),
    N_("eight"), N_("nine"), N_("ten"), N_("eleven"), N_("twelve"),
)  # fmt: skip
TWO = "[0-9]{2}"
MOMENT = re.compile(f"{TWO}{TWO}-{TWO}-{TWO}T{TWO}:{TWO}:{TWO}([.][0-9]+)?(Z|[+-]{TWO}:{TWO})")
"""Times with a time zone, also such as don't exist."""
COUNTED: dict[str, Callable[["_Values"], str]] = {
    "not a time": lambda values: (
        (
            gettext("“%(field)s”: “%(value)s” doesn’t exist. Check the date and the time.")
            if MOMENT.fullmatch(values["value"])
            else gettext("“%(field)s” must be a time with a time zone.")
        )
        % values.of("field", "value")
    ),
    "too many tricks": lambda values: ngettext(
        "%(many)s trick too many: %(tally)s, a hand has %(tricks)s.",
        "%(many)s tricks too many: %(tally)s, a hand has %(tricks)s.",
        values.count("total") - values.count("tricks"),
        **values.of("many", "tally", "tricks"),
    ),
    "too few tricks": lambda values: ngettext(
        "%(many)s trick missing: %(tally)s, a hand has %(tricks)s.",
        "%(many)s tricks missing: %(tally)s, a hand has %(tricks)s.",
        values.count("tricks") - values.count("total"),
        **values.of("many", "tally", "tricks"),
    ),
    "hands fall away": lambda values: describe_removed_hands(
        values.count("number"), values.count("hands")
    ),
}
SENTENCES = {
    # HouseRuleError
    "unknown game": N_("There is no game called “%(game)s”."),
    "unknown house rule": N_("There is no house rule “%(rule)s”."),
    "not a choice": N_("%(rule)s: “%(value)s” is not one of the options."),
    "value out of range": N_("%(rule)s must be between %(least)s and %(most)s, not %(value)s."),
    "not a whole number": N_("%(rule)s: “%(value)s” is not a whole number."),
    "not big bids": N_(
        "%(rule)s: enter up to %(most)s. Each needs its tricks, its points if made and its "
        "points if set."
    ),
    "same big bid twice": N_(
        "%(rule)s: two of them start at the same number of tricks. Change one."
    ),
    "rules exclude each other": N_(
        "“%(rule)s” and “%(other)s: %(choice)s” can’t be used together. They could leave a "
        "player without a legal bid."
    ),
    # SetUpError
    "wrong number of players": N_("This game has %(seats)s players, not %(players)s."),
    "wrong number of sides": N_("This game has %(wanted)s sides, not %(sides)s."),
    "wrong number of openings": N_("This game has %(wanted)s opening scores, not %(openings)s."),
    "name missing": N_("A name is missing."),
    "name too long": N_("“%(name)s” is longer than %(most)s characters. Shorten it."),
    "name unreadable": N_("A name contains characters that can’t be shown. Type it again."),
    "same name twice": N_("Two players are called “%(name)s”. Change one of the names."),
    "no such seat": N_("There is no seat %(seat)s."),
    "opening points out of range": N_(
        "%(side)s can’t start with more than %(most)s points, plus or minus."
    ),
    "opening bags out of range": N_("%(side)s can start with 0 to %(most)s bags, not %(bags)s."),
    "opening already decided": N_(
        "With these opening scores the match would already be over. Check them."
    ),
    "note too long": N_("“%(field)s” is longer than %(most)s characters. Shorten it."),
    "note unreadable": N_("“%(field)s” contains characters that can’t be shown. Type it again."),
    "hands have other tricks": N_(
        "%(rule)s: the hands of this match have %(tricks)s tricks. Start a new match to change it."
    ),
    "other game": N_("These house rules belong to another game."),
    # BidError
    "not a bid": N_("“%(bid)s” is not a bid."),
    "one bid a seat": N_("A hand needs %(seats)s bids, not %(bids)s."),
    "one bid a side": N_("Bid missing: %(side)s"),
    "bid of a side": N_("By these house rules, each player bids."),
    "bid over all tricks": N_("%(player)s bid %(bid)s, but a hand has only %(tricks)s tricks."),
    "blind bid not played": N_(
        "%(player)s bid blind %(bid)s. At this table you can’t bid a number blind."
    ),
    "not far enough behind": N_(
        "%(player)s can’t bid blind. At this table you must be %(deficit)s points behind the "
        "leader, not %(behind)s."
    ),
    "nil not played": NO_NIL,
    "blind nil not played": NO_BLIND_NIL,
    "two nils not allowed": N_("Both partners of %(side)s bid nil. This table doesn’t allow that."),
    "below board": N_("%(side)s bid %(bid)s. At this table the minimum is %(least)s."),
    "blind bid too low": N_("%(side)s bid blind %(bid)s. The minimum is %(least)s."),
    "suicide needs one nil": N_("Exactly one partner of %(side)s must bid nil."),
    "suicide bid too low": N_(
        "%(player)s bid %(bid)s. A nil bidder’s partner must bid at least %(least)s."
    ),
    "mirror bids must total": N_(
        "The bids add up to %(total)s. Everyone bids their spades, so it must be %(spades)s."
    ),
    "bids are the spades": N_(
        "%(player)s can’t bid blind. At this table you bid the spades you hold."
    ),
    "more than the spades": N_(
        "The bids add up to %(total)s, but there are only %(spades)s spades."
    ),
    "forbidden total": N_("The bids add up to %(total)s. This table doesn’t allow that."),
    "first hand bids itself": N_("The first hand has no bids. Enter only its tricks."),
    # TrickError
    "not a number of tricks": N_("%(number)s tricks isn’t possible. A hand has %(tricks)s."),
    "tricks of nil bidder missing": N_("%(player)s bid nil. Enter %(player)s’s tricks separately."),
    "one number a seat": N_("A hand needs %(seats)s trick counts, not %(numbers)s."),
    "one pile a side": N_("A hand needs %(sides)s piles, not %(piles)s."),
    "tricks missing": N_("Enter the tricks of %(side)s."),
    "pile is not the sum": N_(
        "%(side)s has %(pile)s tricks, but its players’ tricks add up to %(sum)s."
    ),
    "nobody took the trick": N_("Choose who took the trick."),
    "trick of a side": N_("Trick %(trick)s went to %(side)s. Choose which player took it."),
    "no such side": N_("There is no such side."),
    "seat of another side": N_("This player doesn’t play for %(side)s."),
    # RulingError
    "no offender": N_("Choose who the ruling is against."),
    "no receiver": N_("Choose who gets the tricks, or nobody."),
    "not noticed then": N_("Choose when it was noticed."),
    "tricks cannot go there": N_("Tricks moved by a ruling go to another side or to nobody."),
    "ruling points out of range": N_("A ruling can cost 0 to %(most)s points, not %(points)s."),
    "too many rulings": N_("A hand can have up to %(most)s rulings."),
    "too many rulings in all": N_("A match can have up to %(most)s rulings."),
    # CardError
    "not a card": N_("“%(card)s” is not a card."),
    "not in the pack": N_("%(card)s is not in the deck."),
    "card played twice": N_("%(card)s has already been played, so it can’t be in trick %(trick)s."),
    "card held twice": N_("A player can’t hold %(card)s twice."),
    "not all cards of a hand": N_("A player has %(tricks)s cards, not %(cards)s."),
    "too many cards": N_("A hand has %(most)s cards, not %(cards)s."),
    "no such trick": N_("There is no trick %(trick)s: a hand has %(tricks)s."),
    "followed and did not": N_("%(player)s can’t both follow suit and be void in trick %(trick)s."),
    # StepError
    "match is over": N_("The match is already over."),
    "bids are due": N_("Enter the bids of this hand first."),
    "tricks are due": N_("Enter the tricks of this hand first."),
    "nothing to undo": N_("There is nothing to undo."),
    "not as it was left": N_(
        "The match has changed, so you can no longer do this. Check the score sheet."
    ),
    "no such hand": N_("There is no such hand in this match."),
    "too many hands": N_("A match can have up to %(most)s hands. End this one and start another."),
    "no such ruling": N_("There is no such ruling on hand %(number)s."),
    # SeatingError
    "nobody to seat": N_("Nobody can play now. Wait for a table, or add people."),
    "not seated once each": N_("Other people are free now. Look at the seats again."),
    "too many tables": N_("Too many tables. The maximum is %(tables)s."),
    "playoff tables are fixed": N_("The tables have changed. Look at them again."),
    # MatchFileError
    "nothing written": N_("This file is empty."),
    "text too long": N_("This is not a match file: it is larger than %(megabytes)s MB."),
    "not UTF-8": N_("This is not UTF-8 text. Save it as UTF-8 and try again."),
    "not JSON": N_("This is not JSON: %(reason)s (line %(line)s, column %(column)s)."),
    "no number in JSON": N_("This is not JSON: %(value)s is not a number."),
    "number far too long": N_("This is not a match file: a number in it is far too long."),
    "nested too deeply": N_("This is not a match file: it is nested too deeply."),
    "field twice": N_("This is not a match file: “%(field)s” is in it twice."),
    "unknown format": N_("The format is “%(format)s”. It should be “%(known)s”."),
    "unknown field": N_("There is no field “%(field)s” in “%(within)s”."),
    "missing": N_("“%(field)s” is missing."),
    "not an object": N_("“%(field)s” is not an object."),
    "not a list": N_("“%(field)s” is not a list."),
    "not a text": N_("“%(field)s” is not text."),
    "not yes or no": N_("“%(field)s” must be true or false."),
    "too long": N_("“%(field)s” is longer than %(most)s."),
    "rulings of a thrown-in hand": N_("A misdealt hand can’t have rulings."),
    "tricks of a thrown-in hand": N_("A misdealt hand can’t have tricks."),
}


def describe_file_error(
    error: RuleError, players: Sequence[str] = (), sides: Sequence[str] = ()
) -> str:
    """Describe an error in a match file, without a full stop: “hand 3: two tricks too many”."""
    sentence = gettext(OF_FILES[error.code]) % error.values if error.code in OF_FILES else None
    sentence = (sentence or describe_error(error, players, sides)).removesuffix(".")
    if error.hand is None:
        return sentence
    return gettext("hand %(number)s: %(refusal)s", number=error.hand, refusal=sentence)


OF_FILES = {
    "too many matches": N_("This file has more than %(most)s matches."),
    "too many names": N_("This file has more than %(most)s people."),
    "match twice": N_("Match “%(id)s” is in this file twice, with differences."),
    "people of an event": N_("The people of this club evening don’t fit its kind."),
    "seats of a round": N_("Round %(round)s of this club evening doesn’t fit its people."),
    "zipped": N_(
        "This is a zip file. Import “All matches in one file” instead, or unzip it and import "
        "its files one by one."
    ),
    "binary": N_("This is not a match file. Choose a .json or .jsonl file."),
    "CSV": N_(
        "This is a list for a spreadsheet (CSV), which can’t be imported. Import “All matches "
        "in one file” from “Download everything” instead."
    ),
}
"""Problems of a file of many matches."""

"""Incidents and rulings in words, each with its source."""

from flask_babel import gettext as _
from flask_babel import lazy_gettext, ngettext

from scorekeeper import rules
from scorekeeper.rules.desk import Noticed, Source

from .labels import number, side_name

INCIDENTS = {
    "revoke": lazy_gettext("Revoke: did not follow suit"),
    "early spade": lazy_gettext("Spade led before broken"),
    "lead out of turn": lazy_gettext("Lead out of turn"),
    "exposed card": lazy_gettext("Card exposed"),
    "bid out of turn": lazy_gettext("Bid out of turn"),
    "misdeal": lazy_gettext("Misdeal"),
    "wrong number of cards": lazy_gettext("Wrong number of cards"),
    "looked before blind": lazy_gettext("Looked before a blind bid"),
    "table talk": lazy_gettext("Talk across the table"),
}
QUESTIONS = {
    ("revoke", "in time"): lazy_gettext("Before that side played to the next trick"),
    ("revoke", "later"): lazy_gettext("Later, or at the end of the hand"),
    ("early spade", "in time"): lazy_gettext("Before the next player played"),
    ("early spade", "later"): lazy_gettext("The next player has played"),
    ("lead out of turn", "in time"): lazy_gettext("Before the next player played"),
    ("lead out of turn", "accepted"): lazy_gettext("The next player has played"),
    ("bid out of turn", "accepted"): lazy_gettext("The skipped player accepts it"),
    ("bid out of turn", "refused"): lazy_gettext("The skipped player does not"),
    ("misdeal", "in time"): lazy_gettext("Before the first lead"),
    ("misdeal", "later"): lazy_gettext("After the first lead"),
    ("wrong number of cards", "in time"): lazy_gettext("Before the first lead"),
    ("wrong number of cards", "later"): lazy_gettext("After the first lead"),
}
SAID = {
    ("revoke", "in time"): lazy_gettext(
        "The wrong card goes back and a card of the suit is played. No penalty. Whoever played "
        "after it may change their card."
    ),
    ("revoke", "later"): lazy_gettext(
        "The revoke is established: the tricks stay as they fell, and the table’s penalty is due."
    ),
    ("early spade", "in time"): lazy_gettext(
        "The spade goes back and another suit is led, unless the leader holds nothing but spades."
    ),
    ("early spade", "later"): lazy_gettext("The lead stands, and spades are broken."),
    ("lead out of turn", "in time"): lazy_gettext(
        "The card goes back and the right player leads. No penalty."
    ),
    ("lead out of turn", "accepted"): lazy_gettext(
        "By playing to it the next player has accepted the lead: it stands."
    ),
    ("exposed card", "always"): lazy_gettext(
        "The card stays face up and is played at the first chance the rules allow."
    ),
    ("bid out of turn", "accepted"): lazy_gettext(
        "The bid stands, and the skipped player bids next."
    ),
    ("bid out of turn", "refused"): lazy_gettext(
        "The bid is repeated in its turn and may be another one."
    ),
    ("looked before blind", "always"): lazy_gettext(
        "Whoever has seen the cards may only make an ordinary bid."
    ),
    ("misdeal", "in time"): lazy_gettext(
        "The hand is thrown in: no score, and the same player deals or draws again."
    ),
    ("misdeal", "later"): lazy_gettext(
        "Too late to deal again: the hand is played out and stands."
    ),
    ("wrong number of cards", "in time"): lazy_gettext(
        "The hand is thrown in: no score, and the same player deals or draws again."
    ),
    ("wrong number of cards", "later"): lazy_gettext(
        "Settle who is short, and the hand stands. A card short at the end counts as a revoke."
    ),
    ("table talk", "always"): lazy_gettext(
        "Partners may not tell each other about their cards. What it costs is the table’s choice."
    ),
}
SOURCES = {
    "game": lazy_gettext("The rules of the game say so."),
    "practice": lazy_gettext(
        "The game’s rules are silent; this is the practice of whist and bridge."
    ),
    "house": lazy_gettext("The rules leave it to the table."),
}


def question(incident: rules.Incident, noticed: Noticed) -> str:
    """Return when an incident was noticed, in words."""
    return str(QUESTIONS[incident, noticed])


def said(incident: rules.Incident, noticed: Noticed) -> str:
    """Return what is to be done, in words."""
    return str(SAID[incident, noticed])


def source(given: Source) -> str:
    """Return where an answer comes from, in words."""
    return str(SOURCES[given])


def penalty(house: rules.HouseRules) -> str:
    """Return what an established revoke costs at this table."""
    given = house.revoke_penalty
    if isinstance(given, rules.RevokePenalty):
        return {
            "3 tricks": _("three tricks go to the other side"),
            "2 tricks": _("two tricks go to the other side"),
            "1 trick": _("one trick goes to the other side"),
            "set": _("the contract counts as set, the other side’s as made"),
        }[given]
    return ngettext("%(num)d point", "%(num)d points", given)


def effect(match: rules.Match, ruling: rules.Ruling) -> str:
    """Return what a ruling does, in words."""
    parts = []
    if ruling.tricks:
        to = "" if ruling.to is None else side_name(match.sides[ruling.to])
        words = (
            ngettext(
                "%(num)d trick to %(side)s", "%(num)d tricks to %(side)s", ruling.tricks, side=to
            )
            if to
            else ngettext("%(num)d trick less", "%(num)d tricks less", ruling.tricks)
        )
        parts.append(words)
    if ruling.set:
        parts.append(_("counts as set"))
    if ruling.points:
        parts.append(_("%(points)s points", points=number(-ruling.points)))
    return ", ".join(parts) or _("noted, no penalty")

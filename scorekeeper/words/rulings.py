"""Incidents, what is to be done about them, and rulings in words."""

from scorekeeper import rules
from scorekeeper.rules.house import RevokePenalty
from scorekeeper.rules.referee import Noticed, Source, revoke_ruling
from scorekeeper.words.language import N_, ngettext
from scorekeeper.words.language import gettext as _
from scorekeeper.words.table import points, side_name

INCIDENTS = {
    "revoke": N_("Revoke: did not follow suit"),
    "early spade": N_("Spade led before broken"),
    "lead out of turn": N_("Lead out of turn"),
    "exposed card": N_("Card exposed"),
    "bid out of turn": N_("Bid out of turn"),
    "misdeal": N_("Misdeal"),
    "wrong number of cards": N_("Wrong number of cards"),
    "looked before blind": N_("Looked before a blind bid"),
    "table talk": N_("Talk across the table"),
}
BEFORE_NEXT, AFTER_NEXT = N_("Before the next player played"), N_("The next player has played")
BEFORE_LEAD, AFTER_LEAD = N_("Before the first lead"), N_("After the first lead")
THROWN_IN = N_("The hand is thrown in: no score, and the same player deals or draws again.")
MOMENTS = {
    ("revoke", "in time"): N_("Before that side played to the next trick"),
    ("revoke", "later"): N_("Later, or at the end of the hand"),
    ("early spade", "in time"): BEFORE_NEXT,
    ("early spade", "later"): AFTER_NEXT,
    ("lead out of turn", "in time"): BEFORE_NEXT,
    ("lead out of turn", "accepted"): AFTER_NEXT,
    ("bid out of turn", "accepted"): N_("The skipped player accepts it"),
    ("bid out of turn", "refused"): N_("The skipped player does not"),
    ("misdeal", "in time"): BEFORE_LEAD,
    ("misdeal", "later"): AFTER_LEAD,
    ("wrong number of cards", "in time"): BEFORE_LEAD,
    ("wrong number of cards", "later"): AFTER_LEAD,
}
REMEDIES = {
    ("revoke", "in time"): N_(
        "The wrong card goes back and a card of the suit is played. No penalty. Whoever played "
        "after it may change their card."
    ),
    ("revoke", "later"): N_(
        "The revoke is established: the tricks stay as they fell, and the table’s penalty is due."
    ),
    ("early spade", "in time"): N_(
        "The spade goes back and another suit is led, unless the leader holds nothing but spades."
    ),
    ("early spade", "later"): N_("The lead stands, and spades are broken."),
    ("lead out of turn", "in time"): N_(
        "The card goes back and the right player leads. No penalty."
    ),
    ("lead out of turn", "accepted"): N_(
        "By playing to it the next player has accepted the lead: it stands."
    ),
    ("exposed card", "always"): N_(
        "The card stays face up and is played at the first chance the rules allow."
    ),
    ("bid out of turn", "accepted"): N_("The bid stands, and the skipped player bids next."),
    ("bid out of turn", "refused"): N_("The bid is repeated in its turn and may be another one."),
    ("looked before blind", "always"): N_(
        "Whoever has seen the cards may only make an ordinary bid."
    ),
    ("misdeal", "in time"): THROWN_IN,
    ("misdeal", "later"): N_("Too late to deal again: the hand is played out and stands."),
    ("wrong number of cards", "in time"): THROWN_IN,
    ("wrong number of cards", "later"): N_(
        "Settle who is short, and the hand stands. A card short at the end counts as a revoke."
    ),
    ("table talk", "always"): N_(
        "Partners may not tell each other about their cards. What it costs is the table’s choice."
    ),
}
SOURCES = {
    "game": N_("The rules of the game say so."),
    "practice": N_("The game’s rules are silent; this is the practice of whist and bridge."),
    "house": N_("The rules leave it to the table."),
}


def incident(kind: rules.Incident) -> str:
    """Return what happened, in words."""
    return _(INCIDENTS[kind])


def moment(incident: rules.Incident, noticed: Noticed) -> str:
    """Return when an incident was noticed, in words."""
    return _(MOMENTS[incident, noticed])


def remedy(incident: rules.Incident, noticed: Noticed) -> str:
    """Return what is to be done, in words."""
    return _(REMEDIES[incident, noticed])


def source(given: Source) -> str:
    """Return where an answer comes from, in words."""
    return _(SOURCES[given])


def penalty(house: rules.HouseRules) -> str:
    """Return what an established revoke costs at this table."""
    given = house.revoke_penalty
    if not isinstance(given, RevokePenalty):
        return points(given)
    if len(house.game.sides) > 2:
        ruling = revoke_ruling(house, seat=0)
        set_alone = _("the contract counts as set, all others as made")
        return set_alone if ruling.set else _less(ruling.tricks)
    return {
        "3 tricks": _("three tricks go to the other side"),
        "2 tricks": _("two tricks go to the other side"),
        "1 trick": _("one trick goes to the other side"),
        "set": _("the contract counts as set, the other side’s as made"),
    }[given]


def effect(match: rules.Match, ruling: rules.Ruling) -> str:
    """Return what a ruling does, in words."""
    parts = []
    if ruling.tricks:
        tricks, to = ruling.tricks, ruling.to
        parts.append(_less(tricks) if to is None else _given(tricks, side_name(match.sides[to])))
    if ruling.set:
        parts.append(_("counts as set"))
    if ruling.points:
        parts.append(points(-ruling.points))
    return ", ".join(parts) or _("noted, no penalty")


def _less(tricks: int) -> str:
    return ngettext("%(num)d trick less", "%(num)d tricks less", tricks)


def _given(tricks: int, side: str) -> str:
    return ngettext("%(num)d trick to %(side)s", "%(num)d tricks to %(side)s", tricks, side=side)

"""Incidents, their remedies, and rulings in words."""

from scorekeeper import rules
from scorekeeper.rules.house_rules import SpadesLed
from scorekeeper.rules.match.changes import ChangeEffect
from scorekeeper.rules.referee.remedies import Cost, Noticed, Source, count_revokes
from scorekeeper.words.language import N_, gettext as _, ngettext
from scorekeeper.words.table import format_points, name_side

INCIDENTS = {
    "revoke": N_("Revoke (renege): did not follow suit"),
    "wrong call": N_("Revoke called wrongly"),
    "early spade": N_("Spades led too early"),
    "lead out of turn": N_("Lead out of turn"),
    "exposed card": N_("Exposed card"),
    "bid out of turn": N_("Bid out of turn"),
    "misdeal": N_("Misdeal"),
    "wrong number of cards": N_("Wrong number of cards"),
    "looked before blind": N_("Looked before bidding blind"),
    "table talk": N_("Table talk"),
}
BEFORE_NEXT, AFTER_NEXT = N_("Before the next player played"), N_("The next player has played")
BEFORE_LEAD, AFTER_LEAD = N_("Before the first lead"), N_("After the first lead")
START_OVER = N_("Start the hand over, with no score. The same player deals or draws first.")
MOMENTS = {
    ("revoke", "in time"): N_("Before their side played to the next trick"),
    ("revoke", "later"): N_("Later, or at the end of the hand"),
    ("early spade", "in time"): BEFORE_NEXT,
    ("early spade", "later"): AFTER_NEXT,
    ("lead out of turn", "in time"): BEFORE_NEXT,
    ("lead out of turn", "accepted"): AFTER_NEXT,
    ("bid out of turn", "accepted"): N_("The skipped player accepts it"),
    ("bid out of turn", "refused"): N_("The skipped player does not accept it"),
    ("misdeal", "in time"): BEFORE_LEAD,
    ("misdeal", "later"): AFTER_LEAD,
    ("wrong number of cards", "in time"): BEFORE_LEAD,
    ("wrong number of cards", "later"): AFTER_LEAD,
}
REMEDIES = {
    ("revoke", "in time"): N_(
        "Pick up the wrong card and play a card of the suit led. No penalty. Anyone who "
        "played after it may change their card."
    ),
    ("revoke", "later"): N_("It’s too late to correct the revoke. The table’s penalty applies."),
    ("wrong call", "always"): N_("Nobody revoked. Some tables charge the side that called."),
    ("early spade", "in time"): N_(
        "Pick up the spade and lead another suit, unless you hold only spades."
    ),
    ("early spade", "later"): N_("The lead counts, and spades are broken."),
    ("lead out of turn", "in time"): N_(
        "Pick up the card. The player whose turn it is leads. No penalty."
    ),
    ("lead out of turn", "accepted"): N_("The next player has played, so the lead counts."),
    ("exposed card", "always"): N_(
        "The card stays face up and must be played at the first legal chance."
    ),
    ("bid out of turn", "accepted"): N_("The bid counts, and the skipped player bids next."),
    ("bid out of turn", "refused"): N_(
        "Withdraw the bid. The player bids again in turn and may change it."
    ),
    ("looked before blind", "always"): N_(
        "A player who has looked at their cards can’t bid blind."
    ),
    ("misdeal", "in time"): START_OVER,
    ("misdeal", "later"): N_("It’s too late for a new deal. Play on: the hand counts."),
    ("wrong number of cards", "in time"): START_OVER,
    ("wrong number of cards", "later"): N_(
        "Work out who has too few cards. The hand counts. A card missing at the end is a revoke."
    ),
    ("table talk", "always"): N_("Partners may not tell each other about their cards."),
}
SOURCES = {
    "game": N_("The rules of Spades say so."),
    "practice": N_("The rules of Spades don’t say. This is how whist and bridge do it."),
    "house": N_("Spades has no fixed penalty for this. Each table sets its own."),
}


def name_incident(kind: rules.Incident) -> str:
    return _(INCIDENTS[kind])


def name_moment(incident: rules.Incident, noticed: Noticed) -> str:
    return _(MOMENTS[incident, noticed])


def name_remedy(house: rules.HouseRules, incident: rules.Incident, noticed: Noticed) -> str:
    """Name the remedy for an incident; what an early spade breaks depends on the table."""
    early, usual = rules.Incident.EARLY_SPADE, house.spades_led is SpadesLed.ONCE_BROKEN
    if (incident, noticed) == (early, Noticed.LATER) and not usual:
        # Nothing has to be broken at this table.
        return _(REMEDIES["lead out of turn", "accepted"])
    return _(REMEDIES[incident, noticed])


def name_source(source: Source) -> str:
    return _(SOURCES[source])


def describe_penalty(house: rules.HouseRules, cost: Cost) -> str:
    """Describe the cost of an incident by the house rules."""
    several = len(house.game.sides) > 2
    if cost.match:
        return _("the match is lost")
    if cost.set and several:
        return _("the contract counts as set, all others as made")
    if cost.set:
        return _("the contract counts as set, the other side’s as made")
    if cost.points:
        return format_points(cost.points)
    if not cost.tricks:
        return _("no penalty")
    if several:
        return ngettext(
            "%(num)d trick, and the table decides who gets it",
            "%(num)d tricks, and the table decides who gets them",
            cost.tricks,
        )
    return ngettext(
        "%(num)d trick goes to the other side", "%(num)d tricks go to the other side", cost.tricks
    )


def describe_effect(match: rules.Match, ruling: rules.Ruling) -> str:
    """Describe the effect of a ruling."""
    parts, tricks = [], ruling.tricks
    if tricks and ruling.to is None:
        parts.append(ngettext("minus %(num)d trick", "minus %(num)d tricks", tricks))
    elif tricks and ruling.to is not None:
        side = name_side(match.sides[ruling.to])
        parts.append(
            ngettext("%(num)d trick to %(side)s", "%(num)d tricks to %(side)s", tricks, side=side)
        )
    if ruling.set:
        parts.append(_("counts as set"))
    if ruling.points:
        parts.append(format_points(-ruling.points))
    return ", ".join(parts) or _("noted, no penalty")


def describe_pending_effect(effect: ChangeEffect[rules.Match], place: int) -> str:
    """Describe the reason why a ruling moves no points yet; else empty."""
    if any(before.points != after.points for before, after in effect.standings):
        return ""
    ruling = effect.new.hands[place - 1].rulings[-1]
    if effect.new.scores[place - 1] is not None or not ruling.has_cost:
        return _("The score won’t change.")
    return _(
        "It will count once the tricks of hand %(number)s are in.",
        number=effect.new.number_of(place),
    )


def describe_second_revoke(match: rules.Match, ruling: rules.Ruling) -> str:
    """Warn that a revoke is the second one that costs its side something; else empty."""
    side = match.house.game.side_of[ruling.seat]
    is_costly = ruling.kind is rules.Incident.REVOKE and ruling.has_cost
    if not is_costly or count_revokes(match, side) != 1:
        return ""
    return _(
        "Second revoke by %(side)s. At some tables that loses the match.",
        side=name_side(match.sides[side]),
    )


def describe_lost_rulings(match: rules.Match) -> str:
    """Warn that a misdeal removes the rulings of the hand; empty without any."""
    rulings = match.begun_hand.rulings if match.begun_hand is not None else ()
    if not rulings:
        return ""
    return ngettext(
        "This also removes its ruling.", "This also removes its %(num)d rulings.", len(rulings)
    )

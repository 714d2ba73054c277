"""Awards in words: the prize, the winner, the figure and the hand."""

from scorekeeper import rules
from scorekeeper.rules.review.awards import Award, Prize, find_awards
from scorekeeper.words.language import N_, gettext as _, ngettext
from scorekeeper.words.match.outcome import name_partners_of
from scorekeeper.words.table import format_bags, format_signed, name_hand

PRIZES = {
    Prize.HIGHEST_HAND: N_("Highest hand"),
    Prize.BRAVEST_NIL: N_("Bravest nil"),
    Prize.MOST_BAGS: N_("Most bags"),
    Prize.COMEBACK: N_("Comeback"),
    Prize.STEADIEST: N_("Most accurate bidder"),
}


def list_awards(match: rules.Match) -> list[tuple[Award, tuple[str, str, str, str]]]:
    return [(award, describe_award(match, award)) for award in find_awards(match)]


def describe_award(match: rules.Match, award: Award) -> tuple[str, str, str, str]:
    """Return the prize, the winner, the figure and the hand of an award in words."""
    who = name_partners_of(match, award.side) if award.seat is None else match.players[award.seat]
    return _(PRIZES[award.prize]), who, _figure(award), _hand(match, award)


def _figure(award: Award) -> str:
    match award.prize:
        case Prize.HIGHEST_HAND:
            return format_signed(award.figure)
        case Prize.BRAVEST_NIL:
            points = format_signed(award.figure)
            return _("blind: %(points)s", points=points) if award.blind else points
        case Prize.MOST_BAGS:
            return format_bags(award.figure)
        case Prize.COMEBACK:
            return ngettext("%(num)d point behind", "%(num)d points behind", award.figure)
        case Prize.STEADIEST:  # pragma: no branch (there is no other prize)
            return ngettext(
                "%(num)d trick off over %(hands)s hands",
                "%(num)d tricks off over %(hands)s hands",
                award.figure,
                hands=award.hands,
            )


def _hand(match: rules.Match, award: Award) -> str:
    number = match.number_of(award.place)
    match award.prize:
        case Prize.MOST_BAGS:
            return _("most in hand %(number)s", number=number)
        case Prize.COMEBACK if not award.place:
            return _("at the start")
        case Prize.COMEBACK:
            return _("after hand %(number)s", number=number)
        case Prize.STEADIEST:
            return _("best in hand %(number)s", number=number)
        case _:
            return name_hand(number)

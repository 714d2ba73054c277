"""Awards of matches and records in words: their names, their holders and their figures."""

from datetime import date

from scorekeeper import rules
from scorekeeper.rules.lines import Reason
from scorekeeper.rules.review.figures import RecordKind
from scorekeeper.rules.review.remarkable import Award, Prize, find_awards
from scorekeeper.words.dates import format_date, format_length
from scorekeeper.words.language import N_, gettext as _, ngettext
from scorekeeper.words.match.outcome import name_partners_of
from scorekeeper.words.table import format_bags, format_number, format_signed, name_hand

RECORDS = {
    RecordKind.HIGHEST_SCORE: N_("Highest score"),
    RecordKind.COMEBACK: N_("Biggest comeback"),
    RecordKind.WINNING_RUN: N_("Longest winning run"),
    RecordKind.CLEAREST_WIN: N_("Clearest win"),
    RecordKind.CLOSEST_FINISH: N_("Closest finish"),
    RecordKind.HIGHEST_HAND: N_("Highest hand"),
    RecordKind.MOST_NILS: N_("Most nils made in a match"),
    RecordKind.WORST_SET: N_("Worst set"),
    RecordKind.MOST_BAGS: N_("Most bags in a match"),
    RecordKind.LONGEST_MATCH: N_("Longest match"),
}


def format_figure(kind: RecordKind, figure: int) -> str:
    """Format the figure of a record.

    >>> format_figure(RecordKind.WORST_SET, 120), format_figure(RecordKind.HIGHEST_HAND, 231)
    ('−120', '+231')
    """
    match kind:
        case RecordKind.WORST_SET:
            return format_number(-figure)
        case RecordKind.HIGHEST_HAND:
            return format_signed(figure)
        case _:
            return format_number(figure)


def name_holder(match: rules.Match, kind: RecordKind, side: int, seat: int) -> str:
    match kind:
        case RecordKind.MOST_NILS:
            return match.players[seat]
        case RecordKind.LONGEST_MATCH:
            return ", ".join(match.players)
        case _:
            return name_partners_of(match, side)


def describe_record(
    match: rules.Match, kind: RecordKind, figure: int, side: int, place: int
) -> str:
    """Describe a record next to its figure; `place` is that of its hand."""
    number = match.number_of(place) if place else 0
    match kind:
        case RecordKind.COMEBACK if not place:
            return ngettext("point behind at the start", "points behind at the start", figure)
        case RecordKind.COMEBACK:
            return ngettext(
                "point behind after hand %(hand)s",
                "points behind after hand %(hand)s",
                figure,
                hand=number,
            )
        case RecordKind.CLEAREST_WIN | RecordKind.CLOSEST_FINISH:
            return ngettext("point ahead", "points ahead", figure)
        case RecordKind.HIGHEST_HAND:
            return _("in hand %(hand)s", hand=number)
        case RecordKind.WORST_SET:
            score = match.scores[place - 1]
            assert score is not None
            lines = [line for line in score[side].lines if line.reason is Reason.CONTRACT_SET]
            bid, taken = score[side].contract, sum([line.amount for line in lines])
            return _("%(bid)s bid, %(taken)s taken", bid=bid, taken=taken)
        case RecordKind.LONGEST_MATCH:
            took = format_length(match.minutes_played)
            hands = ngettext("hand", "hands", figure)
            return f"{hands} · {took}" if took else hands
        case _:
            return ""


def describe_few_matches(matches: int, least: int) -> str:
    """Say how many matches there are, and from how many on there are records."""
    return ngettext(
        "Records start at %(least)s finished matches. So far there is %(num)d.",
        "Records start at %(least)s finished matches. So far there are %(num)d.",
        matches,
        least=least,
    )


def describe_run(length: int, first: date, last: date) -> str:
    """Describe a winning run by its days.

    >>> describe_run(3, date(2026, 11, 20), date(2026, 11, 21))
    'matches, 20 Nov 2026 – 21 Nov 2026'
    >>> describe_run(3, date(2026, 11, 20), date(2026, 11, 20))
    'matches, 20 Nov 2026'
    """
    if first == last:
        return ngettext("match, %(day)s", "matches, %(day)s", length, day=format_date(first))
    return ngettext(
        "match, %(first)s – %(last)s",
        "matches, %(first)s – %(last)s",
        length,
        first=format_date(first),
        last=format_date(last),
    )


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
    return _(PRIZES[award.prize]), who, _format_award(award), _name_hand_of(match, award)


def _format_award(award: Award) -> str:
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


def _name_hand_of(match: rules.Match, award: Award) -> str:
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

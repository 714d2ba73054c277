"""The comparison of what a phone recorded without the server with what others saved since."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, NamedTuple

from scorekeeper import rules
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.outbox import recorded_at
from scorekeeper.rules import Hand, Match, Tricks, match_file
from scorekeeper.rules.hand import Redeal, list_nil_seats
from scorekeeper.web.forms.base import parse_int
from scorekeeper.web.forms.hand_fields import FieldKind, HandField, recorded_values
from scorekeeper.web.forms.outbox import Known, Outbox
from scorekeeper.web.site.answers import NumberComparison, compare_values, is_shared, name_number
from scorekeeper.web.site.match_page import describe_base
from scorekeeper.words.language import gettext as _
from scorekeeper.words.match.hand import name_bid
from scorekeeper.words.table import format_number, name_hand, translate_names

Says = dict[str, Any]
NUMBERS = {FieldKind.BID: "bids", FieldKind.SEAT: "tricks", FieldKind.SIDE: "piles"}
"""The names of the numbers in an entry, by the kind of their fields."""


class NumberChoice(NamedTuple):
    """A number of an entry, with its name in the entry, and the numbers to choose from."""

    title: str
    name: str
    number: str
    options: Mapping[str, str]


def compare_outbox(
    stored: StoredMatch, posted: Outbox
) -> tuple[str, dict[str, Any], Sequence[NumberComparison]]:
    """Compare what a phone recorded with the match; raise MatchFileError for what it can't say.

    Returns the case, two facts for the phone, and the rows: `says` replaces the match by that of
    the phone, None if nothing does; an `other` match has other house rules or players. The match
    has it all (`saved`), or the rest goes on from it (`following`). Else they are `different` if
    people can choose, or `apart`.
    """
    known, played, is_whole = _play(stored.match, posted)
    saved, mine = (
        [hand for hand in match.hands[known.place - 1 :] if hand.is_complete or hand.bids]
        for match in (stored.match, played)
    )
    is_other, is_undone = _is_other(posted, stored.match), known is not posted.known[-1]
    says = _replace_all(saved, mine, known.place)
    # What was only undone on the phone can't be undone here.
    fits = is_whole and not _is_apart(posted, stored) and not (is_undone and says == [])
    is_unchanged = fits and not is_other and not is_undone
    case = "apart"
    # The table ended the match on the phone, and not so here.
    is_ended = played.ended is not None and not played.is_played_out
    ends_so = stored.match.ended is not None and stored.match.awarded == played.awarded
    if says is not None and is_ended and not ends_so:
        says.append({"fact": "end", "winner": played.awarded})
    if is_unchanged and says == []:
        case = "saved"
    elif is_unchanged and _replace_all(mine, saved, 0) == []:
        case = "following"
    elif (fits and says is not None) or (is_other and posted.start):
        case = "different"
    match = translate_names(stored.match)
    points = [
        " : ".join(format_number(standing.points) for standing in one.standings)
        for one in (match, played)
    ]
    rows = [*_list_rows(match, saved, mine, known.played), NumberComparison(_("Points"), *points)]
    return case, {"says": says if fits else None, "other": is_other}, rows


def _play(match: Match, posted: Outbox) -> tuple[Known, Match, bool]:
    """Return the match as it is on the phone, from what it knew, and whether the rules take it.

    The hands before that are left out: they count as misdealt.
    """
    states = [(known, _begin(match, known)) for known in posted.known]
    if not states:
        raise rules.MatchFileError("missing", field="known")
    for entry in posted.entries[bool(posted.start) :]:
        known, before = states[-1]
        try:
            if entry.change is not None:
                at = recorded_at(before, entry.age)
                states.append((known, entry.change(before, at)))
            elif len(states) > 1:
                states.pop()
        except rules.RuleError:
            return known, before, False
    return *states[-1], True


def _begin(match: Match, known: Known) -> Match:
    house = match.house
    bids = match_file.read_bids(house.game, known.bids, house.bids_by)
    due = () if bids is None else (Hand(bids),)
    opening = match_file.read_opening(known.standings) or ()
    if len(opening) != len(match.sides):
        raise rules.MatchFileError("missing", field="standings")
    hands = (*[Hand(redeal=Redeal.MISDEAL)] * (known.place - 1), *due)
    return replace(match, opening=tuple(opening), hands=hands, ended=None, awarded=None)


def _is_apart(posted: Outbox, stored: StoredMatch) -> bool:
    """Whether the match lacks what the phone knows: a backup was restored."""
    is_same = describe_base(stored)["standings"] == posted.standings
    is_older = stored.version < posted.base or (stored.version == posted.base and not is_same)
    return is_older or len(stored.match.hands) < posted.known[-1].place - 1


def _is_other(posted: Outbox, match: Match) -> bool:
    """Whether the match has other house rules than on the phone, or than it started there."""
    written = match_file.write(match)
    about = posted.start or {"house": posted.house}
    return any(about[part] != written[part] for part in ("house", "players") if part in about)


def _mark(hand: Hand) -> object:
    if hand.redeal:
        return hand.redeal
    bids = hand.bids or ()
    nils = [seat for seat, bid in enumerate(bids) if bid.is_nil]
    return bids, hand.tricks and (hand.tricks.piles, [hand.tricks.seats[seat] for seat in nils])


def _replace_all(saved: Sequence[Hand], mine: Sequence[Hand], place: int) -> list[Says] | None:
    """Return what makes the saved hands those of the phone, None if nothing does."""
    says: list[Says] = []
    for index, hand in enumerate(mine):
        there = saved[index] if index < len(saved) else Hand()
        replacing = _replace(there, hand)
        if replacing is None:
            return None
        says += [{"place": place + index, **one} for one in replacing]
    return says


def _replace(there: Hand, mine: Hand) -> list[Says] | None:
    is_new = not mine.redeal and (mine.bids or ()) != (there.bids or ())
    if _mark(mine) == _mark(there) or (there.is_complete and not mine.is_complete and not is_new):
        return []
    bids = {"bids": [bid.notation for bid in mine.bids or ()]}
    if there.is_complete:
        tricks = _write_tricks(mine.tricks or there.tricks)
        is_misdealt = there.redeal or mine.redeal
        return None if is_misdealt else [{"fact": "correct", **bids, **tricks}]
    return [
        *([{"fact": "bids", **bids}] if is_new else []),
        *([{"fact": "misdeal"}] if mine.redeal else []),
        *([{"fact": "tricks", **_write_tricks(mine.tricks)}] if mine.tricks else []),
    ]


def _write_tricks(tricks: Tricks | None) -> Says:
    seats, piles = (tricks.seats, tricks.piles) if tricks else ((), ())
    return {"tricks": list(seats), "piles": {str(side): pile for side, pile in enumerate(piles)}}


def _list_rows(
    match: Match, saved: Sequence[Hand], mine: Sequence[Hand], number: int
) -> list[NumberComparison]:
    """Return the hands that differ: a heading and numbers, or one row if only one has the hand.

    `number` is that of the hand before.
    """
    rows = list[NumberComparison]()
    for pair in zip_longest(saved, mine):
        one, other = pair
        title = name_hand(number + 1)
        number += not (other or one).redeal
        if None in pair:
            rows.append(NumberComparison(title, *[_sum_up(match, hand) for hand in pair]))
        elif _mark(one) != _mark(other):
            misdeals = ["✓" if hand.redeal else "" for hand in pair]
            values = [recorded_values(match, hand, by_seat=False) for hand in pair]
            numbers = [NumberComparison(_("Misdeal"), *misdeals), *compare_values(match, *values)]
            rows += [
                NumberComparison(title),
                *[row for row in numbers if row.recorded != row.typed],
            ]
    return rows


def _sum_up(match: Match, hand: Hand | None) -> str:
    """Return the tricks of each side, else the bids; empty without a hand."""
    if hand is None:
        return ""
    if hand.redeal:
        return "✓"
    if hand.tricks is None:
        bids = compare_values(match, recorded_values(match, hand), {})
        return "\u202f·\u202f".join(bid.recorded for bid in bids)
    taken = []
    for side, pile in enumerate(hand.tricks.piles):
        nils = list_nil_seats(match.house.game, hand.bids or (), side)
        taken.append(str(pile + sum([hand.tricks.seats[seat] or 0 for seat in nils])))
    return " : ".join(taken)


def list_choices(match: rules.Match, says: Mapping[str, Any]) -> list[NumberChoice]:
    """Return the numbers of a refused entry that can be changed."""
    numbers = _read_numbers(says)
    return [
        NumberChoice(
            title,
            f"{NUMBERS[field.kind]} {field.place}",
            number,
            _list_options(match, field, numbers),
        )
        for field, number in numbers.items()
        if (title := name_number(match, field, numbers))
    ]


def _read_numbers(says: Mapping[str, Any]) -> dict[HandField, str]:
    numbers = {}
    for kind, name in NUMBERS.items():
        written = says.get(name)
        listed = dict(enumerate(written)) if isinstance(written, list) else written
        for index, number in listed.items() if isinstance(listed, dict) else ():
            place = parse_int(str(index))
            if place is not None and number is not None:
                numbers[HandField(kind, place)] = str(number)
    return numbers


def _list_options(
    match: rules.Match, field: HandField, numbers: Mapping[HandField, str]
) -> dict[str, str]:
    if field.kind is not FieldKind.BID:
        return {str(tricks): str(tricks) for tricks in range(match.house.game.tricks + 1)}
    bids = (*rules.list_bids(match.house), rules.NIL, rules.BLIND_NIL)
    is_side = is_shared(match.house.game, field, numbers)
    return {str(bid.notation): name_bid(bid) for bid in bids if bid.tricks or not is_side}

"""From the values of the rules to words for people."""

from collections.abc import Sequence
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext, ngettext

from scorekeeper import rules

GAMES = {
    "two-player": lazy_gettext("Two players"),
    "partnership": lazy_gettext("Partners"),
    "three-handed": lazy_gettext("Three players"),
    "solo": lazy_gettext("Four, each alone"),
    "six-handed": lazy_gettext("Six, three pairs"),
}
GAME_NOTES = {
    "two-player": lazy_gettext("Drawn, not dealt. Each plays alone."),
    "partnership": lazy_gettext("Four players, two against two."),
    "three-handed": lazy_gettext("Each plays alone, 17 tricks a hand."),
    "solo": lazy_gettext("Each plays alone, 13 tricks a hand."),
    "six-handed": lazy_gettext("Two against two against two, 17 tricks a hand."),
}
USUAL_SIDES = {
    "Gold": lazy_gettext("Gold"),
    "Blue": lazy_gettext("Blue"),
    "Green": lazy_gettext("Green"),
}
ENDINGS = {
    "target": lazy_gettext("reached the target"),
    "floor": lazy_gettext("the other side fell too low"),
    "sets": lazy_gettext("too many contracts set"),
    "hands": lazy_gettext("all hands played"),
    "time": lazy_gettext("time was up"),
    "early": lazy_gettext("ended early"),
}


def side_name(name: str) -> str:
    """Return a side's name; the usual ones are translated, chosen ones are not."""
    return str(USUAL_SIDES.get(name, name))


def partners(match: rules.Match, side: int) -> str:
    """Return the players of a side, where the side has a name of its own."""
    names = [match.players[seat] for seat in match.house.game.sides[side]]
    return " & ".join(names) if len(names) > 1 else ""


def enumerated(parts: Sequence[str]) -> str:
    """Return parts of a sentence joined by commas and a last “and”."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s and %(last)s", first=", ".join(parts[:-1]), last=parts[-1])


def signed(points: int) -> str:
    """Return points with their sign: +132, −47, 0."""
    return f"+{points}" if points > 0 else number(points)


def number(points: int) -> str:
    """Return points with a real minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def bid(value: rules.Bid) -> str:
    """Return a bid as the table says it."""
    if value.is_nil:
        return _("Blind nil") if value.blind else _("Nil")
    return _("Blind %(bid)s", bid=value.tricks) if value.blind else str(value.tricks)


def turn(match: rules.Match) -> str:
    """Return who deals or draws, bids and leads in the hand that is due."""
    due = match.turn
    first, leads = match.players[due.first], match.players[due.leads]
    if match.house.game.role is rules.Role.DRAWS:
        if due.step is rules.Step.BIDS:
            return _("%(first)s draws first · %(leads)s bids and leads", first=first, leads=leads)
        return _("%(first)s drew first · %(leads)s leads", first=first, leads=leads)
    if due.step is rules.Step.BIDS:
        return _("%(first)s deals · %(leads)s bids first and leads", first=first, leads=leads)
    return _("%(first)s dealt · %(leads)s leads", first=first, leads=leads)


def danger(match: rules.Match, side: int) -> str:
    """Return what threatens a side at its present standing, or nothing."""
    house, standing = match.house, match.standings[side]
    if house.floor is not None and standing.points <= house.floor + 100:
        return _("lost at %(floor)s", floor=number(house.floor))
    left = house.bag_limit - standing.bags
    if house.bag_limit and house.bag_penalty and left <= max(1, house.bag_limit // 5):
        penalty = number(-house.bag_penalty)
        return ngettext(
            "%(num)d more bag: %(penalty)s", "%(num)d more bags: %(penalty)s", left, penalty=penalty
        )
    return ""


def bags(score: rules.SideScore, before: rules.Standing) -> str:
    """Return how the bags of a side moved in a hand."""
    if score.bags or before.bags != score.standing.bags:
        return _("bags %(before)s → %(after)s", before=before.bags, after=score.standing.bags)
    return ngettext("%(num)d bag", "%(num)d bags", before.bags)


def outcome(match: rules.Match) -> str:
    """Return why the match is over, in a sentence."""
    result = match.outcome
    assert result is not None
    points = match.standings
    if result.winner is None:
        return _("Ended early: nobody has won.")
    winner = side_name(match.sides[result.winner])
    if result.ending is rules.Ending.FLOOR:
        loser = min(range(len(points)), key=lambda side: points[side].points)
        return _(
            "%(loser)s fell to %(points)s, and %(floor)s loses the match.",
            loser=side_name(match.sides[loser]),
            points=number(points[loser].points),
            floor=number(match.house.floor or 0),
        )
    if result.ending is rules.Ending.SETS:
        return _("%(sets)s contracts set lose the match.", sets=match.house.sets_to_lose)
    if result.ending is rules.Ending.HANDS:
        return ngettext(
            "%(num)d hand is played.", "%(num)d hands are played.", match.progress.hands
        )
    if result.ending is rules.Ending.TIME:
        return _("%(minutes)s minutes are over.", minutes=match.house.minutes)
    if all(standing.points >= match.house.target for standing in points):
        return _(
            "All reached %(target)s, and %(winner)s has more.",
            target=match.house.target,
            winner=winner,
        )
    return _(
        "%(winner)s reached %(points)s of %(target)s.",
        winner=winner,
        points=number(points[result.winner].points),
        target=match.house.target,
    )


def moved(old: int, new: int, sign: bool = False) -> str:
    """Return a number as it was and as it would be, or just the number where it stays."""
    words = signed if sign else number
    return words(new) if old == new else f"{words(old)} → {words(new)}"


def corrected(old: rules.Match, new: rules.Match, hand_number: int) -> str:
    """Return that a hand was corrected, and how the points of each side moved by it."""
    moves = [
        f" · {side_name(name)} {moved(before.points, after.points)}"
        for name, before, after in zip(old.sides, old.standings, new.standings, strict=True)
    ]
    return _("Hand %(number)s corrected", number=hand_number) + "".join(moves)


def outcome_change(old: rules.Match, new: rules.Match) -> str:
    """Return what a correction does to the end of the match, or nothing."""
    if old.outcome == new.outcome:
        return ""
    before, after = (_winner(match) for match in (old, new))
    if new.outcome is None:
        return _("The match is no longer over.")
    if old.outcome is None:
        return _("The match is over: %(winner)s wins.", winner=after)
    return _("The winner changes from %(before)s to %(after)s.", before=before, after=after)


def _winner(match: rules.Match) -> str:
    if match.outcome is None or match.outcome.winner is None:
        return _("nobody")
    return side_name(match.sides[match.outcome.winner])


def change_words(
    match: rules.Match,
    before: dict[str, list[dict[str, Any]]],
    after: dict[str, list[dict[str, Any]]],
) -> list[str]:
    """Return what a correction changed in a hand: before and after, bids and tricks."""
    return [
        _("before: %(hand)s", hand="; ".join(_hand_words(match, hand) for hand in before["hands"])),
        _("after: %(hand)s", hand="; ".join(_hand_words(match, hand) for hand in after["hands"])),
    ]


def _hand_words(match: rules.Match, hand: dict[str, Any]) -> str:
    bids = ", ".join(
        f"{name} {bid(rules.read_bid(written))}"
        for name, written in zip(match.players, hand["bids"] or (), strict=False)
    )
    taken = [
        f"{name} {tricks}"
        for name, tricks in zip(match.players, hand.get("tricks") or (), strict=False)
        if tricks is not None
    ] + [f"{side_name(name)} {tricks}" for name, tricks in hand.get("piles", {}).items()]
    return (
        _("bid %(bids)s; took %(tricks)s", bids=bids, tricks=", ".join(taken))
        if taken
        else _("bid %(bids)s", bids=bids)
    )


def tie(match: rules.Match) -> str:
    """Return why the match goes on although it could be over, or nothing."""
    if not match.tied:
        return ""
    points = match.standings[match.tied[0]].points
    return _("A tie at %(points)s: another hand decides.", points=number(points))


def warning(match: rules.Match, found: rules.Warning) -> str:
    """Return a warning about odd bids in words."""
    side = side_name(match.sides[found.side]) if found.side is not None else ""
    return {
        "contract over all tricks": _(
            "%(side)s bid more than the %(tricks)s tricks of a hand.",
            side=side,
            tricks=match.house.game.tricks,
        ),
        "bids add up to all tricks": _(
            "The bids add up to exactly %(tricks)s: no trick is loose.",
            tricks=match.house.game.tricks,
        ),
        "all partners nil": _("Both partners of %(side)s bid nil.", side=side),
        "high contract beside nil": _("%(side)s bid high beside a nil.", side=side),
    }[found.code]

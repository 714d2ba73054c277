"""The words of the table itself: games, sides, numbers, and whose turn it is."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from scorekeeper import rules
from scorekeeper.words.language import N_, ngettext
from scorekeeper.words.language import gettext as _

GAMES = {
    "two-player": N_("Two players"),
    "partnership": N_("Partners"),
    "three-handed": N_("Three players"),
    "solo": N_("Four, each alone"),
    "six-handed": N_("Six, three pairs"),
}
SHORT_GAMES = {
    "two-player": N_("2"),
    "partnership": N_("4 partners"),
    "three-handed": N_("3"),
    "solo": N_("4 alone"),
    "six-handed": N_("6 pairs"),
}
GAME_NOTES = {
    "two-player": N_("Drawn, not dealt. Each plays alone."),
    "partnership": N_("Four players, two against two."),
    "three-handed": N_("Each plays alone, 17 tricks a hand."),
    "solo": N_("Each plays alone, 13 tricks a hand."),
    "six-handed": N_("Two against two against two, 17 tricks a hand."),
}
MAX_PARTNERS_LENGTH = 11
"""Letters that find room beside the name of a side."""
USUAL_SIDES = {"Gold": N_("Gold"), "Blue": N_("Blue"), "Green": N_("Green")}


def name_game(key: str) -> str:
    """Return the name of a game."""
    return _(GAMES[key])


def name_games() -> dict[str, str]:
    """Return the names of all games."""
    return {key: name_game(key) for key in rules.GAMES}


def abbreviate_game(key: str) -> str:
    """Return the name of a game as it fits on a key."""
    return _(SHORT_GAMES[key])


def describe_game(key: str) -> str:
    """Return what a game is, in a sentence."""
    return _(GAME_NOTES[key])


def name_side(name: str) -> str:
    """Return a side's name; the usual ones are translated, chosen ones are not."""
    return _(USUAL_SIDES[name]) if name in USUAL_SIDES else name


def name_player(number: int) -> str:
    """Return what a player without a name is called, by the seat, counted from 1."""
    return _("Player %(number)s", number=number)


def name_players(players: Sequence[str]) -> tuple[str, ...]:
    """Return the names of players by seat; what those without one are called is translated.

    >>> name_players(["Ann", "Player 2"])
    ('Ann', 'Player 2')
    """
    given = enumerate(rules.given_names(players), start=1)
    return tuple(name_player(number) if name is None else name for number, name in given)


def translate_names(match: rules.Match) -> rules.Match:
    """Return a match as its players are called to the reader; only to be read."""
    if None not in rules.given_names(match.players):
        return match
    players = name_players(match.players)
    sides = players if match.sides == match.players else match.sides
    return replace(match, players=players, sides=sides)


def abbreviate_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the shortest letters that tell sides or players apart where a name finds no room.

    >>> abbreviate_names(["Ann", "Mark", "Maria"])
    ('A', 'Ma', 'Mr')
    """
    told = [name_side(name) for name in names]
    first = Counter(name[:1].casefold() for name in told)
    shared = [first[name[:1].casefold()] > 1 for name in told]
    choices = [
        [name[:1] + other for other in dict.fromkeys(name[1:].lower()) if other.isalnum()]
        if is_shared
        else [name[:1]]
        for name, is_shared in zip(told, shared, strict=True)
    ]
    numbered = (f"{name[:1]}{place}" for place, name in enumerate(told, start=1))
    return _apart(choices) or tuple(numbered)


def _apart(choices: Sequence[Sequence[str]], found: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return one of each of the choices, no two of them the same; nothing where there is no way."""
    if len(found) == len(choices):
        return found
    for some in choices[len(found)]:
        if some not in found and (apart := _apart(choices, (*found, some))):
            return apart
    return ()


def name_partners(match: rules.Match, side: int) -> str:
    """Return the players of a side, where the side has a name of its own."""
    seats = match.house.game.sides[side]
    return join_names(match.players[seat] for seat in seats) if len(seats) > 1 else ""


def abbreviate_partners(match: rules.Match, side: int) -> str:
    """Return the players of a side beside its name: long names by their letters."""
    told = name_partners(match, side)
    if len(told) <= MAX_PARTNERS_LENGTH:
        return told
    known = abbreviate_names(match.players)
    return join_names(known[seat] for seat in match.house.game.sides[side])


def join_names(names: Iterable[str]) -> str:
    """Return the names of those who play together."""
    return " & ".join(names)


def name_seat(seat: int, players: Sequence[str]) -> str:
    """Return who sits in a seat."""
    return players[seat]


def join_with_and(parts: Sequence[str]) -> str:
    """Return parts of a sentence joined by commas and a last “and”."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s and %(last)s", first=", ".join(parts[:-1]), last=parts[-1])


def format_number(points: int) -> str:
    """Return points with a real minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def format_signed(points: int) -> str:
    """Return points with their sign: +132, −47, 0."""
    return f"+{points}" if points > 0 else format_number(points)


def format_points(amount: int) -> str:
    """Return an amount of points: 1 point, −30 points."""
    return ngettext(
        "%(points)s point", "%(points)s points", abs(amount), points=format_number(amount)
    )


def format_bags(count: int) -> str:
    """Return a number of bags."""
    return ngettext("%(num)d bag", "%(num)d bags", count)


def format_overtricks(count: int) -> str:
    """Return a number of overtricks."""
    return ngettext("%(num)d overtrick", "%(num)d overtricks", count)


def capitalize(sentence: str) -> str:
    """Return a sentence with a capital at the start; the others stay as they are."""
    return sentence[:1].upper() + sentence[1:]


def name_hand(number: int) -> str:
    """Return the name of a hand."""
    return _("Hand %(number)s", number=number)


def prefix_hand(hand: int | str, sentence: str) -> str:
    """Return a sentence with the hand it is about."""
    return _("Hand %(number)s: %(words)s", number=hand, words=sentence)


def describe_turn(match: rules.Match) -> str:
    """Return who deals or draws, bids and leads in the hand that is due."""
    due = match.turn
    first, leads = match.players[due.first], match.players[due.leads]
    if match.house.game.role is rules.Role.DRAWS:
        if due.step is rules.Step.BIDS:
            return _("%(first)s draws first · %(leads)s leads", first=first, leads=leads)
        return _("%(first)s drew first · %(leads)s leads", first=first, leads=leads)
    if due.step is rules.Step.BIDS:
        return _("%(first)s deals · %(leads)s leads", first=first, leads=leads)
    return _("%(first)s dealt · %(leads)s leads", first=first, leads=leads)


def describe_leader(match: rules.Match) -> str:
    """Return who leads to the first trick of the hand that is due."""
    return _("%(name)s leads first", name=match.players[match.turn.leads])

"""The words of the table: games, sides, numbers, and turns."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from scorekeeper import rules
from scorekeeper.words.language import N_, gettext as _, ngettext

GAMES = {
    "two-player": N_("Two players"),
    "partnership": N_("Partners"),
    "three-handed": N_("Three players"),
    "solo": N_("Four, no partners"),
    "six-handed": N_("Six, in pairs"),
}
SHORT_GAMES = {
    "two-player": N_("2"),
    "partnership": N_("4 partners"),
    "three-handed": N_("3"),
    "solo": N_("4 solo"),
    "six-handed": N_("6 pairs"),
}
LONG_WORD = re.compile(r"\w{9,}")
_VOWEL, _CONSONANT = "[aeiouyäöüéè]", r"[^\Waeiouyäöüéè\d]"
SYLLABLE_END = re.compile(
    rf"((?<=\w){_VOWEL}(?:{_CONSONANT}(?!(?<=[ctpsg])h))?)(?=(?:[ctpsg]h|st|{_CONSONANT}){_VOWEL}\w)",
    re.IGNORECASE,
)
"""The end of a syllable, after a vowel or the consonant behind it; near enough in any language."""
MAX_PARTNERS_LENGTH = 11
"""Maximum letters of the players next to the name of a side."""
USUAL_SIDES = {"Gold": N_("Gold"), "Blue": N_("Blue"), "Green": N_("Green")}


def name_game(key: str) -> str:
    return _(GAMES[key])


def name_games() -> dict[str, str]:
    return {key: name_game(key) for key in rules.GAMES}


def abbreviate_game(key: str) -> str:
    return _(SHORT_GAMES[key])


def name_side(name: str) -> str:
    """Name a side; default names are translated, chosen names are not."""
    return _(USUAL_SIDES[name]) if name in USUAL_SIDES else name


def name_player(number: int | str) -> str:
    """Return the default name of the player in a seat, counted from 1."""
    return _("Player %(number)s", number=number)


def name_players(players: Sequence[str]) -> tuple[str, ...]:
    """Return the names of players by seat, with default names translated.

    >>> name_players(["Ann", "Player 2"])
    ('Ann', 'Player 2')
    """
    names = enumerate(rules.list_given_names(players), start=1)
    return tuple(name_player(number) if name is None else name for number, name in names)


def translate_names(match: rules.Match) -> rules.Match:
    """Return a match with default names translated; for reading only."""
    if None not in rules.list_given_names(match.players):
        return match
    players = name_players(match.players)
    sides = players if match.sides == match.players else match.sides
    return replace(match, players=players, sides=sides)


def hyphenate(name: str) -> str:
    r"""Add soft hyphens to the long words of a name, where a narrow key may break them.

    >>> hyphenate("Bartholomäus Maria").replace("\xad", "-")
    'Bar-tho-lo-mäus Maria'
    """
    return LONG_WORD.sub(lambda word: SYLLABLE_END.sub("\\1\xad", word[0]), name)


def abbreviate_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the shortest distinct letters for sides or players."""
    translated = [name_side(name) for name in names]
    first = Counter(name[:1].casefold() for name in translated)
    shared = [first[name[:1].casefold()] > 1 for name in translated]
    choices = [
        [name[:1] + other for other in dict.fromkeys(name[1:].lower()) if other.isalnum()]
        if is_shared
        else [name[:1]]
        for name, is_shared in zip(translated, shared, strict=True)
    ]
    numbered = (f"{name[:1]}{place}" for place, name in enumerate(translated, start=1))
    return _apart(choices) or tuple(numbered)


def _apart(choices: Sequence[Sequence[str]], chosen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return one of each of the choices, all different; empty if impossible."""
    if len(chosen) == len(choices):
        return chosen
    for choice in choices[len(chosen)]:
        if choice not in chosen and (apart := _apart(choices, (*chosen, choice))):
            return apart
    return ()


def describe_respelled(typed: str, name: str) -> str:
    return _("%(typed)s is %(name)s here.", typed=typed, name=name)


def name_partners(match: rules.Match, side: int) -> str:
    """Name the players of a side; empty if the side has one player."""
    seats = match.house.game.sides[side]
    return join_names(match.players[seat] for seat in seats) if len(seats) > 1 else ""


def abbreviate_partners(match: rules.Match, side: int) -> str:
    """Name the players of a side next to its name; in short if there is no room.

    The short form is the first word of each name, or the number of a player without one; if these
    are long, too, or the same, it is their letters.
    """
    partners = name_partners(match, side)
    if len(partners) <= MAX_PARTNERS_LENGTH:
        return partners
    first_words = [
        str(number) if name == name_player(number) else re.split("[ -]", name)[0]
        for number, name in enumerate(match.players, start=1)
    ]
    seats = match.house.game.sides[side]
    short = join_names(first_words[seat] for seat in seats)
    if len(short) <= MAX_PARTNERS_LENGTH and len(set(first_words)) == len(first_words):
        return short
    letters = abbreviate_names(match.players)
    return join_names(letters[seat] for seat in seats)


def join_names(names: Iterable[str]) -> str:
    return " & ".join(names)


def join_with_and(parts: Sequence[str]) -> str:
    """Join parts of a sentence with commas and a last “and”."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s and %(last)s", first=", ".join(parts[:-1]), last=parts[-1])


def format_number(points: int) -> str:
    """Format a number with a typographic minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def format_signed(points: int) -> str:
    """Format points with their sign: +132, −47, 0."""
    return f"+{points}" if points > 0 else format_number(points)


def format_points(amount: int) -> str:
    """Format an amount of points: 1 point, −30 points."""
    return ngettext(
        "%(points)s point", "%(points)s points", abs(amount), points=format_number(amount)
    )


def describe_bags(count: int | str, limit: int | None) -> str:
    return _("%(count)s of %(limit)s bags", count=count, limit=limit)


def format_bags(count: int) -> str:
    return ngettext("%(num)d bag", "%(num)d bags", count)


def format_overtricks(count: int) -> str:
    return ngettext("%(num)d overtrick", "%(num)d overtricks", count)


def format_matches(number: int) -> str:
    return ngettext("%(num)d match", "%(num)d matches", number)


def format_hands(number: int) -> str:
    return ngettext("%(num)d hand", "%(num)d hands", number)


def capitalize(sentence: str) -> str:
    """Capitalize the first letter of a sentence, and no other."""
    return sentence[:1].upper() + sentence[1:]


def name_hand(number: int | str) -> str:
    return _("Hand %(number)s", number=number)


def prefix_hand(hand: int | str, sentence: str) -> str:
    return _("Hand %(number)s: %(words)s", number=hand, words=sentence)


def isolate(name: str) -> str:
    """Mark where a name begins and ends in a sentence; see `rendering.mark_names`."""
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def describe_turn(match: rules.Match, write: Callable[[str], str] = str) -> str:
    """Describe who deals or draws, and who leads, in the hand that is due."""
    due = match.turn
    first, leads = (write(match.players[seat]) for seat in (due.first, due.leads))
    if match.house.game.role is rules.Role.DRAWS:
        if due.step is rules.Step.BIDS:
            return _("%(first)s draws first · %(leads)s leads", first=first, leads=leads)
        return _("%(first)s drew first · %(leads)s leads", first=first, leads=leads)
    if due.step is rules.Step.BIDS:
        return _("%(first)s deals · %(leads)s leads", first=first, leads=leads)
    return _("%(first)s dealt · %(leads)s leads", first=first, leads=leads)


def describe_leader(match: rules.Match, write: Callable[[str], str] = str) -> str:
    """Name the player who leads to the next trick, or the hand if the leader is unknown."""
    begun = match.current_hand is not None and match.current_hand.tally
    seat = match.tally.leads if begun else match.turn.leads
    if seat is None:
        return name_hand(match.turn.hand)
    return name_leader(write(match.players[seat]))


def name_leader(name: str) -> str:
    return _("%(name)s leads", name=name)


def name_way_to_event() -> str:
    return _("Back to the evening")

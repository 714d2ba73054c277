"""The score sheet of a match as plain text."""

from collections.abc import Iterator

from scorekeeper import rules, words
from scorekeeper.words.table import format_number, name_side

CONTROL_CHARS = dict.fromkeys((*range(32), *range(127, 160)), " ")


def format_sheet(match: rules.Match) -> str:
    """Return the names, the house rules, every hand with its points, and the score."""
    match = words.table.translate_names(match)
    lines = [*_head(match)]
    for place, hand in enumerate(match.hands, start=1):
        head = [] if hand.redeal else [words.table.name_hand(match.number_of(place))]
        lines += ["", *head, *_hand(match, place, hand)]
    return "\n".join([*lines, "", *_end(match)])


def strip_control_chars(text: str) -> str:
    """Replace control characters, which a terminal would interpret, with spaces."""
    return text.translate(CONTROL_CHARS)


def _head(match: rules.Match) -> Iterator[str]:
    game = words.table.name_game(match.house.game.key)
    yield f"{game} · {words.house_rules.summarize(match.house)}"
    yield from words.house_rules.describe_differences(match.house)
    day = f"{match.began:%Y-%m-%d}" if match.began else ""
    if about := " · ".join(
        filter(None, (day, strip_control_chars(match.place), strip_control_chars(match.note)))
    ):
        yield about
    for side, standing in enumerate(match.opening):
        yield _standing(match, side, standing)


def _hand(match: rules.Match, place: int, hand: rules.Hand) -> Iterator[str]:
    if hand.bids:
        yield f"  bids    {' · '.join(words.hand.describe_bids(match, hand.bids))}"
    if hand.redeal:
        yield f"  {words.hand.describe_redeal(match.house.game)}"
    score = match.scores[place - 1]
    if score is None or hand.bids is None:
        return
    yield f"  tricks  {' · '.join(words.hand.describe_tricks(match, hand))}"
    for side, side_score in enumerate(score):
        for reason, points, _rule in words.score.explain(match, place, side):
            yield f"{points:>8}  {name_side(match.sides[side])}: {reason}"
        yield _standing(match, side, side_score.standing)


def _standing(match: rules.Match, side: int, standing: rules.Standing) -> str:
    who = words.table.name_partners(match, side)
    name = f"{name_side(match.sides[side])}{f' ({who})' if who else ''}"
    bags = f", {words.table.format_bags(standing.bags)}" if match.house.bag_limit else ""
    return f"{format_number(standing.points):>8}  {name}{bags}"


def _end(match: rules.Match) -> Iterator[str]:
    if match.outcome is None:
        if tie := words.outcome.describe_tie(match):
            yield tie
        yield words.table.prefix_hand(match.turn.hand, f"{words.table.describe_turn(match)}.")
        return
    if match.outcome.winner is not None:
        yield f"{words.outcome.describe_winner_and_score(match)}."
    yield words.outcome.describe_ending(match)
    if match.is_recounted:
        yield words.outcome.describe_recount(match)

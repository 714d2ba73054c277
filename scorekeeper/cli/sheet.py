"""The score sheet of a match as text for people."""

from collections.abc import Iterator

from scorekeeper import rules
from scorekeeper.web import house_labels, labels
from scorekeeper.web.reasons import explain

CONTROLS = {code: " " for code in (*range(0x20), *range(0x7F, 0xA0))}


def sheet(match: rules.Match) -> str:
    """Return names, house rules, every hand with its reasons, and how the match stands."""
    lines = [*_head(match)]
    for number, hand in enumerate(match.hands, start=1):
        lines += ["", f"Hand {number}", *_hand(match, number, hand)]
    return "\n".join([*lines, "", *_end(match)])


def plain(text: str) -> str:
    """Return a text without characters that would steer the terminal."""
    return text.translate(CONTROLS)


def _head(match: rules.Match) -> Iterator[str]:
    yield f"{labels.GAMES[match.house.game.key]} · {house_labels.headline(match.house)}"
    yield from house_labels.differences(match.house)
    started = f"{match.started:%Y-%m-%d}" if match.started else ""
    if about := " · ".join(filter(None, (started, plain(match.place), plain(match.note)))):
        yield about
    for side, standing in enumerate(match.opening):
        yield _standing(match, side, standing)


def _hand(match: rules.Match, number: int, hand: rules.Hand) -> Iterator[str]:
    if hand.bids:
        yield f"  bids    {_bids(match, hand.bids)}"
    if hand.redeal:
        yield "  thrown in: misdeal, no score"
    score = match.scores[number - 1]
    if score is None or hand.tricks is None or hand.bids is None:
        return
    yield f"  tricks  {_tricks(match, hand.bids, hand.tricks)}"
    for side, side_score in enumerate(score):
        for words, points, _rule in explain(match, number, side):
            yield f"{points:>8}  {labels.side_name(match.sides[side])}: {words}"
        yield _standing(match, side, side_score.standing)


def _standing(match: rules.Match, side: int, standing: rules.Standing) -> str:
    who = labels.partners(match, side)
    name = labels.side_name(match.sides[side])
    bags = f"{standing.bags} bag{'' if standing.bags == 1 else 's'}"
    return f"{labels.number(standing.points):>8}  {name}{f' ({who})' if who else ''}, {bags}"


def _bids(match: rules.Match, bids: tuple[rules.Bid, ...]) -> str:
    named = zip(match.players, bids, strict=True)
    return " · ".join(f"{player} {labels.bid(bid)}" for player, bid in named)


def _tricks(match: rules.Match, bids: tuple[rules.Bid, ...], tricks: rules.Tricks) -> str:
    """Return who took how many: by player, and by side where the side did not say."""
    game = match.house.game
    parts = []
    for side, seats in enumerate(game.sides):
        pooled = rules.pooled_seats(game, bids, side)
        if any(tricks.seats[seat] is None for seat in pooled):
            parts.append(f"{labels.side_name(match.sides[side])} {tricks.piles[side]}")
        known = ((match.players[seat], tricks.seats[seat]) for seat in seats)
        parts += [f"{player} {taken}" for player, taken in known if taken is not None]
    return " · ".join(parts)


def _end(match: rules.Match) -> Iterator[str]:
    if match.outcome is None:
        if tie := labels.tie(match):
            yield tie
        yield f"Hand {match.turn.hand}: {labels.turn(match)}."
        return
    if match.outcome.winner is not None:
        yield f"{labels.side_name(match.sides[match.outcome.winner])} won."
    yield labels.outcome(match)

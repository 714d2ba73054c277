"""Export of a match to BG Stats, an app that logs games, as a single link."""

import json
from bisect import bisect_right
from datetime import UTC
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from scorekeeper import rules
from scorekeeper.words.house_rules import summarize
from scorekeeper.words.match.outcome import describe_winner_and_score
from scorekeeper.words.review.story import describe_end
from scorekeeper.words.table import name_game, name_player, name_players, name_side

CREATE_PLAY_URL = "https://app.bgstatsapp.com/createPlay.html?data="
MAX_LINK_LENGTH = 7999
"""Characters of a link that BG Stats still reads."""
SOURCE = "Scorekeeper"
GAME = {"name": "Spades", "sourceGameId": "spades", "highestWins": True, "noPoints": False}


def build_link(match: rules.Match, public_id: str) -> str:
    """Build the link that imports a finished match into BG Stats.

    If it is too long, the comments are shortened first, then the place.
    """
    play = _build_play(match, public_id)
    for field in ("comments", "location"):
        play = _shorten(play, field)
    return _encode_link(play)


def _build_play(match: rules.Match, public_id: str) -> dict[str, Any]:
    """Return the play of a match; unknown fields are left out."""
    rules_played = f"{name_game(match.house.game.key)} · {summarize(match.house)}"
    comments = (describe_winner_and_score(match), describe_end(match), match.note, rules_played)
    # BG Stats means the end of a play, not its start.
    ended = match.started and (match.ended or match.last_noted)
    date = ended and ended.astimezone(UTC).replace(tzinfo=None)
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": public_id,
        "playDate": date and date.isoformat(" ", "seconds"),
        "durationMin": match.minutes_played,
        "location": match.place,
        "comments": "\n".join(filter(None, comments)),
        "game": GAME,
        "players": [_build_player(match, seat) for seat in range(len(match.players))],
    }
    return {field: value for field, value in play.items() if value}


def _build_player(match: rules.Match, seat: int) -> dict[str, Any]:
    """Return a player, identified by name, and ranked if there is a winner."""
    name, side = name_players(match.players)[seat], match.house.game.side_of[seat]
    points = [standing.points for standing in match.standings]
    won = match.outcome.winner if match.outcome else None
    player = {
        "name": name,
        "startPlayer": seat == match.turn_in(1).leads,
        "winner": side == won,
        "score": points[side],
    }
    if name != name_player(seat + 1):
        player["sourcePlayerId"] = sha256(name.casefold().encode()).hexdigest()[:12]
    if won is not None:
        ahead = [other for other in range(len(points)) if points[other] > points[side]]
        player["rank"] = 1 if side == won else 1 + len({*ahead, won} - {side})
    if match.house.game.has_partners:
        player["team"] = name_side(match.sides[side])
    return player


def _shorten(play: dict[str, Any], field: str) -> dict[str, Any]:
    """Return the play with a text shortened until the link fits."""
    text: str = play.get(field, "")

    def length(letters: int) -> int:
        return len(_encode_link(play | {field: text[:letters]}))

    if len(_encode_link(play)) <= MAX_LINK_LENGTH:
        return play
    fitting = bisect_right(range(1, len(text)), MAX_LINK_LENGTH, key=length)
    return play | {field: text[:fitting]}


def _encode_link(play: dict[str, Any]) -> str:
    return CREATE_PLAY_URL + quote(
        json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe=""
    )

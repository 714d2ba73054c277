import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from scorekeeper.rules import GAMES, Bid, HouseRules, Match, Standing
from scorekeeper.words.review import bg_stats
from tests.rules.table import PLAYERS, Table

EIGHT = datetime(2026, 11, 20, 20, 5, 9, tzinfo=timezone(timedelta(hours=1)))
ID = "v0IIdm9lXmW_4p6v3vW0cA"


def read_play(match: Match) -> dict[str, Any]:
    link = bg_stats.build_link(match, ID)
    assert len(link) < 8000
    address = urlsplit(link)
    assert address[:3] == ("https", "app.bgstatsapp.com", "/createPlay.html")
    play: dict[str, Any] = json.loads(parse_qs(address.query, strict_parsing=True)["data"][0])
    return play


def won(game: str, **house: Any) -> Match:
    match = Match.start(
        HouseRules.of(game, **house),
        PLAYERS[game],
        opening=[Standing(490), *[Standing(-100)] * (len(GAMES[game].sides) - 1)],
        started=EIGHT,
        first=0,
        place="Kitchen",
        note="With cake.",
    )
    seats, tricks = match.house.game.seats, match.house.game.tricks
    each = tricks // seats
    taken = [tricks - each * (seats - 1), *[each] * (seats - 1)]
    noted = EIGHT + timedelta(minutes=45, seconds=50)
    match = match.record_misdeal(noted).bid([Bid(each)] * seats, noted)
    return match.record_tricks(taken, noted=noted + timedelta(minutes=50))


def test_the_year_of_a_play_has_four_digits() -> None:
    year_one = datetime(1, 1, 1, tzinfo=UTC)
    played = replace(won("partnership"), started=year_one, ended=year_one)
    assert read_play(played)["playDate"] == "0001-01-01 00:00:00"


def test_a_play_has_all_fields_of_bg_stats() -> None:
    play = read_play(won("partnership"))
    players = play.pop("players")
    assert play == {
        "sourceName": "Scorekeeper",
        "sourcePlayId": ID,
        "playDate": "2026-11-20 20:40:59",
        "durationMin": 95,
        "location": "Kitchen",
        "comments": "Ann & Cleo win, 551 : −40\nReached the winning score of 500.\nWith "
        "cake.\nPartners · to 500 · lose at −200 · 10 bags −100",
        "game": {
            "name": "Spades",
            "sourceGameId": "spades",
            "highestWins": True,
            "noPoints": False,
        },
    }
    ids = [player.pop("sourcePlayerId") for player in players]
    assert len(set(ids)) == 4
    assert players[:2] == [
        {
            "name": "Ann",
            "startPlayer": False,
            "winner": True,
            "score": 551,
            "rank": 1,
            "team": "Gold",
        },
        {
            "name": "Ben",
            "startPlayer": True,
            "winner": False,
            "score": -40,
            "rank": 2,
            "team": "Blue",
        },
    ]


@pytest.mark.parametrize("game", GAMES)
def test_plays_of_all_games_have_the_fields_android_requires(any_language: str, game: str) -> None:
    play = read_play(won(game))
    sides = GAMES[game].sides
    assert [type(play["game"][field]) for field in ("highestWins", "noPoints")] == [bool, bool]
    assert [player["name"] for player in play["players"]] == list(PLAYERS[game])
    assert sum(player["startPlayer"] for player in play["players"]) == 1
    assert [seat for seat, player in enumerate(play["players"]) if player["winner"]] == [*sides[0]]
    assert {type(player["score"]) for player in play["players"]} == {int}
    has_partners = len(sides[0]) > 1
    assert {"team" in player for player in play["players"]} == {has_partners}
    assert "bggId" not in play["game"]


def test_losers_are_ranked_by_points() -> None:
    match = Match.start(
        HouseRules.of("solo"),
        PLAYERS["solo"],
        opening=[Standing(10), Standing(480), Standing(10), Standing(90)],
        started=EIGHT,
    )
    bids = [Bid(3)] * 4
    match = match.bid(bids, EIGHT).record_tricks([3, 4, 3, 3], noted=EIGHT)
    assert [player["rank"] for player in read_play(match)["players"]] == [3, 1, 3, 2]


def test_a_loser_by_sets_ranks_behind_the_winner() -> None:
    house = HouseRules.of("two-player", sets_to_lose=1, floor=None)
    match = Match.start(house, ["Ann", "Ben"], opening=[Standing(300), Standing(0)], started=EIGHT)
    match = match.bid([Bid(7)] * 2, EIGHT).record_tricks([5, 8], noted=EIGHT)
    players = read_play(match)["players"]
    assert [(player["score"], player["winner"], player["rank"]) for player in players] == [
        (230, False, 2),
        (71, True, 1),
    ]


@pytest.mark.parametrize("opening", [(0, 0), (50, 0)], ids=["equal", "apart"])
def test_a_stopped_match_has_no_winner_and_no_ranks(opening: tuple[int, int]) -> None:
    match = Match.start(
        HouseRules.of("partnership"),
        PLAYERS["partnership"],
        opening=[Standing(points) for points in opening],
        started=EIGHT,
    ).end(EIGHT)
    play = read_play(match)
    assert {player["winner"] for player in play["players"]} == {False}
    assert not any("rank" in player for player in play["players"])
    assert play["comments"].startswith("No winner: Ann & Cleo ")
    assert not {"durationMin", "location"} & play.keys()


def test_a_clock_set_back_leaves_out_the_time_before() -> None:
    match = replace(won("solo"), started=EIGHT + timedelta(days=40))
    assert read_play(match)["durationMin"] == 50


def test_a_match_without_a_start_has_no_date(table: Table) -> None:
    assert "playDate" not in read_play(table.match.end(EIGHT))


def test_players_have_an_id_only_with_a_name(any_language: str) -> None:
    match = Match.start(HouseRules.of("two-player"), ["Ann", None], started=EIGHT).end(EIGHT)
    ann, nobody = read_play(match)["players"]
    again = Match.start(HouseRules.of("two-player"), [None, "ANN"], started=EIGHT).end(EIGHT)
    assert ann["sourcePlayerId"] == read_play(again)["players"][1]["sourcePlayerId"]
    assert "sourcePlayerId" not in nobody
    assert nobody["name"]
    called = replace(match, players=("Ann", nobody["name"]))
    assert "sourcePlayerId" not in read_play(called)["players"][1]


LONG = [f"{letter}{'🂡' * 39}" for letter in "abcdef"]


@pytest.mark.parametrize(
    ("place", "note", "left"),
    [
        pytest.param("Kitchen", "x" * 500, ("Kitchen", True), id="short enough"),
        pytest.param("Kitchen", "🂡" * 500, ("Kitchen", True), id="the comments first"),
        pytest.param("🂡" * 500, "🂡" * 500, (None, False), id="then the place"),
        pytest.param('"' * 500, "\n" * 500, (None, False), id="signs that are escaped"),
    ],
)
def test_a_long_note_does_not_make_the_link_too_long(
    place: str, note: str, left: tuple[str | None, bool]
) -> None:
    match = Match.start(
        HouseRules.of("six-handed"),
        LONG,
        sides=[f"{letter}{'🂡' * 39}" for letter in "xyz"],
        started=EIGHT,
        place=place,
        note=note,
    ).end(EIGHT)
    play = read_play(match)
    whole, has_comments = left
    assert whole in (None, play["location"])
    assert place.startswith(play["location"])
    assert bool(play["comments"]) == has_comments
    assert [player["name"] for player in play["players"]] == LONG

import signal
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper.demo.demo import simulate_matches
from scorekeeper.rules import Ending, Match, Reason, Standing, Step
from scorekeeper.rules.review.evenings import split_into_evenings
from tests.servers import Server, serving

NOW = datetime(2026, 11, 20, 22, 30, tzinfo=UTC)


@pytest.fixture(scope="module")
def demo_matches() -> list[Match]:
    return simulate_matches(NOW)


def test_the_demo_has_two_years_of_matches_in_order_and_a_running_one(
    demo_matches: list[Match],
) -> None:
    steps = [match.step for match in demo_matches]
    assert steps == [*[Step.OVER] * (len(demo_matches) - 1), Step.TRICKS]
    assert 120 < len(demo_matches) < 300
    evenings = split_into_evenings(
        [match.started for match in reversed(demo_matches) if match.started]
    )
    assert len(evenings) > 80
    assert max(evening.stop - evening.start for evening in evenings) == 3
    started = [match.started for match in demo_matches if match.started]

    assert started == sorted(started)
    assert NOW - timedelta(days=731) < started[0] < NOW - timedelta(days=700)
    assert started[-1] == NOW - timedelta(minutes=32)
    times = [
        [match.started, *[hand.noted for hand in match.hands], match.ended or NOW]
        for match in demo_matches
    ]

    assert times == [sorted(time for time in match if time) for match in times]
    assert max(match[-1] for match in times) == NOW


def test_the_demo_shows_both_games_and_every_kind_of_ending(demo_matches: list[Match]) -> None:
    sides = [side for match in demo_matches for score in match.scores if score for side in score]
    before = {
        match.standings_before(number)
        for match in demo_matches
        for number in range(2, len(match.hands) + 1)
    }
    assert {match.house.game.key for match in demo_matches} == {"partnership", "two-player"}
    endings = {match.outcome.ending for match in demo_matches if match.outcome}
    assert endings == {Ending.TARGET, Ending.FLOOR, Ending.EARLY}
    assert {
        Reason.NIL_MADE,
        Reason.NIL_FAILED,
        Reason.BLIND_NIL_MADE,
        Reason.BAG_PENALTY,
        Reason.FAILED_NIL_TRICKS,
    } <= {line.reason for side in sides for line in side.lines}
    assert (Standing(251, 1), Standing(251, 1)) in before


def test_every_browser_sees_the_demo_which_leaves_nothing_behind(tmp_path: Path) -> None:
    with serving(Server(tmp_path / "untouched", "--local", "demo")) as server:
        newcomer, known = server.browser(), server.browser()
        known.cookies["scorekeeper_device"] = "A" * 22
        home, history = newcomer.open("/"), known.open("/history")
        folder = Path(server.found(r"Sample matches are in \S+").split()[-1]).parent
        assert folder.is_dir()
        status = server.stop(signal.SIGTERM)

    assert "Cleo" in home.text
    assert "won the evening" in history.text
    assert (status, server.serving_output) == (0, "")
    assert not folder.exists()
    assert not (tmp_path / "untouched").exists()


def test_the_demo_is_local_unless_a_host_is_given_and_lets_spectators_watch(tmp_path: Path) -> None:
    with serving(Server(tmp_path / "untouched", "demo")) as server:
        assert "Only this computer can open it." in server.output
        board = server.found(r"Scoreboard for a big screen: http://localhost:\d+/board")
        assert board.endswith(f":{server.port}/board")
        browser, watcher = server.browser(), server.browser()
        assert browser.open(browser.open("/board").location).status == 200
        link = server.found(r"http://localhost:\d+/w/\S+").partition(str(server.port))[2]
        match = watcher.open(watcher.open(link).location).location
        assert "Referee" in browser.open(match).text
        assert "Referee" not in watcher.open(match).text
    with serving(Server(tmp_path / "untouched", "demo", "--host", "127.0.0.2")) as server:
        assert f"On your network:  http://127.0.0.2:{server.port}" in server.output

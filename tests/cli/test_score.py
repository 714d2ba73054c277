import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from scorekeeper.rules import (
    NIL,
    Bid,
    Hand,
    HouseRules,
    Incident,
    Match,
    Ruling,
    RulingError,
    Taker,
    Tricks,
)
from scorekeeper.rules.match_file import MAX_FILE_BYTES, read, report, write
from tests.cli.match_files import FIFTEEN_TRICKS, PARTNERSHIP, RULING, RUNNING

Score = Callable[[str | bytes], Result]
FIFTEEN_ON_A_LINE = FIFTEEN_TRICKS.replace("\n", "")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
MANY_LINES = b"{\n" + (b" " * 99 + b"\n") * 70_000
MANY_FIRST = b'{"format": "spades-match/1", "note": "'


@pytest.fixture
def score() -> Score:
    return lambda text: CliRunner().invoke(main, ["score"], input=text)


def printed(result: Result) -> list[Any]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("text", [PARTNERSHIP, RULING, RUNNING], ids=["hands", "ruling", "empty"])
def test_a_score_is_the_report_of_a_match_on_one_line(score: Score, text: str) -> None:
    result = score(text)
    assert printed(result) == [report(read(json.loads(text)))]
    assert result.exit_code == 0


def test_several_matches_are_scored_one_per_line_also_a_bad_one(score: Score) -> None:
    result = score(f"{RUNNING}\n{RUNNING}\n")
    first, second = printed(result)
    assert first == second
    assert first["turn"] == {"hand": 1, "step": "bids", "draws": 0, "bids": 1, "leads": 1}
    result = score(f"{RUNNING}\n{FIFTEEN_ON_A_LINE}\n{RUNNING}\n")
    good, bad, other = printed(result)
    assert bad == {"error": "hand 2: two tricks too many: Gold 8 + Blue 7 = 15, a hand has 13"}
    assert good == other
    assert result.exit_code == 1
    second = PARTNERSHIP.replace('"place": "kitchen"', '"place": "garden"')
    answers = printed(score(f"{PARTNERSHIP}{second}{RUNNING}\n"))
    assert [len(answer["hands"]) for answer in answers] == [3, 3, 0]


def test_an_error_names_players_and_sides(score: Score) -> None:
    north = FIFTEEN_TRICKS.replace('"hands"', '"sides": ["North", "South"], "hands"')
    beyond = PARTNERSHIP.replace('"bids": [4, 3', '"bids": [4, 14')
    unknown = RULING.replace('"seat": 0', '"seat": 4')
    [sides] = printed(score(north.replace("Gold", "North").replace("Blue", "South")))
    [player] = printed(score(beyond))
    [ruling] = printed(score(unknown))
    assert sides["error"].endswith("North 8 + South 7 = 15, a hand has 13")
    assert player["error"] == "hand 1: Ben bid 14, but a hand has only 13 tricks"
    assert ruling["error"] == "hand 1: There is no seat 4"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        pytest.param(" \r\n\n", "This file is empty", id="empty lines"),
        pytest.param("hello", "not JSON: Expecting value (line 1, column 1)", id="words"),
        pytest.param(PARTNERSHIP[:-3], "not JSON: Unterminated string", id="lines cut off"),
        pytest.param(
            PARTNERSHIP.replace('"place"', "place"), "(line 10, column 52)", id="mistake in a line"
        ),
        pytest.param("[" * 100_000, "nested too deeply", id="deep lists"),
        pytest.param('{"first": -Infinity}', "-Infinity is not a number", id="infinity"),
        pytest.param('{"a": [{"\\ud800": 1, "\\ud800": 2}]}', "“?” is in it twice", id="below"),
        pytest.param("{}", "“format” is missing", id="empty object"),
        pytest.param(
            PARTNERSHIP.replace("2026-11-20T19", "2026-02-30T19"),
            "“started”: “2026-02-30T19:30:00Z” doesn’t exist. Check the date and the time",
            id="no such day",
        ),
        pytest.param('{"format": null}', "“format” is missing", id="no format"),
        pytest.param('{"format": true}', "The format is “true”.", id="true"),
        pytest.param('{"format": [null, true]}', "The format is “[null, true]”.", id="a list"),
        pytest.param(PARTNERSHIP.replace("[4, 3", "[4, null"), "“null” is not a bid", id="null"),
        pytest.param(PARTNERSHIP.replace("[4, 3", '[4, "3"'), '“"3"” is not a bid', id="quotes"),
        pytest.param(
            RUNNING.replace('"two-player"', '"two-player", "nil": "not played"').replace(
                '"players"', '"hands": [{"bids": ["blind nil", 4]}], "players"'
            ),
            "hand 1: There is no nil",
            id="a nil that is not played",
        ),
        pytest.param("<!DOCTYPE html>\n<html>\n" * 33, "not JSON", id="a web page"),
        pytest.param(b"\xff\xfe{\x00}\x00", "“format” is missing", id="utf-16"),
        pytest.param(b"\x89PNG\r\n\x1a\n", "not a match file. Choose a .json", id="a picture"),
        pytest.param(MANY_FIRST + b"x" * 30_000_000 + b'"}', "larger than 6 MB", id="huge"),
        pytest.param(MANY_LINES, "larger than 6 MB", id="huge in lines"),
    ],
)
def test_an_invalid_match_is_reported_in_one_line(
    score: Score, text: str | bytes, error: str
) -> None:
    result = score(text)
    [answer] = printed(result)
    assert error in answer["error"]
    assert result.exit_code == 1
    assert result.stderr == ""


def test_a_long_value_is_cut_in_an_error(score: Score) -> None:
    [answer] = printed(score('{"format": "' + "x" * 100_000 + '"}'))
    assert answer["error"].startswith("The format is “xxx")
    assert len(answer["error"]) < 500


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b"\xef\xbb\xbf" + RUNNING.encode(), id="byte order mark"),
        pytest.param(RUNNING.replace(" ", "\r\n").encode(), id="windows lines"),
        pytest.param(b"\r\n\r\n" + RUNNING.encode() + b"\r\n\r\n", id="empty lines around"),
    ],
)
def test_byte_order_marks_and_windows_lines_are_accepted(score: Score, text: bytes) -> None:
    result = score(text)
    [answer] = printed(result)
    assert answer["standings"] == [{"points": 0, "bags": 0}, {"points": 0, "bags": 0}]
    assert result.exit_code == 0


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param("hello\n", id="words"),
        pytest.param("{}\n", id="another object"),
        pytest.param(f"{RUNNING[:40]}\n", id="cut off"),
        pytest.param(f"{RUNNING[:-1]}\n", id="cut off at the end"),
        pytest.param('{"format": "spades-match/1", "house":\n  ', id="cut off before an indent"),
        pytest.param("[" * 100_000 + "\n", id="deep"),
        pytest.param("1" * 1_500_000 + "\n", id="huge"),
    ],
)
def test_matches_after_a_bad_first_line_are_scored(score: Score, bad: str) -> None:
    result = score(f"{bad}{RUNNING}\n\n  {RUNNING}\n")
    first, second, third = printed(result)
    assert list(first) == ["error"]
    assert second == third
    assert second["outcome"] is None


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(PARTNERSHIP)
    result = CliRunner().invoke(main, ["score", str(file)])
    assert [len(match["hands"]) for match in printed(result)] == [3]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        pytest.param("nowhere.json", "No such file or directory", id="missing"),
        pytest.param(".", "Is a directory", id="folder"),
    ],
)
def test_an_unreadable_file_is_reported_in_a_sentence(tmp_path: Path, name: str, why: str) -> None:
    result = CliRunner().invoke(main, ["score", str(tmp_path / name)])
    assert result.stderr == f"Error: Can't read {tmp_path / name}: {why}.\n"
    assert result.exit_code == 1


def test_score_loads_neither_flask_nor_sqlalchemy() -> None:
    program = (
        "import sys\n"
        "from scorekeeper.cli import main\n"
        "main(['score'], standalone_mode=False)\n"
        "print(sorted({'flask', 'sqlalchemy'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        input=RUNNING,
        capture_output=True,
        text=True,
        check=True,
    )
    match, modules = done.stdout.splitlines()
    assert sorted(json.loads(match)) == ["hands", "outcome", "standings", "turn"]
    assert (modules, done.stderr) == ("[]", "")


def test_a_match_at_every_limit_is_scored(score: Score) -> None:
    house = HouseRules.of("two-player", target=1000)
    names = ["😀" * 39 + "1", "😀" * 39 + "2"]
    noted = Ruling(Incident.MISDEAL, 0, note="\x01" * 500, noted=NOON)
    hand = Hand(
        bids=(Bid(1), NIL), tricks=Tricks((13, 0), (13, 0)), noted=NOON, tally=(Taker(0),) * 13
    )
    match = replace(
        Match.start(house, names, place="\x01" * 500, note="\x01" * 500),
        hands=(replace(hand, rulings=(noted,)),) * 199 + (hand,) * 801,
        ended=NOON,
    )
    match = match.add_ruling(200, noted)
    with pytest.raises(RulingError, match="too many rulings in all"):
        match.add_ruling(201, Ruling(Incident.MISDEAL, 0))
    written = json.dumps(write(match), ensure_ascii=False, indent=1).encode()
    assert len(written) < MAX_FILE_BYTES
    result = score(written)
    assert (len(printed(result)[0]["hands"]), result.exit_code) == (1000, 0)

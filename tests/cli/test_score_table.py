import os
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from tests.cli.match_files import FIFTEEN_TRICKS, PARTNERSHIP, RULING, RUNNING, SIX_HANDED

SHEET = """\
Partners · to 350 · lose at −200 · 10 bags −100
Play to 350
Tricks taken on a failed nil: They count towards the partner’s bid
2026-11-20 · kitchen
     120  Gold (Ann & Cleo), 4 bags
      95  Blue (Ben & Dan), 9 bags

Hand 1
  bids    Ann 4 · Ben 3 · Cleo Nil · Dan 2
  tricks  Ann 6 · Cleo 1 · Blue 6
     +40  Gold: bid 4, took 7
    −100  Gold: Cleo failed nil, took 1
      +3  Gold: 3 overtricks
      63  Gold (Ann & Cleo), 7 bags
     +50  Blue: bid 3 + 2 = 5, took 6
      +1  Blue: 1 overtrick
    −100  Blue: reached 10 bags
      46  Blue (Ben & Dan), 0 bags

  Misdeal: no score, dealt again.

Hand 2
  bids    Ann 5 · Ben Blind nil · Cleo 3 · Dan 4
  tricks  Ann 4 · Cleo 4 · Ben 0 · Dan 5
     +80  Gold: bid 5 + 3 = 8, took 8
     143  Gold (Ann & Cleo), 7 bags
     +40  Blue: bid 4, took 5
    +200  Blue: Ben made blind nil
      +1  Blue: 1 overtrick
     287  Blue (Ben & Dan), 1 bag

Hand 3: Ben deals · Cleo leads.

"""


def sheet(text: str) -> str:
    return CliRunner().invoke(main, ["score", "--table"], input=text).stdout


def test_the_sheet_shows_names_bids_tricks_reasons_and_bags() -> None:
    assert sheet(PARTNERSHIP) == SHEET


@pytest.mark.parametrize(
    ("more", "ending"),
    [
        pytest.param(
            '"opening": [{"points": 450, "bags": 0}, {"points": 0, "bags": 0}],'
            '"hands": [{"bids": [6, 7], "tricks": [6, 7]}]',
            "Ann wins, 510 : 70.\nReached the winning score of 500.\n",
            id="target",
        ),
        pytest.param(
            '"opening": [{"points": 450, "bags": 0}, {"points": 440, "bags": 0}],'
            '"hands": [{"bids": [6, 7], "tricks": [6, 7]}]',
            "Tied at 510: another hand decides.\nHand 2: Ben draws first · Ann leads.\n",
            id="tie",
        ),
        pytest.param('"ended": "2026-11-20T19:30:00Z"', "Ended early: no winner.\n", id="early"),
        pytest.param(
            '"hands": [{"bids": [6, 7]}]',
            "Hand 1\n  bids    Ann 6 · Ben 7\n\nHand 1: Ann drew first · Ben leads.\n",
            id="being played",
        ),
    ],
)
def test_the_sheet_ends_with_the_state_of_the_match(more: str, ending: str) -> None:
    assert sheet(f"{RUNNING[:-1]}, {more}}}").endswith(f"\n{ending}\n")


def test_the_sheet_shows_rulings() -> None:
    printed = sheet(RULING)
    assert "     −70  Gold: bid 4 + 3 = 7, took 5: set\n" in printed
    assert "       0  Gold: ruling against Ann: minus 3 tricks\n" in printed
    assert "       0  Blue: 3 tricks from a ruling\n" in printed


def test_the_sheet_of_six_players_names_three_pairs() -> None:
    printed = sheet(SIX_HANDED)
    assert printed.startswith("Six, in pairs · to 500 · lose at −200 · 10 bags −100\n")
    assert "      50  Green (Cleo & Finn), 0 bags\n" in printed
    assert "Hand 2: Ann deals · Ben leads." in printed


def test_the_sheet_of_a_lost_match_names_the_winner() -> None:
    lost = RUNNING.replace('"two-player"', '"two-player", "floor": -200')
    hands = '"hands": [{"bids": [13, 1], "tricks": [3, 10]}, {"bids": [13, 1], "tricks": [3, 10]}]'

    assert sheet(f"{lost[:-1]}, {hands}}}").endswith(
        "\nBen wins, −62 : −260.\nAnn fell to −260. At −200 the match is lost.\n\n"
    )


def test_an_invalid_match_is_described_in_words() -> None:
    result = CliRunner().invoke(main, ["score", "--table"], input=FIFTEEN_TRICKS)

    assert result.stdout == (
        "Not scored: hand 2: two tricks too many: Gold 8 + Blue 7 = 15, a hand has 13.\n\n"
    )
    assert result.exit_code == 1


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f'{RUNNING[:-1]}, "place": "\\u001b[2J\\u009b2J"}}', id="in a note"),
        pytest.param('{"format": "\\u001b[2J\\u009b2J"}', id="in an error"),
    ],
)
def test_control_characters_are_removed_from_the_sheet(text: str) -> None:
    printed = sheet(text)

    assert "[2J" in printed
    assert "\x1b" not in printed
    assert "\x9b" not in printed


@pytest.mark.parametrize("encoding", ["cp437", "cp850", "cp1252", "cp1251"])
def test_a_terminal_without_a_character_shows_a_similar_one(encoding: str) -> None:
    behind = PARTNERSHIP.replace('"points": 120', '"points": -120').replace("Ann", "Łëo–王")
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "score", "--table"],
        input=behind.encode(),
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=True,
    )
    table = done.stdout.decode(encoding)
    assert "?" not in table
    assert "-120" in table
    assert re.search(r"L[eë]o[-–]<738B>", table)

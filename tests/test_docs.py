"""What the documents say is held against the code."""

import doctest
import json
import re
from pathlib import Path

import pytest

from scorekeeper import rules
from scorekeeper.cli import main
from scorekeeper.config import SETTINGS
from scorekeeper.rules import notation
from scorekeeper.rules.house import CHOICES, RANGES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
MATCH_FILE = (ROOT / "docs" / "match-file.md").read_text()
RULES_TABLE = MATCH_FILE.split("| rule |")[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def test_the_readme_shows_the_two_commands():
    blocks = re.findall(r"```sh\n(.+?)\n```", README)

    assert blocks == [
        "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/scorekeeper",
        "python3 -m venv .venv && .venv/bin/pip install -e '.[dev]' && .venv/bin/pytest",
    ]


def test_every_command_is_in_the_readme_and_nothing_else():
    listed = re.findall(r"^\| `scorekeeper ([a-z]+)", README, re.MULTILINE)

    assert sorted(listed) == sorted(main.commands)


def test_every_setting_is_in_the_readme_as_the_code_has_it():
    listed = re.findall(r"^\| `(SCOREKEEPER_\w+)` \| (.+) \| (.+) \|$", README, re.MULTILINE)

    assert listed == [(setting.name, setting.default, setting.meaning) for setting in SETTINGS]


def test_the_example_of_the_readme_runs(tmp_path):
    example = tmp_path / "README.md"
    example.write_text(README)

    assert doctest.testfile(str(example), module_relative=False) == doctest.TestResults(0, 4)


def test_every_preset_is_in_the_readme():
    assert [preset.name for preset in rules.PRESETS if preset.name not in README] == []


def test_the_example_of_the_match_file_can_be_read():
    example = json.loads(re.findall(r"```json\n(.+?)\n```", MATCH_FILE, re.DOTALL)[0])

    assert notation.read(example).turn.hand == 4


def test_every_house_rule_is_documented_with_its_usual_value():
    listed = re.findall(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \| .", RULES_TABLE, re.MULTILINE)
    usual = [rules.HouseRules.of(game) for game in ("partnership", "two-player")]

    assert listed == [
        (rule, *(json.dumps(getattr(house, rule)) for house in usual)) for rule in rules.RULES
    ]


def test_every_game_is_documented_with_its_seats_and_tricks():
    listed = re.findall(r"^\| `(\S+)` \| (\d) \| .+ \| (\d+) \|$", MATCH_FILE, re.MULTILINE)

    assert listed == [
        (game.key, str(game.seats), str(game.tricks)) for game in rules.GAMES.values()
    ]


def test_every_kind_of_ruling_is_documented():
    row = re.search(r"^\| `kind` \|.*$", MATCH_FILE, re.MULTILINE)

    assert re.findall(r"`([^`]+)`", row[0])[1:] == list(rules.Incident)


@pytest.mark.parametrize(("rule", "limits"), RANGES.items())
def test_the_limits_of_a_house_rule_are_documented(rule, limits):
    row = re.search(rf"^\| `{rule}` \|.*$", MATCH_FILE, re.MULTILINE)

    assert f"{limits[0]} to {limits[1]}" in row[0]


@pytest.mark.parametrize(("rule", "choices"), CHOICES.items())
def test_the_choices_of_a_house_rule_are_documented(rule, choices):
    row = re.search(rf"^\| `{rule}` \|.*$", MATCH_FILE, re.MULTILINE)

    assert [choice for choice in choices if f"`{choice}`" not in row[0]] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_what_a_document_links_to_is_there(document):
    text = document.read_text()
    links = re.findall(r"\]\(([^)#:]+)\)", text) + re.findall(r'src="([^":]+)"', text)

    assert [link for link in links if not (document.parent / link).exists()] == []


def test_pictures_are_small():
    pictures = [*(ROOT / "docs").glob("*.png"), *(ROOT / "static").rglob("*.png")]

    assert pictures != []
    assert max(picture.stat().st_size for picture in pictures) < 100_000

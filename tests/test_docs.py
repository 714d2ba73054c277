import doctest
import json
import re
import runpy
import shlex
import shutil
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from click import Context
from click.testing import CliRunner

from scorekeeper import rules
from scorekeeper.book.access.devices import COOKIE_LIFETIME
from scorekeeper.book.matches.deletion import PURGE_PERIOD, RESTORE_PERIOD
from scorekeeper.book.matches.submissions import IDEMPOTENCY_KEY_LIFETIME
from scorekeeper.cli import COMMANDS, main, maintenance
from scorekeeper.config import QUOTAS, RATE_LIMITS, YEAR_SECONDS, Config
from scorekeeper.rules import match_file
from scorekeeper.rules.house_rules import CHOICES, RANGES
from scorekeeper.words.house_rules import name_preset
from scorekeeper.words.table import format_number
from tests.rules.test_schema import VALIDATOR
from tests.servers import run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
MATCH_FILE = (ROOT / "docs" / "match-file.md").read_text()
RULES = (ROOT / "docs" / "rules.md").read_text()
NO_SEATS = (None, None, None, None)
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def test_the_readme_shows_the_commands():
    blocks = re.findall(r"```(?:sh|powershell)\n(.+?)\n```", README, re.DOTALL)

    assert blocks == [
        "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/scorekeeper",
        "py -m venv .venv\n.venv\\Scripts\\pip install .\n.venv\\Scripts\\scorekeeper",
        "python3 -m venv .venv && .venv/bin/pip install -e '.[dev]' && .venv/bin/pytest",
    ]


def test_the_reference_of_commands_is_current():
    text = (ROOT / "docs" / "commands.md").read_text()

    assert runpy.run_path(str(ROOT / "docs" / "reference.py"))["update"](text) == text


def test_every_command_and_its_options_are_documented():
    page = (ROOT / "docs" / "commands.md").read_text()
    sections = dict(re.findall(r"^## scorekeeper (\S+)\n(.+?)(?=^## |\Z)", page, re.M | re.S))

    assert sorted(sections) == sorted(COMMANDS)
    for name, section in sections.items():
        command = main.get_command(Context(main), name)
        options = [one.opts[0] for one in command.params if not getattr(one, "hidden", False)]
        assert re.findall(r"^- `(--[a-z-]+)", section, re.M) == [
            one for one in options if one.startswith("--")
        ]


@pytest.mark.parametrize(
    ("name", "limits"), [("QUOTAS", QUOTAS), ("RATE_LIMITS", RATE_LIMITS)], ids=["quotas", "rates"]
)
def test_default_limits_are_documented(name, limits):
    page = (ROOT / "docs" / "settings.md").read_text()
    default = ",".join(f"{name}={limit}" for name, limit in limits.items())

    assert f"| `SCOREKEEPER_{name}` | `{default}` |" in page
    assert f"| `SCOREKEEPER_HSTS` | {YEAR_SECONDS} |" in page


def test_the_days_until_data_is_deleted_are_documented():
    care, privacy = ((ROOT / f"docs/hosting/{name}.md").read_text() for name in ("care", "privacy"))
    restored, purged, receipts, phones = (
        period.days
        for period in (RESTORE_PERIOD, PURGE_PERIOD, IDEMPOTENCY_KEY_LIFETIME, COOKIE_LIFETIME)
    )

    assert f"| after {purged} days; for {restored} days they can be restored |" in care
    assert f"| deleted scorebooks | after {restored} days |" in care
    assert f"| {phones} days after they were last seen," in care
    assert f"count once | after {receipts} days |" in care
    assert f"deleted matches {purged} days;" in privacy
    assert f"was last seen {phones} days ago |" in privacy
    help_texts = "".join(map(str, maintenance.DESCRIPTIONS.values()))
    assert re.findall(r"\d+", help_texts) == [
        str(days) for days in (phones, receipts, purged, purged, restored)
    ]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_modules_and_names_in_documents_exist(document):
    text = document.read_text() if document.name != "older-changes.md" else ""
    modules = {path: ROOT / path for path in re.findall(r"`(tests/[\w/]+\.py)`", text)}
    own = re.findall(r"`(?:scorekeeper/)?((?:book|rules|web|words)/[\w/]+\.py)`", text)
    modules |= {path: ROOT / "scorekeeper" / path for path in own}

    assert [path for path, file in modules.items() if not file.exists()] == []
    named = re.findall(r"`([A-Z_]+)` in\s`([\w/]+\.py)`", text)
    assert [name for name, path in named if name not in modules[path].read_text()] == []


def test_the_readme_is_short():
    assert len(README.splitlines()) <= 90


def test_the_examples_of_the_library_run():
    page = ROOT / "docs" / "library.md"

    assert doctest.testfile(str(page), module_relative=False) == doctest.TestResults(0, 7)


def test_the_player_guide_lists_every_preset():
    guide = (ROOT / "docs" / "player-guide.md").read_text()

    assert [name for name in map(name_preset, rules.PRESETS) if name not in guide] == []


@pytest.mark.parametrize("guide", ["player-guide", "club-evening"])
def test_a_guide_names_keys_that_exist(guide):
    text = (ROOT / "docs" / f"{guide}.md").read_text().replace("\n", " ").replace("'", "’")
    catalogue = ROOT / "scorekeeper" / "translations" / "de" / "LC_MESSAGES" / "messages.po"
    messages = {message.id for message in read_po(BytesIO(catalogue.read_bytes()))}
    number = " %(number)s"
    named = re.findall(r"(?<![*])[*]([^*]+)[*](?![*])", text)
    keys = {re.sub(r" \d+$", number, key) for path in named for key in path.split(" → ")} - {"⋯"}

    assert {key for key in keys if not {key, key + number} & messages} == set()
    assert len(keys) > 20


BLOCKS = {
    str(file.relative_to(ROOT)): re.findall(
        r"^```(\w+)\n(.+?)\n```", file.read_text(), re.DOTALL | re.MULTILINE
    )
    for file in sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md")])
}


def test_every_example_is_of_a_kind_that_is_tried():
    kinds = {(name, kind) for name, blocks in BLOCKS.items() for kind, _ in blocks}

    assert kinds == {
        *[("README.md", "sh"), ("README.md", "powershell")],  # compared with the commands above
        *[
            ("CONTRIBUTING.md", "sh"),
            ("docs/words.md", "sh"),
            ("docs/api.md", "json"),
            ("docs/api.md", "sh"),
        ],
        *[("docs/match-file.md", "json"), ("docs/match-file.md", "console")],
        *[("docs/library.md", "python"), ("docs/player-guide.md", "console")],
        *[("docs/settings.md", "sh"), ("docs/settings.md", "powershell")],
        *[("docs/speed.md", "sh"), ("docs/older-changes.md", "sh")],  # benchmarks, systemd
    }


def test_the_examples_of_the_match_file_are_imported_and_scored(tmp_path, monkeypatch):
    match, ruling, evening, score = [text for _, text in BLOCKS["docs/match-file.md"]]
    lines = [json.loads(text) for text in (match, evening)]
    assert match_file.read(lines[0]).turn.hand == 3
    lines[0]["hands"][0]["rulings"] = [json.loads(ruling)]
    file = tmp_path / "club.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    for line in lines:
        VALIDATOR.validate(line)

    report = run(tmp_path, "import", str(file), "--yes", SCOREKEEPER_HOSTED="0").stderr

    assert report.endswith("1 match imported · 1 club evening imported\n")
    command, scored = score.splitlines()
    (tmp_path / "match.json").write_text(match)
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, shlex.split(command)[2:])
    assert result.exit_code == 0
    assert result.output.startswith(scored.removesuffix("…"))


def test_commands_and_settings_in_examples_are_valid(tmp_path):
    lines = [line for blocks in BLOCKS.values() for _, text in blocks for line in text.splitlines()]
    for found in filter(None, [re.search(r"scorekeeper ([a-z]+) (.+)", line) for line in lines]):
        context = Context(main)
        command = main.get_command(context, found[1])
        command.make_context(found[1], shlex.split(found[2]), parent=context)
    for _, text in BLOCKS["docs/settings.md"]:
        [(name, value)] = re.findall(r'(SCOREKEEPER_\w+) ?= ?"?(\w+)', text)
        settings = {name: value, "SCOREKEEPER_DATA": str(tmp_path)}
        assert Config.from_environment(settings).log == value


def test_generated_tables_of_the_rules_are_current_and_have_a_place(tmp_path):
    docs = shutil.copytree(ROOT / "docs", tmp_path / "docs")

    made = runpy.run_path(str(docs / "rules.py"), run_name="__main__")["PARTS"]

    assert (docs / "rules.md").read_text() == RULES
    assert sorted(re.findall("<!-- made by docs/rules.py: (.+) -->", RULES)) == sorted(made)


def test_every_house_rule_is_documented_with_its_default():
    assert re.findall(r"^\| `(\w+)` \| .+ \| .+ \| .+ \| .+ \| .+ \|$", RULES, re.MULTILINE) == [
        *rules.RULES
    ]
    for row in (
        "| `target` | Winning score | 500 | 500 |",
        "| `floor` | Losing score | −200 | none |",
        "| `bag_carry` | Extra bags carry over | yes | yes |",
        "| `failed_nil` | Tricks taken on a failed nil | A point and a bag each | Nothing at all |",
        "| `exchange` | Cards exchanged on a blind nil | 0 | 3 |",
        "| `revoke_penalty` | Revoke penalty | Three tricks | Three tricks |",
    ):
        assert row in RULES


@pytest.mark.parametrize(
    ("sentence", "bags", "bids", "seats", "piles", "standing"),
    [
        ("bids 7 and takes 9 scores 72", 0, (4, 3, 3, 1), NO_SEATS, (9, 4), (72, 2)),
        ("100 − 30 = 70", 0, (0, 4, 3, 4), (0, None, 2, None), (2, 11), (70, 0)),
        ("With 9 bags, 3 more cost 100 and leave 2", 9, (4, 1, 3, 1), NO_SEATS, (10, 3), (-27, 2)),
        ("with 9 bags, 11 more cost 200", 9, (1, 1, 1, 1), NO_SEATS, (13, 0), (-169, 0)),
        ("leave none", 9, (1, 1, 1, 1), NO_SEATS, (13, 0), (-169, 0)),
    ],
)
def test_calculations_in_the_rules_are_right(sentence, bags, bids, seats, piles, standing):
    match = rules.Match.start(
        rules.HouseRules.of("partnership"),
        ["Ann", "Ben", "Cleo", "Dan"],
        opening=[rules.Standing(0, bags), rules.Standing()],
    )

    scored = match.bid([rules.Bid(tricks) for tricks in bids]).record_tricks(seats, piles)

    assert sentence in " ".join(RULES.split())
    assert scored.standings[0] == standing


def test_the_worked_example_is_right():
    told = " ".join(RULES.split("### A hand worked out")[1].split("<!--")[0].split())

    assert told == (
        "Ann and Cleo are Gold. Ben and Dan are Blue, and Blue starts with 9 bags. Ann bids 4, Ben "
        "3, Cleo nil, Dan 3. Ann takes 5 tricks, Cleo 1, and Blue 7."
    )
    recorded = runpy.run_path(str(ROOT / "docs" / "rules.py"))["EXAMPLE"]
    assert recorded["opening"][1] == {"points": 0, "bags": 9}
    assert recorded["hands"] == [
        {"bids": [4, 3, "nil", 3], "tricks": [5, None, 1, None], "piles": {"Blue": 7}}
    ]


def test_sections_named_in_the_code_exist():
    modules = [module.read_text() for module in (ROOT / "scorekeeper").rglob("*.py")]
    named = {section for module in modules for section in re.findall(r"§(\d)", module)}

    assert named <= {*re.findall(r"^## (\d)\.", RULES, re.MULTILINE)}


def test_every_reason_for_points_and_every_kind_of_ruling_is_documented():
    listed = re.search(r"Reasons of lines, in order: (.+?)\.", " ".join(MATCH_FILE.split()))
    assert re.findall(r"`([^`]+)`", listed[1]) == [*rules.Reason]
    row = re.search(r"^\| `kind` \|.*$", MATCH_FILE, re.MULTILINE)
    assert re.findall(r"`([^`]+)`", row[0])[1:] == list(rules.Incident)


@pytest.mark.parametrize(("rule", "limits"), RANGES.items())
def test_the_limits_of_a_house_rule_are_documented(rule, limits):
    row = re.search(rf"^\| `{rule}` \|.*$", RULES, re.MULTILINE)

    assert f"{format_number(limits[0])} to {format_number(limits[1])}" in row[0]


@pytest.mark.parametrize(("rule", "choices"), CHOICES.items())
def test_the_choices_of_a_house_rule_are_documented(rule, choices):
    row = re.search(rf"^\| `{rule}` \|.*$", RULES, re.MULTILINE)

    assert [choice for choice in choices if f"`{choice}`" not in row[0]] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_links_between_documents_are_valid(document):
    text = document.read_text()
    links = re.findall(r"\]\(([^)#:]+)\)", text) + re.findall(r'src="([^":]+)"', text)

    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_linked_headings_exist(document):
    links = re.findall(r"\]\(([^):]*)#([^)]+)\)", document.read_text())
    headings = [
        (name, re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-"))
        for name in {name for name, _ in links}
        for heading in re.findall(
            r"^#+ (.+)$", (document.parent / (name or document.name)).read_text(), re.MULTILINE
        )
    ]

    assert [link for link in links if link not in headings] == []


def test_every_document_is_linked():
    index = ROOT / "docs" / "README.md"
    links = re.findall(r"\]\(([^)#:]+\.md)\)", index.read_text())
    linked = {(index.parent / link).resolve() for link in links}

    assert {*DOCUMENTS} - linked == {
        ROOT / "README.md", index, ROOT / "docs" / "older-changes.md"
    }  # fmt: skip
    assert "](docs/README.md)" in README
    assert "](docs/older-changes.md)" in (ROOT / "CHANGELOG.md").read_text()


def test_pictures_are_small():
    pictures = [*(ROOT / "docs").glob("*.jpg"), *(ROOT / "static").rglob("*.png")]

    assert pictures != []
    assert max(picture.stat().st_size for picture in pictures) < 100_000

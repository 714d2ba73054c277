import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from scorekeeper.cli.group import COMMANDS, main
from tests.plain_english import CODE, READ, ROOT, Text, find, fine, read, read_catalogue, rules

LANGUAGES = ("en", "de", "fil")
TRANSLATIONS = ROOT / "scorekeeper/translations"
WRITTEN = {
    "page.html": "{# Somebody #}<p>{{ ngettext('%(num)d is anew', '%(num)d beside', 2) }}</p>",
    "module.py": '"""Mend it."""\nNAME = f"{1} beside {2}"  # once\n# more\n',
    "text.md": "# All\n\nTwo lie\nhere, `beside` all the\nsame.\n\n```sh\nbeside\n```\n",
    "style.css": "/* .a: beside\n   all. */\n.a { --b: 0; }\n/* Told. It is told. */\n",
    "script.js": "const beside = 1;\n  // Once\n  // more.\n",
    "CHANGELOG.md": "# Changes\n\n## 2\n\n- Told.\n- It is told.\n\n## 1\n\n- It is told.\n",
}


@pytest.fixture(scope="session")
def texts() -> list[Text]:
    """Everything people read in English."""
    return [text for name in READ for text in read(ROOT / name)]


def test_no_retired_word_is_written(texts: list[Text]) -> None:
    assert [str(finding) for finding in find(texts)] == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_retired_word_is_in_a_translation(language: str) -> None:
    catalogue = TRANSLATIONS / language / "LC_MESSAGES/messages.po"

    found = find(read_catalogue(catalogue), language)

    assert [str(finding) for finding in found] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_pattern_finds_the_sentence_it_was_made_for(language: str) -> None:
    missed = [rule for rule in rules(language) if not rule.pattern.search(rule.example)]

    assert missed == []


def test_each_passage_that_is_fine_is_still_written(texts: list[Text]) -> None:
    translated = [
        text
        for language in LANGUAGES[1:]
        for text in read_catalogue(TRANSLATIONS / language / "LC_MESSAGES/messages.po")
    ]
    written = "\n".join(text.words for text in [*texts, *translated])

    assert [passage for passage in fine() if passage not in written] == []


def test_the_help_of_every_command_is_read(texts: list[Text]) -> None:
    known = plain("".join(text.words for text in texts))

    assert [words for words in spoken_help() if plain(words) not in known] == []


def spoken_help() -> Iterator[str]:
    context = click.Context(main)
    for command in [main, *(main.get_command(context, name) for name in COMMANDS)]:
        assert command is not None
        yield from (command.help or "").split("\n\n")
        for option in command.params:
            if option.name != "version":  # click's own words
                yield getattr(option, "help", None) or ""


def plain(words: str) -> str:
    """Leave out spaces, numbers, and code, which is not read."""
    return re.sub(r"…|\s|\d|\{\}", "", CODE.sub("", words))


@pytest.mark.parametrize(
    ("file", "phrases"),
    [
        ("page.html", ["1 anew", "1 beside", "1 Somebody"]),
        ("module.py", ["1 Mend", "2 beside", "2 once more"]),
        ("text.md", ["3 lie", "3 all the same"]),
        ("style.css", ["1 beside", "4 told"]),
        ("script.js", ["2 Once more"]),
        ("CHANGELOG.md", ["6 told"]),
    ],
)
def test_words_are_found_with_their_line(tmp_path: Path, file: str, phrases: list[str]) -> None:
    (tmp_path / file).write_text(WRITTEN[file])

    found = [
        f"{finding.text.line} {finding.phrase}"
        for path in sorted(tmp_path.iterdir())
        for finding in find(read(path))
    ]
    assert sorted(found) == sorted(phrases)


def test_strings_of_tests_are_not_read() -> None:
    words = [text.words for text in read(Path(__file__))]

    assert "Everything people read in English." in words
    assert "We begin anew." not in " ".join(words)


def test_a_finding_names_the_better_word(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Now\n\nWe begin anew.\n")

    assert [*map(str, find(read(page)))] == [f"{page}:3: “anew” → again   [We begin anew.]"]

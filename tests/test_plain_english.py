"""No retired word of `plain_english.tsv` is in what people read: pages, errors, docs, comments."""

import ast
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import click
import pytest
from babel.messages.extract import extract
from babel.messages.pofile import read_po

from scorekeeper.cli import COMMANDS, main

ROOT = Path(__file__).parents[1]
READ = (
    *("scorekeeper", "templates", "static", "deploy", ".ci", "tests", "docs"),
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"),
)
TABLE = [
    line.split("\t")
    for line in Path(__file__).with_name("plain_english.tsv").read_text().splitlines()
    if line and not line.startswith("#")
]
FINE = [row[1] for row in TABLE if row[0] == "fine"]
LANGUAGES = ("en", "de", "fil")
NOT_PROSE = re.compile(r"^(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|SET|PRAGMA) ")
COMMENT = re.compile(r"/\*[\s\S]*?\*/|(?:^[ \t]*(?://|#) .*\n)+|(?<=  )# .*", re.MULTILINE)
COMMENT_SIGN = re.compile(r"^[ \t]*(?:/\*|//|#)|\*/", re.MULTILINE)
JINJA_COMMENT = re.compile(r"\{#(.*?)#\}", re.DOTALL)
CODE = re.compile(
    r"^```.*?^```$|^ *(?:>>>|\.\.\.) .*?$|`[^`\n]+`|\]\([^)]*\)|<!--.*?-->", re.M | re.S
)
PARAGRAPH = re.compile(r"\S.*?(?=\n\s*\n|\n\s*[-|#*]|\Z)", re.DOTALL)


@pytest.fixture(scope="session")
def texts() -> dict[str, list[str]]:
    """What people read in each language: by file in English, with its place in a catalogue else."""
    english = [
        f"{path.relative_to(ROOT)}: {words}" for path in list_files() for words in read(path)
    ]
    return {"en": english, **{language: [*translated(language)] for language in LANGUAGES[1:]}}


def list_files() -> Iterator[Path]:
    for name in READ:
        below = sorted((ROOT / name).rglob("*")) if (ROOT / name).is_dir() else [ROOT / name]
        yield from (path for path in below if path.is_file() and "__pycache__" not in path.parts)


def read(path: Path) -> Iterable[str]:
    """Return the paragraphs that people read in a file."""
    if path.suffix == ".html":
        return list_messages(path)
    if path.suffix not in (".py", ".md", ".css", ".js", ".sh", ".conf", ".yaml", ".Caddyfile", ""):
        return ()
    source = path.read_text()
    if path.suffix == ".md":
        # Of a changelog, the newest section.
        is_log = path.name in ("CHANGELOG.md", "older-changes.md")
        prose = ["\n## ".join(source.split("\n## ")[:2]) if is_log else source]
    else:
        prose = [COMMENT_SIGN.sub("", comment) for comment in COMMENT.findall(source)]
    if path.suffix == ".py":
        prose += list_strings(ast.parse(source), is_test=path.is_relative_to(ROOT / "tests"))
    return [
        " ".join(part.split())
        for text in prose
        for part in PARAGRAPH.findall(CODE.sub(lambda code: "…" + "\n" * code[0].count("\n"), text))
    ]


def list_messages(template: Path) -> list[str]:
    """Return the messages and comments of a template: a test refuses other words in it."""
    with template.open("rb") as file:
        found = [message for _line, message, _comments, _context in extract("jinja2", file)]
    messages = chain.from_iterable([one] if isinstance(one, str) else one for one in found)
    return [*messages, *JINJA_COMMENT.findall(template.read_text())]


def list_strings(tree: ast.Module, *, is_test: bool) -> Iterator[str]:
    """Yield docstrings, and other strings of several words; those of tests are data."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            is_read = id(node) in docstrings or not is_test
            if is_read and " " in node.value.strip() and not NOT_PROSE.match(node.value.strip()):
                yield node.value


def translated(language: str) -> Iterator[str]:
    with (ROOT / f"scorekeeper/translations/{language}/LC_MESSAGES/messages.po").open("rb") as file:
        for message in read_po(file):
            forms = [message.string] if isinstance(message.string, str) else message.string
            yield from (f"{message.lineno}: {form}" for form in forms if message.id)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_retired_word_is_written(texts: dict[str, list[str]], language: str) -> None:
    whole, found = "\n".join(texts[language]), []
    for _language, pattern, better, _example in (row for row in TABLE if row[0] == language):
        # Most patterns are nowhere.
        if re.search(pattern, whole, re.MULTILINE) or pattern.startswith(("^", "(?:^")):
            for text in texts[language]:
                place, _, words = text.partition(": ")
                for passage in FINE:
                    words = words.replace(passage, "")
                found += [
                    f"{place}: “{one[0]}” → {better} [{words[:80]}]"
                    for one in re.finditer(pattern, words)
                ]
    assert found == []


@pytest.mark.parametrize("row", [row for row in TABLE if row[0] != "fine"], ids=lambda row: row[1])
def test_each_pattern_finds_the_sentence_it_was_made_for(row: list[str]) -> None:
    assert re.search(row[1], row[3])


def test_each_passage_that_is_fine_is_still_written(texts: dict[str, list[str]]) -> None:
    written = "\n".join(chain.from_iterable(texts.values()))
    assert [passage for passage in FINE if passage not in written] == []


def test_the_help_of_every_command_is_read(texts: dict[str, list[str]]) -> None:
    known = plain("".join(texts["en"]))
    context = click.Context(main)
    commands = [main, *(main.get_command(context, name) for name in COMMANDS)]
    spoken = [
        words
        for command in commands
        for words in (
            *(command.help or "").split("\n\n"),
            *(
                getattr(option, "help", None) or ""
                for option in command.params
                if option.name != "version"
            ),
        )
    ]

    assert len(spoken) > len(COMMANDS)
    assert [words for words in spoken if plain(words) not in known] == []


def plain(words: str) -> str:
    """Leave out spaces, numbers, and code, which is not read."""
    return re.sub(r"…|\s|\d|\{\}", "", CODE.sub("", words))


@pytest.mark.parametrize(
    ("file", "written", "said"),
    [
        ("page.html", "{# Here #}<p>{{ ngettext('%(num)d day', '%(num)d days', 2) }}</p>",
         ["%(num)d day", "%(num)d days", " Here "]),
        ("module.py", '"""Say it."""\nNAME = "it is"  # why\n# and\n# more\n',
         ["why", "and more", "Say it.", "it is"]),
        ("text.md", "# All\n\nTwo `beside` are\nhere.\n\n```sh\nbeside\n```\n",
         ["# All", "Two … are here.", "…"]),
        ("style.css", "/* .a: on\n   all. */\n.a { --b: 0; }\n", [".a: on all."]),
        ("script.js", "const a = 1;\n  // One\n  // more.\n", ["One more."]),
        ("CHANGELOG.md", "# Changes\n\n## 2\n\n- New.\n\n## 1\n\n- Old.\n",
         ["# Changes", "## 2", "- New."]),
        ("picture.svg", "beside", []),
    ],
)  # fmt: skip
def test_prose_is_read_without_its_code(
    tmp_path: Path, file: str, written: str, said: list[str]
) -> None:
    (tmp_path / file).write_text(written)

    assert [*read(tmp_path / file)] == said

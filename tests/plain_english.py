"""Finds retired words: `python -m tests.plain_english [PATH…]` lists those of files and folders.

Without a path it reads all the English that `tests/test_plain_english.py` keeps clean. The words
are in `plain_english.tsv`, which says how to add one.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.extract import extract
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
WORDS = Path(__file__).with_suffix(".tsv")
READ = (
    "scorekeeper",
    "templates",
    "static",
    "deploy",
    ".ci",
    "tests",
    "docs",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
)
"""What is kept clean; the test also reads the translations."""
NOT_PROSE = re.compile(r"^(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|SET|PRAGMA) ")
LINE_COMMENT = r"(?:^[ \t]*(?://|#) .*\n)+|(?<=  )# .*(?:\n[ \t]*# .*)*"
PYTHON_COMMENT = re.compile(LINE_COMMENT, re.MULTILINE)
COMMENT = re.compile(rf"/\*[\s\S]*?\*/|{LINE_COMMENT}", re.MULTILINE)
COMMENT_SIGN = re.compile(r"^[ \t]*(?:/\*|//|#)|\*/", re.MULTILINE)
JINJA_COMMENT = re.compile(r"\{#(.*?)#\}", re.DOTALL)
CODE_BLOCK = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`[^`\n]+`|\]\([^)]*\)|<!--.*?-->", re.DOTALL)
DOCTEST = re.compile(r"^ *(?:>>>|\.\.\.) .*$", re.MULTILINE)
PARAGRAPH = re.compile(r"\S.*?(?=\n\s*\n|\n\s*[-|#*]|\Z)", re.DOTALL)


class Rule(NamedTuple):
    """A retired word or phrase, the better one, and a sentence that it comes from."""

    pattern: re.Pattern[str]
    better: str
    example: str


class Text(NamedTuple):
    """A passage that people read, and where it is."""

    path: Path
    line: int
    words: str


class Finding(NamedTuple):
    """A retired phrase in a passage."""

    text: Text
    phrase: str
    better: str

    def __str__(self) -> str:
        place = self.text.path
        place = place.relative_to(ROOT) if place.is_relative_to(ROOT) else place
        at = self.text.words.find(self.phrase)
        around = self.text.words[max(0, at - 40) : at + len(self.phrase) + 40].strip()
        return f"{place}:{self.text.line}: “{self.phrase}” → {self.better}   [{around}]"


@cache
def rows() -> list[list[str]]:
    """Read the data file without its comments."""
    lines = WORDS.read_text().splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


@cache
def rules(language: str) -> list[Rule]:
    """Return the rules of a language."""
    return [
        Rule(re.compile(pattern), better, example)
        for kind, pattern, better, example in (row for row in rows() if row[0] != "fine")
        if kind == language
    ]


@cache
def fine() -> list[str]:
    """Return the passages in which a retired word is right."""
    return [row[1] for row in rows() if row[0] == "fine"]


def find(texts: Iterable[Text], language: str = "en") -> Iterator[Finding]:
    """Find retired phrases."""
    texts = list(texts)
    # Most patterns are nowhere; it takes a second to look for them in all texts at once.
    whole = "\n".join(text.words for text in texts)
    found = [one for one in rules(language) if re.search(one.pattern.pattern, whole, re.MULTILINE)]
    for text in texts:
        words = text.words
        for allowed in fine():
            words = words.replace(allowed, "")
        for rule in found:
            for match in rule.pattern.finditer(words):
                yield Finding(text, match[0], rule.better)


def read(path: Path) -> Iterator[Text]:
    """Read a file, or all files of a folder that have words; others have none."""
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                yield from read(file)
    elif path.suffix in READERS:
        yield from READERS[path.suffix](path)


def read_python(path: Path) -> Iterator[Text]:
    """Read docstrings, comments and other strings of several words; those of tests are data."""
    source = path.read_text()
    tree = ast.parse(source)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    is_test = path.is_relative_to(ROOT / "tests")
    parts = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in ast.walk(node)
    }
    for node in ast.walk(tree):
        if is_test and id(node) not in docstrings:
            continue
        if isinstance(node, ast.JoinedStr):
            said = "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            said = "" if id(node) in parts else node.value
        else:
            continue
        said = CODE.sub("…", DOCTEST.sub("", said))
        if " " in said.strip() and not NOT_PROSE.match(said.strip()):
            yield from paragraphs(path, node.lineno, said)
    yield from read_comments(path, PYTHON_COMMENT)


def read_template(path: Path) -> Iterator[Text]:
    """Read the messages and comments of a template: a test refuses other words in it."""
    source = path.read_text()
    with path.open("rb") as template:
        for line, message, _comments, _context in extract("jinja2", template):
            for said in (message,) if isinstance(message, str) else message:
                yield Text(path, line, said)
    for comment in JINJA_COMMENT.finditer(source):
        line = source.count("\n", 0, comment.start()) + 1
        yield Text(path, line, " ".join(comment[1].split()))


def read_comments(path: Path, pattern: re.Pattern[str] = COMMENT) -> Iterator[Text]:
    """Read the comments of a module, a style, a script or a configuration."""
    source = path.read_text()
    for comment in pattern.finditer(source):
        line = source.count("\n", 0, comment.start()) + 1
        yield from paragraphs(path, line, CODE.sub("…", COMMENT_SIGN.sub("", comment[0])))


def read_markdown(path: Path) -> Iterator[Text]:
    """Read a page of the documentation without its code; of a changelog the newest section."""
    source = path.read_text()
    if path.name in ("CHANGELOG.md", "older-changes.md"):
        source = "\n## ".join(source.split("\n## ")[:2])
    source = CODE_BLOCK.sub(lambda block: "\n" * block[0].count("\n"), source)
    yield from paragraphs(path, 1, CODE.sub(" … ", source))


def paragraphs(path: Path, line: int, source: str) -> Iterator[Text]:
    """Split a text into its paragraphs and items, with the line in which each begins."""
    for part in PARAGRAPH.finditer(source):
        yield Text(path, line + source.count("\n", 0, part.start()), " ".join(part[0].split()))


def read_catalogue(path: Path) -> Iterator[Text]:
    """Read the translations of a catalogue."""
    with path.open("rb") as written:
        for message in read_po(written):
            said = message.string
            for form in (said,) if isinstance(said, str) else said:
                yield Text(path, message.lineno or 0, form if message.id else "")


READERS = {
    ".py": read_python,
    ".html": read_template,
    ".md": read_markdown,
    **dict.fromkeys((".css", ".js", ".sh", ".conf", ".yaml", ".service", ".timer"), read_comments),
    **dict.fromkeys((".Caddyfile", ""), read_comments),
}


if __name__ == "__main__":
    paths = [Path(path).resolve() for path in sys.argv[1:]] or [ROOT / name for name in READ]
    found = [finding for path in paths for finding in find(read(path))]
    print(*found, f"{len(found)} to change", sep="\n")

"""Scripts are modules of short functions, which share what they import and nothing else."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

from scorekeeper.web.http.assets import COMMENTS_AND_INDENTATION, strip_script

ROOT = Path(__file__).parents[1]
JS = ROOT / "static/js"
SCRIPTS = sorted(path.relative_to(JS).as_posix() for path in JS.rglob("*.js"))
PARSER = Parser(Language(tree_sitter_javascript.language()))
FUNCTIONS = {"arrow_function", "function_declaration", "function_expression", "method_definition"}
PATTERN = "shorthand_property_identifier_pattern"
NAMES = {"identifier", "shorthand_property_identifier", PATTERN}
DECLARING = {
    "arrow_function": "parameter",
    "catch_clause": "parameter",
    "class_declaration": "name",
    "for_in_statement": "left",
    "function_declaration": "name",
    "variable_declarator": "name",
}
"""The part of a node that declares names; in these others, all parts do."""
DECLARING_ALL = {"formal_parameters", "import_specifier", "namespace_import"}
TESTED = {
    word
    for path in (ROOT / "tests/browser").rglob("*.py")
    for word in re.findall(r"\w+", path.read_text("utf-8"))
}
# The parser takes one `await` for a name.
BROWSERS = re.findall(
    r"\w+",
    """
    AbortController AbortSignal Array Blob Boolean BroadcastChannel CSS CustomEvent
    DOMParser Date Error Event File FormData Image Infinity Intl JSON Map Math
    Number Object Option Promise Set String URL URLSearchParams Uint8Array WeakMap WeakSet
    addEventListener await btoa clearTimeout crypto decodeURIComponent dispatchEvent
    document fetch history indexedDB isSecureContext localStorage location matchMedia
    navigator parseInt performance print scrollTo sessionStorage setInterval setTimeout stop
    structuredClone window
    """,
)
"""Names that browsers give to every script."""
WHOLE = {"string", "template_string", "regex"}
"""Nodes whose whitespace has a meaning."""


@cache
def parse(script: str) -> Node:
    return PARSER.parse((JS / script).read_bytes()).root_node


def walk(node: Node, pruned: Iterable[str] = ()) -> Iterator[Node]:
    yield node
    for child in () if node.type in pruned else node.children:
        yield from walk(child, pruned)


def texts(nodes: Iterable[Node]) -> list[str]:
    return [node.text.decode() for node in nodes if node.text]


@cache
def count_names(script: str, more: str = "") -> Counter[str]:
    """Count each name where it is declared and where it is used."""
    return Counter(texts(node for node in walk(parse(script)) if node.type in NAMES | {more}))


def declared_names(script: str) -> set[str]:
    """Return the names of constants, variables, functions, parameters and imports."""
    places = []
    for node in walk(parse(script)):
        part = node.child_by_field_name(DECLARING.get(node.type, "?"))
        places += node.named_children if node.type in DECLARING_ALL else [part] if part else []
    # A value that is used by default is not declared.
    patterns = (one.child_by_field_name("left") or one for one in places)
    return set(texts(name for one in patterns for name in walk(one) if name.type in NAMES))


def exported_names(script: str) -> set[str]:
    return set(re.findall(r"^export const (\w+)", (JS / script).read_text("utf-8"), re.MULTILINE))


def find_faults(script: str) -> Iterator[str]:
    root, names, declared = parse(script), count_names(script), declared_names(script)
    for node in walk(root):
        line, last = node.start_point[0] + 1, node.end_point[0] + 1
        if node.type in FUNCTIONS and last - line >= 40:
            yield f"{line}: more than 40 lines in a function"
        if node.is_error or node.is_missing:
            yield f"{line}: cannot be read"
    for child in root.named_children:
        text = texts([child])[0]
        if child.type == "export_statement" and not text.startswith("export const "):
            yield f"{text[:30]} is no constant, so others may see it change"
        if child.type == "statement_block":
            yield "a block is no module"
    used = texts(node for node in walk(root) if node.type in NAMES - {PATTERN})
    yield from (f"{own} is not declared" for own in set(used) - declared - {*BROWSERS})
    private = declared - exported_names(script)
    yield from (f"{own} is not used" for own in private if names[own] < 2 and own[0] != "_")
    others = [count_names(other, "property_identifier") for other in SCRIPTS if other != script]
    unused = exported_names(script).difference(TESTED, *others)
    yield from (f"{own} is not used elsewhere" for own in unused)


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_is_a_module_of_short_functions(script: str) -> None:
    assert list(find_faults(script)) == []


def find_long_lines(files: Iterable[Path], most: int) -> list[str]:
    lines = [(path.name, line) for path in files for line in path.read_text("utf-8").splitlines()]
    return [f"{name}: {line}" for name, line in lines if len(line) > most]


def test_lines_of_scripts_have_at_most_100_columns() -> None:
    scripts = [JS / script for script in SCRIPTS]
    others = [*(ROOT / "templates").rglob("*.js"), *(ROOT / "tests").rglob("*.js")]
    assert find_long_lines([*scripts, *others], 100) == []


def test_lines_of_templates_have_at_most_140_columns() -> None:
    templates = (ROOT / "templates").rglob("*.html")
    assert find_long_lines(templates, 140) == []


def find_tokens(script: bytes) -> list[str]:
    nodes = walk(PARSER.parse(script).root_node, WHOLE)
    tokens = [node for node in nodes if node.type in WHOLE or not node.children]
    return [text for text in texts(tokens) if text not in (",", ";")]


def test_scripts_are_sent_without_whitespace_and_nothing_else() -> None:
    for script in SCRIPTS:
        source = COMMENTS_AND_INDENTATION.sub(b"", (JS / script).read_bytes())
        sent = strip_script(source)
        assert find_tokens(sent) == find_tokens(source)

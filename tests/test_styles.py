"""Each block's rules are in one file under its name; no class or token is unused or unknown."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.web.http.assets import BUNDLES, LAYERS, collect_assets, read_theme_colors

ROOT = Path(__file__).parents[1]
CSS = ROOT / "static" / "css"
NAMES = {path.relative_to(CSS).as_posix(): path for path in sorted(CSS.rglob("*.css"))}
FILES = [name for name in NAMES if "/" in name]
HEADING = re.compile(r"^/\* \.([\w-]+): ", re.MULTILINE)
"""The heading of a block's rules: its name and purpose."""
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
CLASS = re.compile(r"\.([a-z][\w-]*)")
ATTRIBUTE = re.compile(r"""class="((?:\{\{.*?\}\}|\{%.*?%\}|[^"])*)\"""", re.DOTALL)
OUTPUT = re.compile(r"\{\{.*?\}\}", re.DOTALL)
STATEMENT = re.compile(r"\{%.*?%\}", re.DOTALL)
SET_BY_SCRIPTS = re.compile(r"""setProperty\(["'`](--[\w-]+)(\$)?""")
CHOSEN = re.compile(r"""(?:\{\{|else)\s*(['"])(.*?)\1""")
SELECTOR = re.compile(r"(?:[^,()]|\((?:[^()]|\([^()]*\))*\))+")
ANYTHING = "*"
"""The part of a class name that is known only at run time."""


def style(name: str) -> str:
    return COMMENT.sub("", NAMES[name].read_text())


def blocks(name: str) -> dict[str, str]:
    before, *parts = HEADING.split(NAMES[name].read_text())
    assert before == ""
    plain = (COMMENT.sub("", f"/* {text}") for text in parts[1::2])
    return dict(zip(parts[::2], plain, strict=True))


def selectors(text: str) -> Iterator[str]:
    """The selectors of a style sheet; nested rules belong to the outer one."""
    around: list[str] = []
    for words, mark in re.findall(r"([^{};]*)([{};])", text):
        if mark == "{":
            nested = any(not outer.startswith("@") or "keyframes" in outer for outer in around)
            around.append(words.strip())
            if not nested and not words.strip().startswith("@"):
                yield from (selector.strip() for selector in SELECTOR.findall(words))
        elif mark == "}":
            around.pop()


def block(name: str) -> str:
    return re.split("__|--", name)[0]


def styled() -> set[str]:
    return {found for name in NAMES for found in CLASS.findall(style(name))}


def markup() -> str:
    return "\n".join(path.read_text() for path in sorted((ROOT / "templates").rglob("*.html")))


def in_templates() -> set[str]:
    found = set()
    for attribute in ATTRIBUTE.findall(markup()):
        written = STATEMENT.sub("", OUTPUT.sub(_alternatives, attribute)).replace("%s", ANYTHING)
        found |= {re.sub(r"\*+", ANYTHING, name) for name in written.split()} - {ANYTHING}
    return found


def _alternatives(output: re.Match[str]) -> str:
    """Return the texts that an output in a class can write, or ANYTHING."""
    texts = [text for _, text in CHOSEN.findall(output[0])]
    return " ".join(texts).replace("%s", ANYTHING) if texts else ANYTHING


def matches(pattern: str, name: str) -> bool:
    return re.fullmatch(re.escape(pattern).replace(r"\*", r"[\w-]+"), name) is not None


def test_every_style_is_in_a_layer_and_layers_are_in_order() -> None:
    assert {Path(name).parts[0].removesuffix(".css") for name in NAMES} == set(LAYERS)
    assets = collect_assets(ROOT / "static")
    style = {bundle: assets[f"{bundle}.css"].content.decode() for bundle in BUNDLES}
    layers = {bundle: re.findall(r"@layer (\w+)\{", style[bundle]) for bundle in style}
    above = list(LAYERS[2:])
    assert layers == dict.fromkeys(BUNDLES, above) | {"app": list(LAYERS)}
    assert {text.count("{") - text.count("}") for text in style.values()} == {0}


def test_base_styles_select_elements_only() -> None:
    assert CLASS.findall(style("base.css")) == []


@pytest.mark.parametrize("name", FILES)
def test_every_rule_belongs_to_its_block(name: str) -> None:
    """A block's own rules are in one place; chip and chips are one block."""
    sections = blocks(name)
    strange = [
        selector
        for own, text in sections.items()
        for selector in selectors(text)
        if not {own, f"{own}s"} & {block(found) for found in CLASS.findall(selector)}
    ]
    assert strange == []


def test_a_block_is_in_one_place() -> None:
    names = [block for name in FILES for block in HEADING.findall(NAMES[name].read_text())]
    assert sorted(names) == sorted(set(names))
    assert len(names) > 4 * len(FILES)


def test_style_lines_have_at_most_100_columns() -> None:
    lines = [line for path in NAMES.values() for line in path.read_text().splitlines()]
    assert [line for line in lines if len(line) > 100] == []


def test_every_class_in_the_templates_has_a_style() -> None:
    known = styled()
    assert [own for own in in_templates() if not any(matches(own, name) for name in known)] == []


def test_every_styled_class_is_in_a_template_or_script() -> None:
    scripts = " ".join(path.read_text() for path in (ROOT / "static/js").rglob("*.js"))
    made = " ".join(re.findall(r'"([\w -]+)"', scripts))
    told, patterns = set(re.findall(r"[\w-]+", markup() + made)), in_templates()
    idle = styled() - told
    assert [name for name in idle if not any(matches(own, name) for own in patterns)] == []


def test_every_token_is_defined_and_used() -> None:
    text = "\n".join(style(name) for name in NAMES)
    scripts = "\n".join(path.read_text() for path in (ROOT / "static" / "js").rglob("*.js"))
    defined = set(re.findall(r"[{;\s](--[\w-]+):", text))
    used = set(re.findall(r"var\((--[\w-]+)", text))
    told = {name + (ANYTHING if more else "") for name, more in SET_BY_SCRIPTS.findall(scripts)}
    assert defined <= used
    assert [own for own in used - defined if not any(matches(one, own) for one in told)] == []


def test_theme_colours_match_the_tokens() -> None:
    assert read_theme_colors(style("tokens.css")) == {"light": "#14523d", "dark": "#0e3025"}

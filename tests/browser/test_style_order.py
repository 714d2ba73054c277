"""Within a layer no block's place matters, and no page lacks a block of another bundle."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.web.http.assets import COMMENTS_AND_INDENTATION, LAYERS, strip_style
from tests.browser.phone import Phone
from tests.browser.screens import SCREENS, Examples

CSS = Path(__file__).parents[2] / "static" / "css"
BEFORE_A_BLOCK = re.compile(r"^(?=/\* \.)", re.MULTILINE)
CHANGES_BY = """
(text) => {
  const places = [...document.querySelectorAll("html, body *")];
  const names = [...getComputedStyle(document.body)];
  const looks = () => places.flatMap((place) => [null, "::before", "::after"].map((part) => {
    const style = getComputedStyle(place, part);
    return names.map((name) => style.getPropertyValue(name));
  }));
  const before = looks();
  for (const sheet of document.styleSheets) sheet.disabled = true;
  const style = new CSSStyleSheet();
  style.replaceSync(text);
  document.adoptedStyleSheets = [style];
  return looks().flatMap((after, place) => names
    .filter((_, index) => after[index] !== before[place][index])
    .map((name) => `${places[Math.floor(place / 3)].outerHTML.slice(0, 80)} ${name}`));
}
"""


def reverse_blocks() -> str:
    layers = {layer: "\n".join(reversed([*blocks(layer)])) for layer in LAYERS}
    style = "\n".join(f"@layer {layer}{{{text}}}" for layer, text in layers.items())
    plain = COMMENTS_AND_INDENTATION.sub(b"", style.encode())
    return strip_style(plain).decode()


def blocks(layer: str) -> Iterator[str]:
    for path in sorted([*CSS.glob(f"{layer}.css"), *CSS.glob(f"{layer}/**/*.css")]):
        yield from BEFORE_A_BLOCK.split(path.read_text())


@pytest.mark.parametrize(
    "screen",
    [
        "home",
        "new match in full",
        "tally",
        "correction previewed",
        "judge of a hand",
        "void tracker",
        "settings",
        "house rules changed",
    ],
)
def test_neither_order_nor_other_bundles_change_a_page(
    screen: str, reader: Any, examples: Examples
) -> None:
    phone: Phone = reader()
    SCREENS[screen](phone, examples)
    assert phone.page.evaluate(CHANGES_BY, reverse_blocks()) == []

"""Within a layer no file's place matters: the styles may be sorted by any alphabet."""

from pathlib import Path
from typing import Any

import pytest

from scorekeeper.web.site.assets import FOR_AUTHORS, FOR_EYES, LAYERS
from tests.browser.phone import Phone
from tests.browser.world import SCREENS, World

CSS = Path(__file__).parents[2] / "static" / "css"
CHANGED_BY = """
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


def the_other_way_round() -> str:
    layers = {
        layer: sorted([*CSS.glob(f"{layer}.css"), *CSS.glob(f"{layer}/**/*.css")], reverse=True)
        for layer in LAYERS
    }
    bundles = (
        b"@layer %s {%s}" % (layer.encode(), b"\n".join(path.read_bytes() for path in paths))
        for layer, paths in layers.items()
    )
    return FOR_EYES.sub(rb"\1\2\3", FOR_AUTHORS.sub(b"", b"\n".join(bundles))).decode()


@pytest.mark.parametrize(
    "screen",
    ["home", "new match in full", "tally", "correction previewed", "judge of a hand", "void watch"],
)
def test_the_order_of_files_changes_nothing(screen: str, visitor: Any, world: World) -> None:
    phone: Phone = visitor()
    SCREENS[screen](phone, world)
    assert phone.page.evaluate(CHANGED_BY, the_other_way_round()) == []

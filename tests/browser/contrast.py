"""The contrast of text, measured in the picture of the page: axe can't judge gradients."""

import base64
from typing import Any, Literal

from playwright.sync_api import Page

from tests.effort import THOROUGH

TEXTS = """
() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  // A keypad opens for the focus, over the text.
  document.activeElement?.blur();
  // A long picture shows the page as if it did not scroll.
  for (const place of document.querySelectorAll("body *")) {
    if (getComputedStyle(place).position === "sticky") {
      place.style.setProperty("position", "relative", "important");
      place.style.setProperty("inset", "auto", "important");
    }
  }
  scrollTo(0, 0);
  const visible = { visibilityProperty: true, opacityProperty: true };
  const shown = (place) => place.checkVisibility(visible)
    // Two keys share a place: the upper one covers the other.
    && !place.closest(".pad__cell > .key:has(~ .key--seeing)")
    && !place.closest(":disabled, [aria-disabled=true], .hidden, .notice, option");
  const clip = (box, place) => {
    let { left, top, right, bottom } = box;
    for (let up = place; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.display === "inline" || style.overflow === "visible") continue;
      const edge = up.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return [left, top, right, bottom];
  };
  const opacity = (place) => {
    let all = 1;
    for (let up = place; up; up = up.parentElement) all *= Number(getComputedStyle(up).opacity);
    return all;
  };
  const found = [];
  const add = (place, text, boxes) => {
    const style = getComputedStyle(place);
    const colour = rgba(place.closest("svg") ? style.fill : style.color);
    colour[3] *= opacity(place);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
    found.push({ text: text.trim().slice(0, 30), colour, least: isLarge ? 3 : 4.5,
      boxes: boxes.map((box) => clip(box, place)) });
  };
  // An open menu covers what is behind it.
  const root = document.querySelector(".menu[open] > .menu__panel") ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: place, data } = walker.currentNode;
    if (!data.trim() || !shown(place) || place.closest("script, style, title")) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    add(place, data, [...range.getClientRects()]);
  }
  for (const place of root.querySelectorAll("input, select, textarea")) {
    if (shown(place) && place.value && !/radio|checkbox|hidden|file/.test(place.type)) {
      add(place, place.value, [place.getBoundingClientRect()]);
    }
  }
  const bare = new CSSStyleSheet();
  bare.replaceSync("*, ::before, ::after { color: #0000 !important; text-shadow: none !important;"
    + " -webkit-text-fill-color: #0000 !important; } svg text { fill: #0000 !important; }"
    // Tabbing to a field selects its text, which has a colour of its own.
    + " ::selection { background: #0000 !important; color: #0000 !important; }");
  document.adoptedStyleSheets.push(bare);
  return found;
}
"""
PIXELS = """
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt());
  const image = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, image.width, image.height);
  const pixel = (x, y) => [...data.subarray((y * image.width + x) * 4).subarray(0, 3)];
  const light = (channel) => {
    const part = channel / 255;
    return part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4;
  };
  const luminance = ([red, green, blue]) =>
    .2126 * light(red) + .7152 * light(green) + .0722 * light(blue);
  const contrast = (...colours) => {
    const [dark, bright] = colours.map(luminance).sort((one, two) => one - two);
    return (bright + .05) / (dark + .05);
  };
"""
"""The colours of the pixels in a picture, and the contrast between two."""
BEHIND = (
    f"async ([texts, picture]) => {{{PIXELS}"
    """
  const mix = (colour, behind) =>
    behind.map((part, place) => part + (colour[place] - part) * colour[3]);
  const weak = [];
  for (const { text, colour, least, boxes } of texts) {
    // A border or an icon may touch the edge of a line: only its middle counts, except a tenth.
    const found = [];
    for (const [left, top, right, bottom] of boxes) {
      const [width, height] = [right - left, bottom - top];
      if (width < 2 || height < 4) continue;
      for (let column = 1; column < 12; column += 1) {
        for (const row of [.35, .5, .65]) {
          const [x, y] = [Math.round(left + width * column / 12), Math.round(top + height * row)];
          if (x < 0 || y < 0 || x >= image.width || y >= image.height) continue;
          found.push(contrast(mix(colour, pixel(x, y)), pixel(x, y)));
        }
      }
    }
    found.sort((one, two) => one - two);
    const worst = found[Math.floor(found.length / 10)];
    if (worst < least) weak.push(`${text}: ${worst.toFixed(1)}`);
  }
  return weak;
}
"""
)
EDGES = (
    f"async ([boxes, picture]) => {{{PIXELS}"
    """
  return boxes.map(([x, y, width, height]) => {
    const [left, middle] = [Math.round(x), Math.round(y + height / 2)];
    return Math.max(...[-1, 0, 1, 2].map((step) =>
      contrast(pixel(left - 3, middle), pixel(left + step, middle))));
  });
}
"""
)

Look = tuple[int, int, int, Literal["light", "dark"]]
LOOKS: list[Look] = [(390, 844, 1, "light"), (390, 844, 2, "dark")]
"""Width, height, text size and colours of the pictures; each screen takes a second for each."""
if THOROUGH:
    LOOKS += [(390, 844, 1, "dark"), (390, 844, 2, "light"), (844, 390, 2, "light")]


def find_weak_texts(page: Page) -> list[str]:
    """Return texts that are hard to read on what is behind them, at usual and double text size.

    The page does not stick afterwards.
    """
    found = []
    for width, height, text, colours in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=colours)
        page.evaluate(f"document.documentElement.style.fontSize = '{text}00%'")
        found += [f"{width}×{height} at {text}00 %: {weak}" for weak in _measure(page)]
    return found


def measure_edges(page: Page, boxes: list[Any]) -> list[float]:
    """Return the contrast between the edge of each key and its surroundings, as drawn."""
    found: list[float] = page.evaluate(EDGES, [boxes, _take_picture(page)])
    return found


def _measure(page: Page) -> list[str]:
    texts = page.evaluate(TEXTS)
    picture = _take_picture(page, full_page=True, scale="css")
    page.evaluate("document.adoptedStyleSheets.pop()")
    found: list[str] = page.evaluate(BEHIND, [texts, picture])
    return found


def _take_picture(page: Page, **how: Any) -> str:
    return base64.b64encode(page.screenshot(**how)).decode()

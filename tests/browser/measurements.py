"""Measurements of a page: width, targets, focus ring, contrast, and violations found by axe."""

import re
from dataclasses import dataclass
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.contrast import find_weak_texts

TARGETS = """
() => {
  const own = "a, button, input:not([type=hidden]), select, textarea, summary";
  const usable = (place) => !place.disabled && place.checkVisibility({ visibilityProperty: true })
    && !place.closest("[aria-hidden=true], .hidden")
    && getComputedStyle(place).pointerEvents !== "none";
  return [...document.querySelectorAll(own)].filter(usable).map((place) => {
    const label = ["radio", "checkbox"].includes(place.type) ? place.closest("label") : null;
    const { width, height } = (label || place).getBoundingClientRect();
    return {
      name: (place.ariaLabel || (label || place).textContent || place.name).trim(),
      key: /^(bid|seat|side)_|^(cards|holding)$/.test(place.name) || /[?&]trick=/.test(place.href),
      width: Math.round(width * 10) / 10,
      height: Math.round(height * 10) / 10,
    };
  });
}
"""
WIDER = """
() => {
  const screen = document.documentElement.clientWidth;
  if (document.scrollingElement.scrollWidth <= screen) return [];
  return [...document.body.querySelectorAll("*")]
    .filter((place) => place.checkVisibility() && place.getBoundingClientRect().right > screen + .5)
    .map((place) => `${place.tagName} ${place.className} ${place.textContent.slice(0, 20)}`);
}
"""
FOCUS = """
window.stops = [];
const stop = () => {
  const place = document.activeElement;
  if (!place || place === document.body) return null;
  const label = place.matches("[type=radio], [type=checkbox]") && place.closest("label");
  const drawn = [place, label, ...(label || place).querySelectorAll("*")].filter(Boolean);
  const style = (one) => getComputedStyle(one);
  const ring = drawn.some((one) => one.matches("rect") && style(one).stroke !== "none"
    || style(one).outlineStyle !== "none" && parseFloat(style(one).outlineWidth) >= 2);
  const over = (one) => {
    for (let up = one; up; up = up.parentElement) {
      if (["sticky", "fixed"].includes(style(up).position)) return !up.contains(place);
    }
    return false;
  };
  const box = (label || place).getBoundingClientRect();
  const middle = box.left + box.width / 2;
  const heights = [box.top + 2, box.top + box.height / 2, box.bottom - 2];
  const onScreen = (y) => y >= 0 && y <= innerHeight;
  const open = box.height > innerHeight / 2
    || heights.every((y) => onScreen(y) && !over(document.elementFromPoint(middle, y)));
  return { name: (place.ariaLabel || drawn[0].textContent || place.name).trim(), ring, open };
};
// By the next press the page has scrolled to the last stop.
addEventListener("keydown", () => window.stops.push(stop()), true);
// From the very top, wherever the focus was put.
document.body.tabIndex = -1;
document.body.focus();
document.body.removeAttribute("tabindex");
"""


@dataclass(frozen=True)
class Size:
    """A screen size, its text size, and the minimum size of keys on it."""

    width: int
    height: int
    text: int = 1
    key: tuple[int, int] = (40, 44)

    def __str__(self) -> str:
        return f"{self.width}×{self.height} at {self.text}00 %"


SIZES = (
    Size(390, 844),
    Size(430, 932),
    Size(360, 740),
    Size(320, 640, key=(36, 44)),
    Size(844, 390),
    Size(320, 640, text=2, key=(36, 44)),
)
TARGET = (44, 44)
"""Minimum width and height of a target."""
MAX_STOPS = 80
COLOURS = ["color-contrast", "link-in-text-block"]
"""The axe rules whose result can differ between dark and light."""
NAMELESS = re.compile(r"^\s*- ((?:group|row|table|region|form)\b(?! \").*)", re.MULTILINE)
AXE = """
async (options) => {
  const results = await axe.run({ ...options, resultTypes: ["violations"] });
  return results.violations.map((found) =>
    `${found.id} at ${found.nodes.map((node) => node.target).join(", ")}`);
}
"""


def find_faults(page: Page) -> list[str]:
    """Return what makes a page hard to read or to use, at some size or without sight."""
    return [
        *find_axe_violations(page),
        *find_nameless(page),
        *find_focus_errors(page),
        *find_misfits(page),
        *find_weak_texts(page),
    ]


def find_misfits(page: Page) -> list[str]:
    """Return elements that make the page scroll sideways or are too small to tap, by screen."""
    found = []
    for size in SIZES:
        page.set_viewport_size({"width": size.width, "height": size.height})
        page.evaluate(f"document.documentElement.style.fontSize = '{size.text}00%'")
        found += [f"{size}: wide {place}" for place in find_overflow(page)]
        found += [f"{size}: small {target}" for target in find_small_targets(page, size.key)]
    return found


def find_overflow(page: Page) -> list[str]:
    found: list[str] = page.evaluate(WIDER)
    return found


def find_small_targets(page: Page, key: tuple[int, int]) -> list[str]:
    return [
        f"{target['name']}: {target['width']} × {target['height']}"
        for target in page.evaluate(TARGETS)
        for min_width, min_height in [key if target["key"] else TARGET]
        if target["width"] < min_width or target["height"] < min_height
    ]


def find_focus_errors(page: Page) -> list[str]:
    """Tab through the page; return elements whose focus ring is missing or covered."""
    page.evaluate(f"() => {{{FOCUS}}}")
    stops: list[dict[str, Any]] = []
    while None not in stops[1:] and len(stops) < MAX_STOPS:
        for _ in range(8):
            page.keyboard.down("Tab")
        stops = page.evaluate("() => stops")
    page.keyboard.up("Tab")
    last = stops.index(None, 1) if None in stops[1:] else MAX_STOPS
    return [
        f"{stop['name']}: {'hidden' if stop['ring'] else 'no ring'}"
        for stop in stops[1:last]
        if not (stop["ring"] and stop["open"])
    ]


def find_axe_violations(page: Page) -> list[str]:
    page.evaluate(AXE_SCRIPT)
    page.emulate_media(color_scheme="light")
    light: list[str] = page.evaluate(AXE, {})
    page.emulate_media(color_scheme="dark")
    dark: list[str] = page.evaluate(AXE, {"runOnly": COLOURS})
    return light + dark


def find_nameless(page: Page) -> list[str]:
    return NAMELESS.findall(page.locator("body").aria_snapshot())

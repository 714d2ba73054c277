"""A television in a real browser: every name can be read from five metres, on pages that turn."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice, product
from typing import Any

import pytest
from playwright.sync_api import expect

from scorekeeper.book.db.database import Database
from scorekeeper.rules.seating.event import EventKind, TableResult
from tests.browser.phone import Phone
from tests.evening import Evening

FIRST = (
    *("Jo", "Kim", "Bituin", "Crisanto", "Olumide", "Wilhelmina", "Maximiliane", "Bartholomäus"),
    *("Anna-Lena", "Aaliyah", "Esperanza", "Thaddeus"),
)
LAST = (
    *("Valdez", "Ng-Tran", "Bautista", "Hoffmann", "Rosenberg", "Underwood", "Kowalski"),
    *("Zimmermann", "Dela Cruz", "Adebayo-Johnson", "Schwarzenberger-Villanueva"),
)
SCREENS = ((1280, 720), (1920, 1080))
RESULTS = ((312, 250), (-111, 341), (264, 98))
VIEWS = ("seating", "scores")
MEASURED = """
() => {
  const texts = [...document.querySelectorAll(".bar__text *, .tv *")].filter((place) =>
    place.checkVisibility() && !place.closest("svg, .hidden")
    && [...place.childNodes].some((one) => one.nodeType === 3 && one.textContent.trim()));
  const size = (place) => parseFloat(getComputedStyle(place).fontSize) / innerHeight;
  const names = texts.filter((place) => place.matches("bdi"));
  const isInside = (place) => {
    const frame = place.closest(".live__table, li, .ko__match") ?? document.querySelector(".tv");
    const [own, around] = [place, frame].map((one) => one.getBoundingClientRect());
    const hanging = parseFloat(getComputedStyle(place).paddingBottom);
    return own.top + hanging >= around.top - 1 && own.bottom - hanging <= around.bottom + 1;
  };
  return {
    smallest: Math.min(...texts.map(size)),
    name: Math.min(...names.map(size)),
    outside: texts.filter((place) => place.closest(".tv") && !isInside(place))
      .map((place) => place.textContent),
    names: names.map((place) => place.textContent),
    cut: texts.filter((place) => place.scrollWidth > place.clientWidth + 1 && place.clientWidth)
      .map((place) => place.textContent),
    below: document.documentElement.scrollHeight - innerHeight,
  };
}
"""
SHOWN = """
() => {
  const strip = document.querySelector(".tv > .turns");
  const [left, width] = [strip.parentElement.getBoundingClientRect().left, innerWidth];
  const isShown = (page) => {
    const box = page.getBoundingClientRect();
    return Math.abs(box.left - left) < 1 && box.right <= width;
  };
  const label = document.elementFromPoint(
    ...["x", "y"].map((side) => {
      const box = document.querySelector(".bar__turn").getBoundingClientRect();
      return side === "x" ? box.left + 20 : box.top + box.height / 2;
    }));
  return [[...strip.children].filter(isShown).map((page) => page.ariaLabel), label.textContent];
}
"""
"""The names of the pages that are shown, and the name in the bar."""
MOVED = """
(milliseconds) => {
  for (const one of document.getAnimations()) {
    one.pause();
    one.currentTime = milliseconds;
  }
}
"""
PAGES = [*(f"Tables {one}–{one + 5}" for one in range(1, 30, 6)), "Standings"]


def people(number: int) -> list[str]:
    """Names of 8 to 40 letters, each once."""
    names = (f"{first} {last}" for last, first in product(LAST, FIRST))
    return [*islice((name for name in names if 8 <= len(name) <= 40), number)]


def played(database: Database, names: Sequence[tuple[str, ...]], kind: EventKind) -> Evening:
    """An evening in its second round, two of three tables done."""
    evening = Evening.create(database, names, kind)
    evening.seat()
    evening.finish()
    evening.seat()
    seated = [table.number for table in evening.latest.tables]
    done = {
        (2, number): TableResult.of_points(*points)
        for number, points in zip(seated, cycle(RESULTS), strict=False)
        if number % 3
    }
    evening.type(done)
    return evening


@pytest.mark.parametrize("kind", [EventKind.SINGLES, EventKind.SWISS], ids=["singles", "pairs"])
@pytest.mark.parametrize("screen", SCREENS, ids=["720p", "1080p"])
def test_every_name_is_read_from_five_metres(
    phone: Phone, database: Database, screen: tuple[int, int], kind: EventKind
) -> None:
    phone.page.set_viewport_size({"width": screen[0], "height": screen[1]})
    whole, cut = [], []
    for tables in (4, 7, 12, 17, 30):
        names = people(4 * tables)
        pairs = zip(names[::2], names[1::2], strict=True)
        entries = [*pairs] if kind is EventKind.SWISS else [(name,) for name in names]
        seating = Evening.create(database, entries, kind)
        seating.seat()
        for evening in (seating, played(database, entries, kind)):
            phone.become(evening.secret)
            phone.open(f"{evening.path}/board")
            found = phone.page.evaluate(MEASURED)
            assert len({*found["names"]}) >= tables
            assert found["name"] >= 1 / 24
            assert found["smallest"] >= 1 / 30
            assert (found["outside"], found["below"]) == ([], 0)
            assert max(map(len, found["names"])) <= 17
            whole += [name for name in found["names"] if not name.endswith(".")]
            cut += found["cut"]
    assert len(cut) <= len(whole) / 200


@pytest.fixture
def hall(database: Database) -> Evening:
    """An evening at 30 tables."""
    return played(database, [(name,) for name in people(120)], EventKind.SINGLES)


def test_each_page_is_shown_within_a_minute_while_results_come_in(
    phones: Any, hall: Evening
) -> None:
    phone: Phone = phones(reduced_motion="reduce")
    phone.become(hall.secret)
    phone.page.set_viewport_size({"width": 1280, "height": 720})
    midnight = datetime(2026, 11, 27, tzinfo=UTC)
    phone.page.clock.set_fixed_time(midnight + timedelta(hours=20))
    phone.open(f"{hall.path}/board")
    points = phone.page.locator(".live__points")
    shown = []
    for second in range(3, 60, 4):
        phone.page.clock.set_fixed_time(midnight + timedelta(hours=20, seconds=second))
        hall.change_result(2, 1, 300 + second, 250)
        phone.lock_and_wake()
        expect(points.first).to_have_text(str(300 + second))
        shown.append(phone.page.evaluate(SHOWN))
    seen = list(dict.fromkeys(label for labels, _name in shown for label in labels))
    assert seen == PAGES
    assert [name for _labels, name in shown] == [label for (label,), _name in shown]


def test_pages_turn_without_scripts(phones: Any, hall: Evening) -> None:
    phone: Phone = phones(java_script_enabled=False)
    phone.become(hall.secret)
    phone.page.set_viewport_size({"width": 1280, "height": 720})
    phone.open(f"{hall.path}/board")
    refresh = phone.page.locator("meta[http-equiv=refresh]")
    assert refresh.get_attribute("content") == "60"
    assert list(_turn(phone)) == [([name], name) for name in PAGES]


def _turn(phone: Phone) -> Iterator[tuple[list[str], str]]:
    for page in range(6):
        for moment in (page * 10_000, page * 10_000 + 9_999):
            phone.page.evaluate(MOVED, moment)
        labels, name = phone.page.evaluate(SHOWN)
        yield labels, name

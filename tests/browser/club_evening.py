"""The organiser, the tables and the television of a club evening, acted through the pages."""

import re
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from playwright.sync_api import Locator, expect

from tests.browser.ledger import Hand, Ledger, Pair, Points, Round, Row, score_hand
from tests.browser.phone import Phone
from tests.evening import NAMES
from tests.table import Table

ROOM = NAMES[:16]
HANDS: tuple[Hand, ...] = (
    ((4, 3, 4, 2), (8, 5)),
    ((4, 3, 5, 2), (7, 6)),
    ((3, 4, 2, 4), (4, 9)),
    ((2, 5, 3, 2), (5, 8)),
)
"""Bids and tricks; no two hands make a tie, and bags are few."""
READ_ROWS = """rows => rows.map(row => [
  row.querySelector(".order__name bdi").textContent,
  row.querySelector(".order__wins").textContent,
  row.querySelector(".order__wins ~ td:not(.order__played)").textContent.trim(),
])"""
READ_PLANS = """plans => plans.map(plan => [
  Number(plan.querySelector(".plan__number").textContent),
  [...plan.querySelectorAll(".plan__pair")].map(
    pair => [...pair.querySelectorAll("bdi")].map(one => one.textContent)),
])"""


def scan(phone: Phone, code: Locator) -> str:
    """Return the path in a QR code, as another phone reads it from this screen."""
    code.scroll_into_view_if_needed()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "code.png"
        code.screenshot(path=path)
        command = ["zbarimg", "-q", "--raw", path]
        read = subprocess.run(command, check=True, capture_output=True, text=True)
    return urlsplit(read.stdout.strip()).path


@dataclass
class Desk:
    """The phone of an organiser, and what is written down on paper next to it."""

    phone: Phone
    path: str = ""
    ledger: Ledger = field(default_factory=Ledger)

    def create(self, hands: int, rounds: int = 5) -> None:
        """Set up an evening in singles."""
        self.phone.open("/matches/new")
        self.phone.tap_link("Club evening")
        page = self.phone.page
        page.locator("[name=name]").fill("Friday club")
        self._choose("length", "other")
        page.locator("[name=amount]").fill(str(hands))
        self._choose("rounds", str(rounds))
        self.phone.tap_button("Create club evening")
        self.path = urlsplit(page.url).path.removesuffix("/people")

    def _choose(self, name: str, value: str) -> None:
        self.phone.tap(self.phone.page.locator(f"label:has([name={name}][value='{value}'])"))

    def open(self, page: str = "") -> None:
        self.phone.open(self.path + page)

    def do(self, target: Locator, said: str) -> None:
        """Tap a key, and read what was done."""
        self.phone.tap(target)
        expect(self.phone.page.locator(".messages [role=status]")).to_contain_text(said)

    def button(self, name: str) -> Locator:
        return self.phone.page.get_by_role("button", name=name, exact=True)

    def undo(self, said: str) -> None:
        self.do(self.phone.page.locator("button[form=undo]"), said)

    def check_in(self, people: int) -> None:
        """Tap names that the scorebook knows, on the page of people."""
        for _ in range(people):
            key = self.phone.page.locator(".known button").first
            self.do(key, f"{key.inner_text()} added")

    def add(self, name: str) -> None:
        """Type a name on the page of people."""
        self.open("/people")
        self.phone.page.locator("#name").fill(name)
        self.do(self.button("Add"), f"{name} added")

    def leave(self, name: str) -> None:
        self.open("/people")
        self.do(self.button(f"{name}: Mark as left"), f"{name} left")

    def paste(self, names: Sequence[str]) -> None:
        self.phone.tap(self.phone.page.get_by_text("Paste a list of names"))
        self.phone.page.locator("[name=names]").fill("\n".join(names))
        self.do(self.button("Add all"), f"{len(names)} added")

    def find_door(self) -> str:
        """Print the door sign; return what a phone reads from it."""
        self.open("/print/door")
        return scan(self.phone, self.phone.page.locator(".print__qr"))

    def find_card(self, table: int) -> str:
        """Print the cards of tables; return what a phone reads from the last one."""
        self.open(f"/print/cards?tables={table}")
        return scan(self.phone, self.phone.page.locator(".tablecard .print__qr").last)

    def make_code(self) -> str:
        self.open("/links")
        self.phone.tap_button("Make a code for a television")
        return re.sub(r"\s", "", self.phone.page.locator(".code").inner_text())

    def preview(self) -> Round:
        """Tap the main key of the evening, and read who would sit where."""
        self.open()
        key = self.phone.page.get_by_role("link", name=re.compile("^Seat"))
        self.phone.tap_through(key)
        return self.read_plan()

    def read_plan(self) -> Round:
        page = self.phone.page
        expect(page.locator(".plans")).to_be_visible()
        plans = page.locator(".plan:not(.plan--bench)").evaluate_all(READ_PLANS)
        tables = {number: (_pair(first), _pair(second)) for number, (first, second) in plans}
        return Round(tables, tuple(page.locator(".plan--bench bdi").all_inner_texts()))

    def start_key(self, number: int) -> Locator:
        return self.phone.page.get_by_role("button", name=re.compile(f"Start round {number}"))

    def start(self, number: int) -> None:
        seated = self.read_plan()
        self.do(self.start_key(number), f"Round {number} started")
        self.ledger.seat(number, seated)

    def seat(self, number: int) -> None:
        """Seat a round with two taps."""
        self.preview()
        self.start(number)

    def seat_final(self, number: int) -> None:
        self.preview()
        self.do(self.start_key(number), "Final started")

    def swap(self, name: str, other: str) -> None:
        for one in (name, other):
            self.phone.tap(self.button(one))
            said = "swaps with" if one == name else "swapped"
            expect(self.phone.page.locator(".summary")).to_contain_text(said)
        expect(self.phone.page.locator(".chair--moved")).to_have_count(2)

    def type(self, results: dict[int, Points], number: int) -> None:
        """Type results at the desk, and note the slips."""
        self.type_results(results)
        self.ledger.note(number, dict(results))

    def type_results(self, results: dict[int, Points]) -> None:
        self.fill_in(results)
        told = "result" if len(results) == 1 else "results"
        self.do(self.button("Save results"), f"{len(results)} {told} saved")

    def fill_in(self, results: dict[int, Points]) -> None:
        page = self.phone.page
        self.open()
        self.phone.tap_link("Type results")
        for table, points in results.items():
            for side, one in enumerate(points):
                page.locator(f"[name=points_{table}_{side}]").fill(str(abs(one)))
                page.locator(f"[name=minus_{table}_{side}]").set_checked(one < 0)

    def finish(self, number: int, chance: Random, skip: Iterable[int] = ()) -> None:
        """Type a result for every table of a round that has no slip yet."""
        open_tables = [
            table
            for table in self.ledger.rounds[number].tables
            if (number, table) not in self.ledger.slips and table not in skip
        ]
        self.type({table: draw_points(chance) for table in open_tables}, number)

    def on(self, phone: Phone) -> "Desk":
        """Return the same desk with another phone of its organiser."""
        device = {one["name"]: one["value"] for one in self.phone.page.context.cookies()}
        phone.become(device["scorekeeper_device"])
        return Desk(phone, self.path, self.ledger)

    def save_file(self) -> Path:
        """Save the evening with its matches as a file."""
        self.open("/links")
        with self.phone.page.expect_download() as saved:
            self.phone.tap(self.phone.page.get_by_role("link", name="Save as a file"))
        file = Path(saved.value.path()).with_suffix(".jsonl")
        saved.value.save_as(file)
        return file

    @property
    def standings(self) -> list[Row]:
        return read_standings(self.phone, self.path)


def _pair(names: Sequence[str]) -> Pair:
    first, second = names
    return first, second


def draw_points(chance: Random) -> Points:
    first = chance.randint(-80, 400)
    return first, first + chance.choice((-1, 1)) * chance.randint(1, 200)


def read_standings(phone: Phone, path: str) -> list[Row]:
    phone.open(f"{path}/standings")
    rows = phone.page.locator(".order tbody tr:has(.order__name)").evaluate_all(READ_ROWS)
    return sorted((name, wins, difference) for name, wins, difference in rows)


def play_hands(match: Table, hands: int, chance: Random) -> Points:
    """Play hands of a match; return its points as counted on paper."""
    first, second = 0, 0
    for bids, tricks in chance.choices(HANDS, k=hands):
        match.play(bids, *tricks)
        brought = score_hand(bids, tricks)
        first, second = first + brought[0], second + brought[1]
    assert match.points == [first, second]
    return first, second

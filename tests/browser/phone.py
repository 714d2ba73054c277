"""A phone on the table: a browser that is tapped, and that counts its taps."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, Response, expect

PLAYERS = {"partnership": ("Ann", "Ben", "Cleo", "Dan"), "two-player": ("Ann", "Ben")}


class Watch:
    """Listens to the consoles of all phones of a test."""

    def __init__(self) -> None:
        self._heard: list[str] = []
        self._expected: list[str] = []

    def hear(self, words: str) -> None:
        """Note what a console said."""
        self._heard.append(words)

    def expect(self, part: str) -> None:
        """Allow messages in which these words occur."""
        self._expected.append(part)

    def unexpected(self) -> list[str]:
        """Return all messages that were not expected."""
        return [words for words in self._heard if not any(part in words for part in self._expected)]


class Phone:
    """One browser on one match; bids and tricks are tapped as people at the table say them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    @property
    def saves_itself(self) -> bool:
        """Whether the last chip saves: only where scripts run."""
        return self.page.locator("html").evaluate(
            "html => matchMedia('(scripting: enabled)').matches"
        )

    @property
    def standings(self) -> list[tuple[int, int]]:
        """Points and bags of each side, as the scoreboard has them."""
        sides = self.page.locator("[data-points]")
        return [
            (int(side.get_attribute("data-points")), int(side.get_attribute("data-bags")))
            for side in sides.all()
        ]

    @property
    def turn(self) -> str:
        """What the bar says of who deals, bids and leads."""
        return self.page.get_by_role("banner").locator("p").inner_text()

    def become(self, secret: str, server: str) -> None:
        """Take the identity of a device."""
        self.page.context.add_cookies([{"name": "device", "value": secret, "url": server}])

    def open(self, path: str = "/") -> Response:
        """Open a page."""
        answer = self.page.goto(path)
        assert answer is not None
        return answer

    def tap(self, target: Locator) -> None:
        """Touch something once."""
        target.tap()
        self.taps += 1

    def tap_through(self, target: Locator) -> None:
        """Touch something that leads to a page."""
        with self.page.expect_navigation():
            self.tap(target)

    def tap_button(self, name: str) -> None:
        """Touch the button of this name, which leads to a page."""
        self.tap_through(self.page.get_by_role("button", name=name, exact=True))

    def tap_link(self, name: str) -> None:
        """Touch the link of this name, which leads to a page."""
        self.tap_through(self.page.get_by_role("link", name=name, exact=True))

    def chip(self, field: str, value: str | int) -> Locator:
        """Return the chip of a number of bids or tricks."""
        return self.page.locator(f'input[name="{field}"][value="{value}"]')

    @property
    def save(self) -> Locator:
        """The button that saves the step."""
        return self.page.locator("main form:has(input[type=radio]) button:not([form])").last

    def fill_in_names(self, *names: str) -> None:
        """Type the names of the players, seat by seat."""
        for seat, name in enumerate(names):
            self.page.locator(f"[name=player_{seat}]").fill(name)

    def start(self, game: str = "partnership", *, first: int, opening: Any = ()) -> str:
        """Start a match of Ann, Ben and the others, and return its address.

        The seat `first` deals or draws first; `opening` is points and bags of each side.
        """
        self.open(f"/matches/new?game={game}")
        self.fill_in_names(*PLAYERS[game])
        self.page.locator("[name=first]").select_option(str(first))
        for side, (points, bags) in enumerate(opening):
            self.page.locator("details:has([name^=opening])").evaluate("more => more.open = true")
            self.page.locator(f"[name=opening_points_{side}]").fill(str(points))
            self.page.locator(f"[name=opening_bags_{side}]").fill(str(bags))
        self.tap_button("Start the match")
        self.expect_step("bids")
        self.taps = 0
        return self.page.url

    def bid(self, *bids: int | str) -> None:
        """Tap the bids, given by seat, in the order in which the page asks for them."""
        order = self.page.locator("fieldset:has(input[name^=bid_])").evaluate_all(
            "asked => asked.map(seat => Number(seat.querySelector('input').name.slice(4)))"
        )
        self._choose([(f"bid_{seat}", bids[seat]) for seat in order])
        self.expect_step("tricks")

    def take(self, **tricks: int) -> None:
        """Tap tricks, by the name of their field, such as side_0=8 or seat_2=1."""
        self._choose(list(tricks.items()))

    def play(self, *bids: int | str, **tricks: int) -> int:
        """Tap a whole hand and return how many taps it took."""
        before = self.taps
        self.bid(*bids)
        self.take(**tricks)
        return self.taps - before

    def expect_step(self, step: str) -> None:
        """Wait until the page asks for bids or for tricks."""
        expect(self.page.locator(f"form[action$='/{step}']")).to_be_visible()

    def expect_over(self, winner: str, why: str) -> None:
        """Wait until the page names the winner and the reason."""
        expect(self.page.get_by_text(winner, exact=True)).to_be_visible()
        expect(self.page.get_by_text(why, exact=True)).to_be_visible()

    def _choose(self, chosen: Sequence[tuple[str, int | str]]) -> None:
        *earlier, last = chosen
        for field, value in earlier:
            self._choose_one(field, value)
        if self.saves_itself:
            with self.page.expect_navigation():
                self._choose_one(*last)
        else:
            self._choose_one(*last)
            self.tap_through(self.save)

    def _choose_one(self, field: str, value: int | str) -> None:
        if value == "blind nil":
            self.tap(self.page.locator("label:has([type=checkbox]:not([name]))"))
        self.tap(self.chip(field, value))

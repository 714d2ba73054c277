from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from scorekeeper.book.db.ids import new_public_id
from scorekeeper.rules import GAMES
from tests.browser.contrast import measure_edges
from tests.browser.match_views import (
    LONG_NAMES,
    SHIFTS,
    Box,
    find_faults,
    find_moved,
    find_shifts,
    find_unreachable,
    measure_view,
    ordinary_names,
    views,
)
from tests.browser.phone import Phone, Watch
from tests.effort import THOROUGH

UPRIGHT = ((390, 844), (390, 664), (360, 640), (768, 1024))
SIDEWAYS = ((844, 390), (667, 375), (1280, 800))
SMALLEST = (320, 568)
ALL_SIZES = (*UPRIGHT, *SIDEWAYS, SMALLEST)
TIGHT = {"de": ((360, 640), (667, 375), SMALLEST), "fil": ((360, 640), (844, 390), SMALLEST)}
HEART = ("partnership", "two-player")
TIGHT_VIEWS = ("bids after a hand", "board", "tricks", "tricks by player", "tally")
MIN_EDGE_CONTRAST = 3.0
BELOW_PARTS = """() => [...document.querySelectorAll(".half__bags > *, .half__slips > *")].filter(
  (what) => what.getBoundingClientRect().bottom
    > what.closest(".half").getBoundingClientRect().bottom + 1
).map(({ textContent }) => textContent)"""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def key_at(size: tuple[int, int]) -> tuple[int, int]:
    """Return how wide and how high a key has to be; only seventeen of them may be narrow."""
    return (40, 56) if size[0] >= 360 else (36, 48)


@pytest.fixture(params=[game for game in GAMES if THOROUGH or game != "three-handed"])
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def start_views(phone: Phone, game: str, players: tuple[str, ...]) -> dict[str, str]:
    """Return the address of each view, where the players have these names."""
    phone.become(new_public_id())
    addresses = {}
    for view, (match, question, undone) in views(game, players).items():
        public_id = phone.scorebook.start(phone.secret, match)
        if undone:
            phone.scorebook.undo(phone.secret, public_id)
        addresses[view] = f"/matches/{public_id}{question}"
    return addresses


def list_sizes(game: str) -> tuple[tuple[int, int], ...]:
    """Return the screens on which a game is measured: all for the two at the heart."""
    return ALL_SIZES if THOROUGH or game in HEART else TIGHT["de"]


def find_errors_at(
    phone: Phone, size: tuple[int, int], places: dict[tuple[object, ...], list[Box]]
) -> Any:
    """Yield what is wrong on a view on a screen of this size."""
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    seen = measure_view(phone.page)
    yield from find_faults(seen, key_at(size))
    # The sheet is next to the table on a wide screen, from the first score on.
    is_beside = size[0] > 1000 and phone.page.locator(".below").count() > 0
    yield from find_moved(seen, places.setdefault((size, is_beside), []))
    if size != SMALLEST:
        yield from find_unreachable(seen)
    if size in UPRIGHT:
        yield from (f"points {one['size']} px" for one in seen["points"] if one["size"] < 72)


def test_every_key_is_reachable_and_stays_in_place(new_phone: Phone, game: str) -> None:
    new_phone.page.add_init_script(SHIFTS)
    found: list[str] = []
    places: dict[tuple[object, ...], list[Box]] = {}
    for view, address in start_views(new_phone, game, ordinary_names(game)).items():
        new_phone.open(address)
        found += [f"{view}: moved {what}" for what in find_shifts(new_phone.page)]
        for size in list_sizes(game):
            found += [
                f"{view}: {what} at {size}" for what in find_errors_at(new_phone, size, places)
            ]
    assert found == []


@pytest.mark.parametrize("locale", TIGHT)
def test_long_names_and_words_fit(phones: Any, game: str, locale: str) -> None:
    phone: Phone = phones(locale=locale)
    found: list[str] = []
    places: dict[tuple[object, ...], list[Box]] = {}
    addresses = start_views(phone, game, LONG_NAMES)
    for view in TIGHT_VIEWS:
        phone.open(addresses[view])
        for size in TIGHT[locale]:
            found += [f"{view}: {what} at {size}" for what in find_errors_at(phone, size, places)]
    assert found == []


@pytest.mark.parametrize(
    ("game", "bids"),
    [("six-handed", (2, 3, "nil", 2, 3, "blind nil")), ("partnership", ("nil", 3, 3, "blind nil"))],
)
@pytest.mark.parametrize("bags", [0, 9])
def test_bags_stay_inside_their_part_of_a_low_board(
    phone: Phone, game: str, bids: tuple[int | str, ...], bags: int
) -> None:
    phone.start(game, opening=[(100, bags)] * len(GAMES[game].sides), bids=bids)
    for width, height in ((844, 390), (740, 360), (667, 375)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.evaluate(BELOW_PARTS) == [], (width, height)


@pytest.mark.parametrize(
    ("game", "bids"),
    [("two-player", ("blind nil", 8)), ("partnership", (4, 3, "nil", "blind nil"))],
)
def test_a_name_of_forty_wide_letters_is_cut(
    phone: Phone, game: str, bids: tuple[int | str, ...]
) -> None:
    names = tuple(39 * "W" + letter for letter in "ABCD")[: GAMES[game].seats]
    phone.start(game, players=names, bids=bids, blind_deficit=0, first=0)
    for width, height in ((390, 844), (360, 640), (320, 568)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.evaluate(BELOW_PARTS) == [], (width, height)
        assert list(find_faults(measure_view(phone.page), key_at((width, height)))) == []
        bar = phone.page.locator(".bar__text > *").evaluate_all(
            "all => all.map(e => e.clientHeight)"
        )
        assert max(bar) <= 24, (width, height)
    title = phone.page.get_by_role("heading", level=1)
    expect(title).to_have_accessible_name(f"{names[1]} leads")
    expect(title).to_have_text(f"{names[1]} leads")


def test_text_twice_as_large_fits_the_width(phone: Phone) -> None:
    found: list[str] = []
    for view, address in start_views(phone, "partnership", ordinary_names("partnership")).items():
        phone.open(address)
        phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
        for width, height in ((390, 844), SMALLEST):
            phone.page.set_viewport_size({"width": width, "height": height})
            wrong = find_faults(measure_view(phone.page), (36, 48))
            found += [f"{view}: {what} at {width}" for what in wrong]
    assert found == []


def test_with_text_twice_as_large_parts_of_the_scoreboard_and_keys_hold_their_words(
    phone: Phone,
) -> None:
    match = phone.start(players=LONG_NAMES[:4], first=3, bids_by="side")
    large = "document.documentElement.style.fontSize = '200%'"
    phone.page.evaluate(large)
    nils = phone.page.locator("#bid_0 .key--nil.key--plain")
    assert nils.evaluate_all("all => all.every(one => one.scrollHeight <= one.clientHeight)")
    phone.open(f"{match}/board")
    phone.page.evaluate(large)
    halves = phone.page.locator(".half").evaluate_all("all => all.map(one => one.offsetWidth)")
    assert min(halves) > 300


def test_the_edge_of_every_key_has_enough_contrast(phone: Phone) -> None:
    found: list[str] = []
    for view, address in start_views(phone, "partnership", ordinary_names("partnership")).items():
        phone.open(address)
        keys = [key for key in measure_view(phone.page)["keys"] if key["free"]]
        for scheme in SCHEMES:
            phone.page.emulate_media(color_scheme=scheme)
            edges = measure_edges(phone.page, [key["box"] for key in keys])
            found += [
                f"{view}: “{key['name']}” {edge:.1f} in {scheme}"
                for key, edge in zip(keys, edges, strict=True)
                if edge < MIN_EDGE_CONTRAST
            ]
    assert found == []


def test_messages_move_no_key(plain_phone: Phone, watch: Watch) -> None:
    watch.expect("status of 422")
    plain_phone.page.set_viewport_size({"width": 360, "height": 640})
    places: list[Box] = []
    found: list[str] = []

    def look(view: str) -> None:
        seen = measure_view(plain_phone.page)
        wrong = [*find_faults(seen, (40, 56)), *find_unreachable(seen), *find_moved(seen, places)]
        found.extend(f"{view}: {what}" for what in wrong)

    plain_phone.start(opening=[(430, 3), (440, 2)])
    look("bids")
    plain_phone.tap_through(plain_phone.save)
    look("bids refused")
    plain_phone.play(4, 3, 3, 3, side_0=7)
    look("a tie")
    plain_phone.tap_in_menu("Misdeal: start this hand over")
    look("misdeal")
    plain_phone.bid(4, 3, 3, 2)
    plain_phone.count()
    plain_phone.tap(plain_phone.key("side_0", 8))
    plain_phone.fix(side_1=7)
    plain_phone.tap_through(plain_phone.save)
    look("tricks refused")
    assert found == []

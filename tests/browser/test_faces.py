"""Every face of every game on every size of screen: nothing is out of reach, and no key moves."""

from typing import Any

import pytest

from scorekeeper.book.columns import new_public_id
from tests.browser.faces import (
    LONG_NAMES,
    Box,
    SHIFTS,
    all_games,
    faces,
    faults,
    measured,
    moved,
    ordinary_names,
    out_of_reach,
    shifts,
)
from tests.browser.phone import Phone

UPRIGHT = ((390, 844), (390, 664), (360, 640), (768, 1024))
SIDEWAYS = ((844, 390), (667, 375), (1280, 800))
SMALLEST = (320, 568)


def key_at(size: tuple[int, int]) -> int:
    """Return how high a key has to be."""
    return 56 if size[0] >= 360 else 48


@pytest.fixture(params=list(all_games()))
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def sat_down(phone: Phone, game: str, players: tuple[str, ...]) -> dict[str, str]:
    """Return the address of each face, where the players have these names."""
    phone.become(new_public_id())
    addresses = {}
    for face, (match, question, undone) in faces(game, players).items():
        public_id = phone.scorebook.start(phone.secret, match)
        if undone:
            phone.scorebook.undo(phone.secret, public_id)
        addresses[face] = f"/matches/{public_id}{question}"
    return addresses


@pytest.mark.parametrize("locale", ["en", "de", "fil"])
def test_every_key_is_in_reach_and_stays_where_it_is(phones: Any, game: str, locale: str) -> None:
    phone: Phone = phones(locale=locale)
    phone.page.add_init_script(SHIFTS)
    names = LONG_NAMES if locale == "de" else ordinary_names(game)
    found: list[str] = []
    places: dict[tuple[int, int], list[Box]] = {}
    for face, address in sat_down(phone, game, names).items():
        phone.open(address)
        found += [f"{face}: moved {what}" for what in shifts(phone.page)]
        for size in (*UPRIGHT, *SIDEWAYS, SMALLEST):
            phone.page.set_viewport_size({"width": size[0], "height": size[1]})
            seen = measured(phone.page)
            wrong = [*faults(seen, key_at(size)), *moved(seen, places.setdefault(size, []))]
            if size != SMALLEST:
                wrong += out_of_reach(seen)
            if size in UPRIGHT:
                wrong += [f"points {one['size']} px" for one in seen["points"] if one["size"] < 72]
            found += [f"{face}: {what} at {size}" for what in wrong]
    assert found == []

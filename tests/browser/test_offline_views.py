"""Views drawn by a phone without its server: the same as the pages of the server."""

from random import Random
from typing import Any

import pytest

from scorekeeper.book.db.ids import new_public_id
from scorekeeper.rules import GAMES, HouseRules
from tests.browser.phone import Phone
from tests.browser.view_comparison import NAMES, SHORT_NAMES, compare, make_state
from tests.effort import THOROUGH
from tests.rules.score_cases import make_house

SIZES = ((390, 664), (320, 568), (844, 390))
STATES = 10


def list_boxes(seen: Any) -> list[Any]:
    return [key["box"] for key in seen["keys"]]


@pytest.mark.parametrize("seed", range(20 if THOROUGH else 4))
def test_views_drawn_by_the_phone_equal_the_pages_of_the_server(phone: Phone, seed: int) -> None:
    random = Random(seed)
    phone.become(new_public_id())
    phone.open("/settings")
    for number in range(STATES):
        usual = HouseRules.of(random.choice([*GAMES]), bids_by=random.choice(["seat", "side"]))
        house = make_house(random) if number % 2 else usual
        names = SHORT_NAMES if number % 4 == 0 else NAMES
        match, view = make_state(random, house, names)
        difference = compare(phone, match, view, named=names is NAMES)
        assert difference is None, (number, house, match.hands[-1:], view)


@pytest.mark.parametrize("game", GAMES if THOROUGH else ["partnership", "two-player", "six-handed"])
def test_the_keys_of_drawn_views_are_where_the_server_has_them(phone: Phone, game: str) -> None:
    random, missing = Random(1), {"bids", "board", "tricks"}
    phone.become(new_public_id())
    while missing:
        match, view = make_state(random, HouseRules.of(game), SHORT_NAMES)
        if view not in missing or match.odd_bids or not match.hands:
            continue
        missing.remove(view)
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            server, drawn = compare(phone, match, view, shown=True)
            assert list_boxes(drawn) == [pytest.approx(box, abs=1) for box in list_boxes(server)]

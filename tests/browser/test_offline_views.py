"""Views drawn by a phone without its server: the same as the pages of the server."""

from random import Random

import pytest

from scorekeeper.book.db.ids import new_public_id
from scorekeeper.rules import GAMES, HouseRules
from tests.browser.phone import Phone
from tests.browser.view_comparison import COMPARE, QUERIES, SCRIPT, describe_state, make_state
from tests.effort import tries
from tests.rules.score_cases import make_house


@pytest.mark.parametrize("seed", range(tries(12)))
def test_a_view_drawn_by_the_phone_equals_the_page_of_the_server(phone: Phone, seed: int) -> None:
    random = Random(seed)
    phone.become(new_public_id())
    phone.open("/settings")
    for number in range(16):
        game = random.choice([*GAMES])
        house = make_house(random) if number % 2 else HouseRules.of(game)
        match, view = make_state(random, house)
        public_id = phone.scorebook.start(phone.secret, match)
        path = f"/matches/{public_id}"
        about = [f"{path}/skeletons", None, *describe_state(match, public_id), view]
        difference = phone.page.evaluate(
            COMPARE, [f"/static/{SCRIPT}/offline.js", path + QUERIES[view], *about]
        )
        assert difference is None, (number, house.differences(), match.hands[-2:], view)

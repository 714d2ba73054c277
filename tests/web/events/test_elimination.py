"""An elimination: from the form of a new evening to its winner, and what its draw refuses."""

import json

import pytest

from tests.evening import NAMES
from tests.reading import Page
from tests.table import SAVED
from tests.web.events.evening import Organiser, main_key, told

CONFLICT, INVALID = 409, 422
TWELVE = [f"{name} & {name} B" for name in NAMES[:12]]


@pytest.fixture
def pairs(organiser: Organiser) -> Organiser:
    """Twelve pairs before the draw."""
    organiser.create(kind="elimination", rounds="other", rounds_other="0")
    organiser.add_all(*TWELVE)
    return organiser


def draw(pairs: Organiser, lives: int = 1) -> Page:
    return pairs.browser.send(pairs.form("/playoff", "/playoff"), lives=str(lives))


def list_places(page: Page) -> list[int]:
    rows = [row for row in page.root.all("tr") if row.all(class_="order__name")][1:]
    return [int(next(iter(row.all("td"))).text) for row in rows]


@pytest.mark.parametrize(
    ("lives", "places"),
    [(1, [1, 2, 3, 3, 5, 5, 5, 5, 9, 9, 9, 9]), (2, [1, 2, 3])],
    ids=["one loss", "two losses"],
)
def test_twelve_pairs_play_from_the_form_to_the_winner(
    pairs: Organiser, lives: int, places: list[int]
) -> None:
    assert main_key(pairs) == "Draw 12 pairs"
    assert pairs.open("/seating").location == f"{pairs.path}/playoff"
    page = pairs.open("/playoff").text
    assert ("12 pairs. The lot decides who meets." in page, page.count("bye")) == (True, 1)
    assert "The winners go on. 4 byes in round 1." in page
    assert draw(pairs, lives).location == pairs.path
    assert "The pairs are drawn" in pairs.open().status_line
    tables = 0
    while main_key(pairs) != "End the evening":
        if "Seat" in main_key(pairs):
            pairs.seat()
        playing = len(told(pairs))
        pairs.finish(playing)
        tables += playing
    assert tables in {1: [11], 2: [22, 23]}[lives]
    standings = pairs.open("/standings")
    assert "Playoff" not in pairs.open().text + standings.text + pairs.open("/bracket").text
    assert pairs.browser.send(pairs.form("", "/end")).status == SAVED
    standings = pairs.open("/standings")
    assert list_places(standings)[: len(places)] == places
    assert ("won the final" in standings.text, "Strength" in standings.text) == (True, False)
    lines = pairs.open("/standings.csv").html.splitlines()
    assert ([line.split(",")[2] for line in lines[1:3]], len(lines)) == (["won", "final"], 13)
    written = json.loads(pairs.open("/file").html.splitlines()[-1])
    assert (written["kind"], written["way"]) == ("swiss", "elimination")


def test_a_form_of_the_draw_counts_once_and_another_not_at_all(pairs: Organiser) -> None:
    first, other = (pairs.form("/playoff", "/playoff") for _ in range(2))
    pairs.add("Zed", partner="Yve")
    answer = pairs.browser.send(first)
    assert (answer.status, "changed in the meantime" in answer.text) == (CONFLICT, True)
    first = pairs.form("/playoff", "/playoff")
    for _ in range(2):
        assert pairs.browser.send(first).location == pairs.path
    assert pairs.browser.send(first, lives="2").status == CONFLICT
    assert pairs.browser.send(other).status == CONFLICT
    assert len(told(pairs)) == 5
    assert pairs.tap("/bracket", "/rounds/1/removal").status == SAVED
    assert pairs.browser.send(first).status == CONFLICT
    assert main_key(pairs) == "Draw 13 pairs"


def test_after_the_draw_names_are_corrected_and_pairs_leave_but_nobody_joins(
    pairs: Organiser,
) -> None:
    late = pairs.form("/people", "/people")
    pairs.change(11, "leave")
    pairs.change(12, "remove")
    draw(pairs)
    for answer in (pairs.browser.send(late, name="Zed", partner="Yve"), pairs.change(11, "return")):
        assert answer.status == INVALID
        assert "After the draw, no pair can join." in answer.text
    assert not pairs.open("/people").forms_to("/people")[0].fields.get("name")
    assert pairs.change(1, "partner", name="Zoe", partner="Ann B").status == SAVED
    assert pairs.change(2, "leave").status == SAVED
    assert "Zoe & Ann B" in pairs.open("/bracket").text
    assert pairs.change(11, "remove").status == SAVED


def test_the_next_round_names_the_pairs_that_left(pairs: Organiser) -> None:
    draw(pairs)
    for number in range(2, 13):
        pairs.change(number, "leave")
    sides = [(table, side) for table in (1, 2, 3, 4) for side in (0, 1)]
    pairs.save(**{f"points_{table}_{side}": str(300 - side) for table, side in sides})
    page = pairs.open("/seating")
    assert page.text.count("left. After the start, give the other side a walkover.") == 4
    assert f"{TWELVE[0]} left" not in page.text


def test_only_before_its_draw_an_evening_becomes_an_elimination_or_ceases_to_be_one(
    pairs: Organiser,
) -> None:
    def change(kind: str) -> int:
        return pairs.browser.send(pairs.form("/setup", "/setup"), kind=kind).status

    assert [change(kind) for kind in ("swiss", "elimination")] == [SAVED, SAVED]
    old = pairs.form("/setup", "/setup")
    draw(pairs)
    assert pairs.browser.send(old, kind="swiss").status == CONFLICT
    kinds = pairs.open("/setup").root.all("input", name="kind")
    assert [kind.attributes["value"] for kind in kinds] == ["elimination"]
    assert change("elimination") == SAVED


def test_three_pairs_are_too_few(organiser: Organiser) -> None:
    organiser.create(kind="elimination")
    organiser.add_all(*TWELVE[:3])
    page = organiser.open("/playoff")
    assert ("1 more pair needed to start" in page.text, page.forms_to("/playoff")) == (True, [])


def test_the_key_for_results_leads_to_the_last_round_with_an_open_table(
    organiser: Organiser,
) -> None:
    def open_results() -> str:
        keys = organiser.open().root.all("a")
        return next(key.attributes["href"] for key in keys if key.text == "Type results")

    organiser.create(kind="elimination")
    organiser.add_all(*TWELVE[:5])
    draw(organiser, lives=2)
    organiser.save(points_2_0="300", points_2_1="250")
    organiser.seat()
    assert open_results() == f"{organiser.path}/results"
    organiser.save(points_2_0="300", points_2_1="250")
    assert open_results() == f"{organiser.path}/results?round=1"

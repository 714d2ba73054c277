import re
from xml.etree import ElementTree

import pytest

from scorekeeper.web.charts import shorten, shorten_all, text_width, wrap_lines
from tests.reading import Page
from tests.table import Table

SVG = "{http://www.w3.org/2000/svg}"
GAMES = ["two-player", "partnership", "three-handed", "solo", "six-handed"]
EVIL = "</text><script>alert(1)</script>"


def picture(table: Table, question: str = "") -> Page:
    return table.browser.open(f"{table.path}/result.svg{question}")


def drawn(page: Page) -> ElementTree.Element:
    assert page.status == 200
    return ElementTree.fromstring(page.html)


def texts(page: Page) -> list[str]:
    return ["".join(text.itertext()) for text in drawn(page).iter(f"{SVG}text")]


def won(table: Table, **names: str) -> None:
    table.start("partnership", opening_points_0="450", opening_points_1="300", **names)
    table.play((4, 3, 3, 2), 8, 5)


def test_result_image_shows_the_result_in_the_language_of_the_viewer_without_styles_or_scripts(
    table: Table,
) -> None:
    won(table)
    said = texts(picture(table))
    assert said[:6] == [
        "Ann & Cleo win",
        *("Ann & Cleo", "521", "Ben & Dan", "350"),
        "Reached the winning score of 500.",
    ]
    assert re.search(r"\d\d:\d\d$", said[-2])
    assert said[-1] == "Partners · to 500 · lose at −200 · 10 bags −100"
    assert len(list(drawn(picture(table)).iter(f"{SVG}polyline"))) == 2
    table.browser.client.set_cookie("language", "de")
    assert texts(picture(table))[0] == "Ann & Cleo gewinnen"
    page = picture(table)
    tags = {element.tag.removeprefix(SVG) for element in drawn(page).iter()}
    assert tags == {"svg", "title", "rect", "g", "text", "path", "circle", "line", "polyline"}
    attributes = {name for element in drawn(page).iter() for name in element.attrib}
    assert not attributes & {"style", "class", "href"}
    assert not [name for name in attributes if name.startswith("on")]
    assert "url(" not in page.html


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_line_for_each_side(table: Table, game: str) -> None:
    table.start(game)
    sides = {"two-player": 2, "partnership": 2, "three-handed": 3, "solo": 4, "six-handed": 3}
    points = [text for text in texts(picture(table)) if text == "0"]
    assert len(points) == sides[game]


def test_names_in_the_result_image_are_escaped(table: Table) -> None:
    table.start("two-player", player_0=EVIL, player_1='"&<')
    page = picture(table)
    assert "<script" not in page.html
    assert any(text.startswith("</text><script>") for text in texts(page))
    assert '"&<' in texts(page)


def test_names_get_smaller_before_they_are_cut_and_long_ones_fit(table: Table) -> None:
    won(table, player_0="Maximiliane-Alexandra", player_2="Rose")
    title, first, *_ = texts(picture(table))
    assert title == f"{first} win" == "Maximiliane-Alexandra & Rose win"
    table.start(
        "partnership", player_0="W" * 40, player_1="Ben", player_2="👩‍👩‍👧‍👦" * 5, player_3="ﷺ" * 40
    )
    title, first, *_ = texts(picture(table))
    assert title == "Hand 1"
    assert re.fullmatch("W{2,20}… & (👩‍👩‍👧‍👦)+…?", first)


def test_the_result_so_far_is_an_image_that_runs_nothing_and_a_text(table: Table) -> None:
    page = picture(table)
    assert page.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    policy = page.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    assert policy.endswith("; sandbox allow-same-origin")
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert page.headers["Cache-Control"] == "no-store"
    assert texts(picture(table))[0] == "Hand 1"
    table.play((4, 3, 3, 2), 8, 5)
    assert texts(picture(table))[:3] == ["Hand 2", "Ann & Cleo", "71"]
    text = table.browser.open(f"{table.path}/result").root.all("textarea")[0].text
    assert text == "Hand 2 Ann & Cleo 71 · Ben & Dan 50"


def test_a_finished_match_is_shared_by_its_page_and_links_to_bg_stats(table: Table) -> None:
    assert "BG Stats" not in table.show().text
    won(table)
    (link,) = table.show().root.all("a", rel="external noreferrer")
    assert link.attributes["href"].startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    (link,) = table.show().root.having("data-picture")
    assert link.attributes["data-drawing"] == f"{table.path}/result.svg"
    assert link.attributes["data-text"].splitlines()[:2] == [
        "Ann & Cleo win",
        "Ann & Cleo 521 · Ben & Dan 350",
    ]
    assert re.fullmatch(r"spades-\d{4}-\d\d-\d\d\.png", link.attributes["data-picture"])
    page = table.browser.open(link.attributes["href"])
    assert page.root.all("img")[0].attributes["src"] == f"{table.path}/result.svg"
    assert page.root.all("textarea")[0].text == link.attributes["data-text"].replace("\n", " ")


@pytest.mark.parametrize(
    ("text", "room", "kept"),
    [
        ("Ann", 60, "Ann"),
        ("Maximiliane", 60, "Maximili…"),
        ("Ann Marie", 35, "Ann…"),
        ("e\u0301e\u0301e\u0301e\u0301", 22, "e\u0301…"),
        ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 25, "👩‍👩‍👧‍👦…"),
        ("Ann", 0, "…"),
    ],
)
def test_a_text_is_cut_between_characters(text: str, room: float, kept: str) -> None:
    assert shorten(text, 10, room) == kept
    assert text_width(kept, 10) <= max(room, 10.0)


def test_a_short_name_leaves_room_for_the_other() -> None:
    assert shorten_all(["Ben", "Maximiliane"], 10, 80) == ["Ben", "Maximil…"]
    assert shorten_all(["Ann", "Ben"], 10, 80) == ["Ann", "Ben"]


def test_a_sentence_is_wrapped_and_cut_at_the_end() -> None:
    assert wrap_lines("Ann led after every hand.", 10, 100, 2) == ["Ann led after", "every hand."]
    assert wrap_lines("Ann led after every hand.", 10, 60, 2) == ["Ann led", "after eve…"]
    assert wrap_lines("", 10, 60, 2) == [""]

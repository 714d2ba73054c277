"""Skeletons: what a phone draws its views from while the server does not answer."""

import gzip
import json
import re

import pytest
from flask import Flask

from scorekeeper.rules import GAMES
from tests.table import Table
from tests.web.browser import Browser

MAX_BYTES, MAX_BYTES_OF_SIX = 11_500, 14_500
MAX_BYTES_ON_THE_PAGE = 300


def find_address(table: Table) -> str:
    found = re.search(r' data-skeletons="([^"]+)"', table.show().html)
    assert found
    return found[1]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", list(GAMES))
def test_skeletons_are_small_and_have_no_keys(table: Table, game: str, language: str) -> None:
    table.start(game)
    headers = {"Accept-Language": language, "Accept-Encoding": "gzip"}
    page = table.browser.open(find_address(table), headers=headers)
    assert page.headers["Content-Type"] == "application/json"
    assert len(page.body) <= (MAX_BYTES_OF_SIX if game == "six-handed" else MAX_BYTES)
    skeletons = json.loads(page.html)
    views = skeletons["views"]
    assert list(views) == ["bids", "tricks", "board", "end", "over"]
    for html in views.values():
        assert html.startswith("<title>")
        assert 'name="csrf_token"' not in html
        assert 'name="key"' not in html
        assert skeletons["id"] in html


def test_the_page_of_a_match_says_little_more(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    page = table.show("?by=side").html
    added = re.findall(r' data-(?:base|skeletons)="[^"]+"', page)
    assert len(added) == 2
    without = page.replace("".join(added), "").encode()
    assert len(gzip.compress(page.encode())) - len(gzip.compress(without)) <= MAX_BYTES_ON_THE_PAGE


def test_only_scorers_get_skeletons_whose_address_changes_with_names_and_house_rules(
    table: Table, app: Flask
) -> None:
    assert "data-base" in table.show().html
    assert Browser(app).open(find_address(table)).status == 404
    before = find_address(table)
    table.bid(4, 3, 3, 2)
    assert find_address(table) == before
    names = table.browser.open(f"{table.path}/names").form("/names")
    table.browser.send(names, player_0="Zoe")
    assert find_address(table) != before


def test_skeletons_of_unnamed_players_have_private_characters(table: Table) -> None:
    address = json.loads(table.browser.open(find_address(table)).html)["fresh"]
    found = json.loads(table.browser.open(address).html)
    assert found["players"] == ["\ue000", "\ue001", "\ue002", "\ue003"]
    assert found["file"]["house"] == {"game": "partnership"}
    assert "\ue003 bids" in found["views"]["bids"]


@pytest.mark.parametrize("house", ["", "{}", "[]", "null", '{"game":"whist"}', '{"game":1}',
    '{"game":"solo","target":"no"}', '{"game":"solo","x":1}', '{"game":["solo"]}'])  # fmt: skip
def test_unknown_house_rules_have_no_skeletons(table: Table, house: str) -> None:
    assert table.browser.open("/skeletons", query_string={"house": house}).status == 404

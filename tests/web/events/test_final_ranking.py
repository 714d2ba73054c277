"""The final ranking: the same on a phone, on a television, on paper and as a list."""

import csv
from collections.abc import Iterable

import pytest
from flask import Flask

from scorekeeper.rules.seating.bracket import choose_seeds
from scorekeeper.rules.seating.event import EventKind
from scorekeeper.rules.seating.final import rank_finally
from scorekeeper.words.events.players import format_wins
from tests.evening import NAMES, PAIRS, Entries, singles
from tests.reading import Node, Page
from tests.web.events.club import Club

NINE_PAIRS: Entries = [*PAIRS, *((f"{name} A.", f"{name} B.") for name in NAMES[8:13])]
Line = tuple[str, str, str]


@pytest.fixture(
    params=[(NINE_PAIRS, EventKind.SWISS, 4), (singles(13), EventKind.SINGLES, 8)],
    ids=["pairs", "singles"],
)
def club(app: Flask, request: pytest.FixtureRequest) -> Club:
    """An evening after two rounds and a playoff."""
    entries, kind, size = request.param
    club = Club.meet(app, entries, kind, planned=2)
    for _ in range(2):
        club.seat()
        club.finish()
    club.start_playoff(choose_seeds(club.load().event, size), 1)
    club.finish()
    club.seat()
    club.finish()
    club.end()
    return club


def expect(club: Club) -> list[Line]:
    """Return place, name and wins of everyone; the second of two people has no place of its own."""
    stored = club.load()
    return [
        ("" if at else str(line.place), join(stored.names[row.entrant]), format_wins(row.wins))
        for line in rank_finally(stored.event)
        for at, row in enumerate(line.standings)
    ]


def join(names: Iterable[str | Node]) -> str:
    return " & ".join(name if isinstance(name, str) else name.text for name in names)


def read_table(page: Page) -> list[Line]:
    rows = [row for row in page.root.all("tr") if row.all(class_="order__wins")]
    return [(row.all("td")[0].text, *read_name(row, "order__wins")) for row in rows]


def read_name(row: Node, wins: str) -> tuple[str, str]:
    [name], [number] = row.all("bdi"), row.all(class_=wins)
    return name.text, number.text


def test_phones_paper_television_and_list_agree_until_the_evening_goes_on(club: Club) -> None:
    phone, _page = club.visit("spectator")
    expected = expect(club)
    for address in ("standings", "print/standings"):
        page = phone.open(f"{club.path}/{address}")
        assert "Final ranking" in page.text
        assert read_table(page) == expected
    television = phone.open(f"{club.path}/board")
    shown = [line for ladder in television.root.all("ol") for line in ladder.all("li")]
    assert [
        (line.all("small")[0].text, join(line.all("bdi")), line.all("b")[0].text)
        for line in shown
        if line.all("bdi")
    ] == expected
    answer = phone.open(f"{club.path}/standings.csv").html.removeprefix("\ufeff")
    listed = [*csv.DictReader(answer.splitlines())]
    assert [*listed[0]] == ["place", "name", "stage", "wins", "difference", "played"]
    places = [line.place for line in rank_finally(club.load().event) for _ in line.standings]
    assert [int(line["place"]) for line in listed] == places
    names = [(line["name"], format_wins(float(line["wins"]))) for line in listed]
    assert names == [(name, wins) for _place, name, wins in expected]
    assert {line["stage"] for line in listed} == {"won", "final", "semi-final", ""}
    club.owner.send(club.owner.open(f"{club.path}/setup").form("/reopening"))
    page = club.owner.open(f"{club.path}/standings")
    assert "Final ranking" not in page.text
    assert "Winner" not in page.text
    assert "player_1" in club.owner.open(f"{club.path}/standings.csv").html


def test_two_of_singles_share_a_line_and_know_it(club: Club) -> None:
    stored = club.load()
    guest, _page = club.visit("spectator")
    for line in rank_finally(stored.event)[:3]:
        for entrant in line.entrants:
            card = club.be(guest, stored.names[entrant][0]).text
            assert {1: "1st Won the final", 2: "2nd Lost the final", 3: "3rd Out in the"}[
                line.place
            ] in card
    assert "Final ranking" in card

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.databases import Storage
from tests.table import Table
from tests.web.api_reader import V1, Readable
from tests.web.browser import Browser
from tests.web.events.club import Club


@pytest.fixture
def readable(storage: Storage, tmp_path: Path) -> Iterator[Readable]:
    with closing(Readable(storage, tmp_path)) as readable:
        yield readable


def address(readable: Readable) -> str:
    return f"/scorebooks/{readable.book}/reading"


@pytest.mark.parametrize("alone", [False, True], ids=["on a network", "for itself"])
def test_a_program_reads_with_the_token_of_the_page(readable: Readable, alone: bool) -> None:
    readable.app.config["ONLY_HERE"] = alone
    page = Browser(readable.app, readable.scorer.secret).open(address(readable))
    [field] = [one for one in page.root.all("input") if one.attributes.get("id") == "token"]
    [copies] = [one for one in page.root.all("button") if "data-copy" in one.attributes]
    assert readable.get("/matches", token=field.attributes["value"]).status_code == 200
    assert copies.attributes["data-copy"] == "token"
    assert f"{V1}/matches. The file docs/api.md" in page.text
    assert ("Other phones can’t reach this computer" in page.text) is alone


def test_the_page_with_the_token_is_not_cached(readable: Readable) -> None:
    page = Browser(readable.app, readable.scorer.secret).open(address(readable))
    assert page.headers["Cache-Control"] == "no-store"
    assert readable.token not in address(readable)


def test_a_new_link_ends_the_token(readable: Readable) -> None:
    owner = Browser(readable.app, readable.scorer.secret)
    owner.send(owner.open(address(readable)).form("/reading"))
    assert readable.get("/matches").status_code == 401
    assert readable.get("/matches", token=readable.link()).status_code == 200


def test_viewers_see_nobody_of_deleted_matches_and_evenings(readable: Readable) -> None:
    owner = Browser(readable.app, readable.scorer.secret)
    table, club = Table(owner), Club.meet(readable.app, [("Zora",)], secret=owner.secret)
    table.start("two-player", player_0="Zelda", player_1="Zack")
    known = {one["name"]: one["id"] for one in readable.get("/players").json["players"]}
    pages = ["/", "/players", "/history", "/records", "/matches/new", "/settings"]
    pages += [f"/players/{known['Zelda']}", f"/players/{known['Zelda']}/with/{known['Zack']}"]
    pages += [table.path, f"{table.path}/board", f"{club.path}/guide", f"/players/{known['Zora']}"]
    asked = ["/matches", "/players", *(f"/players/{id_}" for id_ in known.values())]
    viewer, names = owner.add_phone("viewer"), {"Zelda", "Zack", "Zora"}

    def seen() -> set[str]:
        shown = [viewer.open(page).html for page in pages]
        told = " ".join([*shown, *(readable.get(path).text for path in asked)])
        return {name for name in names if name in told}

    assert seen() == names
    owner.send(owner.open(table.path).form("/deletion"))
    club.delete()
    assert seen() == set()
    assert names < {*owner.open("/players").text.split()}
    club.delete(is_deleted=False)
    assert seen() == {"Zora"}

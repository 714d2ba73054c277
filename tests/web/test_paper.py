from collections.abc import Callable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.web.forms.paper import MAX_ROWS, ROWS
from tests.reading import Page
from tests.table import SAVED, filled_in
from tests.web.browser import Browser

NEW_YORK = ZoneInfo("America/New_York")
TABLE = {"player_0": "Ann", "player_1": "Ben", "player_2": "Cleo", "player_3": "Dan"}
TWO = {"player_0": "Ann", "player_1": "Ben"}
HANDS = ("4 3 3 2 | 8 | 71 50", "4 3 n 4 0 | 4 | 211 122", "5 3 3 2 | 7 | 131 173")


def sheet(*hands: str) -> dict[str, str]:
    """The cells of hands as on paper: bids, tricks with each nil's own, points."""
    cells = {}
    for row, hand in enumerate(hands, start=1):
        bids, took, points = [part.split() for part in f"{hand}||".split("|")][:3]
        nils = [seat for seat, bid in enumerate(bids[:4]) if bid in ("n", "b", "0", "00")]
        cells |= {f"bid_{row}_{seat}": bid for seat, bid in enumerate(bids[:4])}
        cells |= {f"own_{row}_{seat}": own for seat, own in zip(nils, bids[4:], strict=False)}
        cells |= {f"took_{row}_{side}": tricks for side, tricks in enumerate(took)}
        cells |= {f"total_{row}_{side}": said for side, said in enumerate(points)}
    return cells


def paper(browser: Browser, game: str = "partnership") -> Page:
    return browser.open(f"/matches/paper?game={game}")


def send(browser: Browser, page: Page | None = None, **cells: str) -> Page:
    form = (page or paper(browser)).form("/matches/paper")
    return browser.send(form, **(TABLE | cells))


def ours(page: Page) -> list[str]:
    return [text for one in page.root.all("output") if (text := one.text)]


def marked(page: Page) -> list[str]:
    return [text for one in page.root.all("p", class_="typed__text") if (text := one.text)]


def summed(page: Page) -> str:
    [said] = page.root.all("p", class_="typed__sum")
    return said.text


def match_of(browser: Browser, saved: Page) -> dict[str, Any]:
    assert saved.status == SAVED
    match: dict[str, Any] = browser.open(f"{saved.location}/file").json()
    return match


def test_a_sheet_is_compared_hand_by_hand(browser: Browser) -> None:
    page = send(browser, **sheet(*HANDS), check="yes")
    assert ours(page) == ["71", "50", "211", "122", "131", "173"]
    assert summed(page) == "3 hands: 131 : 173, undecided. The sheet adds up."
    assert marked(page) == []
    page = send(browser, **sheet("4 3 n 4 | 4 9"), check="yes")
    shown = {
        node.attributes["name"]: node.attributes["placeholder"]
        for node in page.root.having("placeholder")
        if node.attributes.get("name", "").startswith(("own_", "took_"))
    }
    assert shown == {"own_1_2": "0"}
    wrong = (HANDS[0], HANDS[1].replace("211", "111"), HANDS[2].replace("131", "31"))
    page = send(browser, **sheet(*wrong), check="yes")
    assert marked(page) == [
        "Gold has 111 on paper. We count 211, 100 points more. This was probably left out: "
        "Cleo made nil. Apart from these 100 points, the rest of the sheet is right."
    ]
    assert summed(page).endswith("Hand 2 differs from the paper.")


def test_differences_are_shown_before_saving(browser: Browser) -> None:
    page = send(browser, **sheet(*HANDS[:2], HANDS[2].replace("173", "170")))
    assert page.status == 422
    assert page.errors == [
        ("total_3_1", "Hand 3: Blue has 170 on paper. We count 173, 3 points more.")
    ]
    match = match_of(browser, browser.send(page.form("/matches/paper")))
    assert match["hands"][2]["bids"] == [5, 3, 3, 2]


def test_a_sheet_is_saved_with_its_date_and_end(browser: Browser) -> None:
    saved = send(browser, **sheet(*HANDS), played="2019-12-31T21:30", time_zone="Europe/Berlin")
    match = match_of(browser, saved)
    assert match["started"] == "2019-12-31T21:30:00+01:00"
    assert match["players"] == ["Ann", "Ben", "Cleo", "Dan"]
    assert len(match["hands"]) == 3
    assert match["ended"] == "2019-12-31T21:30:01+01:00"
    assert "December 2019" in browser.open("/history").text


def test_a_decided_sheet_has_its_winner_and_an_undecided_one_can_be_continued(
    browser: Browser,
) -> None:
    saved = send(browser, **sheet(*HANDS[:2]), target="200")
    assert "Ann & Cleo win" in browser.open(saved.location).text
    refused = send(browser, **sheet(*HANDS), target="200")
    assert [field for field, _ in refused.errors] == ["bid_3_0"]
    assert marked(refused) == [
        "Hand 3: the match was already over (Ann & Cleo win, 211 : 122). Change the house "
        "rules, or clear this hand."
    ]
    saved = send(browser, **sheet(*HANDS), target="500", goes_on="yes")
    assert match_of(browser, saved).get("ended") is None
    assert browser.open(saved.location).form("/bids")


def test_the_end_of_a_sheet_is_undone_and_its_hands_are_corrected(browser: Browser) -> None:
    saved = send(browser, **sheet(*HANDS))
    over = browser.open(saved.location)
    assert set(over.says_undo) == {"Undo: end of the match"}
    browser.send(over.form("/undo"))
    goes_on = browser.open(saved.location)
    assert goes_on.form("/bids")
    assert not goes_on.says_undo
    assert f"{saved.location}/hands/3" in goes_on.html


@pytest.mark.parametrize(
    ("hands", "field", "told"),
    [
        pytest.param(["4 3 3 x | 8"], "bid_1_3", "“x” isn’t a bid", id="no bid"),
        pytest.param(["4 3 3 99 | 8"], "bid_1_3", "Dan bid 99", id="a bid over all tricks"),
        pytest.param(["4 3 3 | 8"], "bid_1_3", "Dan’s bid is missing", id="a bid missing"),
        pytest.param(["4 3 3 2 | 8 6"], "took_1_0", "One trick too many", id="14 tricks"),
        pytest.param(["4 3 3 2 | y"], "took_1_0", "“y” is not a whole number", id="no number"),
        pytest.param(["4 3 n 2 | 5"], "own_1_2", "Cleo bid nil", id="a nil's own missing"),
        pytest.param(["4 3 3 2 | 8 | z 1"], "total_1_0", "“z” is not a whole", id="no points"),
        pytest.param([], "bid_1_0", "no hand to save yet", id="nothing"),
    ],
)
def test_every_invalid_cell_is_named_and_input_kept(
    browser: Browser, hands: list[str], field: str, told: str
) -> None:
    cells = sheet(HANDS[0], *hands) if hands else {}
    here = field.replace("_1_", "_2_") if hands else field
    page = send(browser, **cells)
    assert page.status == 422
    [(at, said)] = page.errors
    assert told in said
    assert at == here
    assert filled_in(page.form("/matches/paper")).items() >= (TABLE | cells).items()


def test_a_skipped_hand_is_reported_and_an_unfinished_one_is_not(browser: Browser) -> None:
    cells = sheet(*HANDS)
    page = send(browser, **{name: value for name, value in cells.items() if "_2_" not in name})
    assert page.errors == [("bid_2_0", "Hand 2: Ann’s bid is missing.")]
    page = send(browser, **sheet(HANDS[0], "4 3 3 |"), typing="yes")
    assert (marked(page), page.errors) == ([], [])
    assert summed(page) == "1 hand: 71 : 50, undecided. The sheet adds up."


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        *(("4", 4), ("n", "nil"), ("0", "nil")),
        *((written, "blind nil") for written in ("b", "00", "Doppel-Null")),
    ],
)
def test_bids_are_read_as_people_write_them(
    browser: Browser, written: str, kept: int | str
) -> None:
    cells = {"bid_1_0": written, "bid_1_1": "5", "took_1_0": "0"}
    page = browser.send(paper(browser, "two-player").form("/matches/paper"), **TWO, **cells)
    assert match_of(browser, page)["hands"][0]["bids"] == [kept, 5]


@pytest.mark.parametrize("written", ["-", ".", "-3", "– 3", "4+"])
def test_an_invalid_bid_is_refused(browser: Browser, written: str) -> None:
    cells = {"bid_1_0": written, "bid_1_1": "5", "took_1_0": "0"}
    page = browser.send(paper(browser, "two-player").form("/matches/paper"), **TWO, **cells)
    assert page.status == 422
    assert f"“{written}” isn’t a bid" in page.text


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_sheet(browser: Browser, game: str) -> None:
    seats, sides = GAMES[game].seats, len(GAMES[game].sides)
    cells = {f"bid_1_{seat}": "2" for seat in range(seats)}
    cells |= {f"took_1_{side}": "4" for side in range(sides - 1)}
    page = browser.send(paper(browser, game).form("/matches/paper"), **cells)
    assert len(match_of(browser, page)["hands"]) == 1


def test_input_survives_a_look_at_another_game(browser: Browser) -> None:
    page = send(browser, **sheet(*HANDS), play="solo")
    shown = filled_in(page.form("/matches/paper"))
    assert (shown["game"], shown["player_2"], shown["bid_2_2"]) == ("solo", "Cleo", "n")


def test_rows_can_be_added_up_to_a_limit(browser: Browser) -> None:
    page = paper(browser)
    rows = [len(page.root.all(class_="typed__no"))]
    while page.root.all("button", name="more"):
        page = send(browser, page, more="yes")
        rows.append(len(page.root.all(class_="typed__no")))
    assert rows == list(range(ROWS, MAX_ROWS + 1, 5))
    assert len(send(browser, page, rows="999999").root.all(class_="typed__no")) == MAX_ROWS


def test_two_taps_save_one_match(browser: Browser) -> None:
    form = paper(browser).form("/matches/paper").filled(**TABLE, **sheet(*HANDS))
    first, second = browser.send(form), browser.send(form)
    assert first.location == second.location


@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Asia/Tokyo"])
def test_the_next_sheet_has_the_same_players(
    browser: Browser, clock_of_computer: Callable[[str], None], zone: str
) -> None:
    clock_of_computer(zone)
    saved = send(browser, **sheet(*HANDS), played="2020-02-01T20:00", target="300", next="yes")
    shown = filled_in(browser.open(saved.location).form("/matches/paper"))
    assert shown.items() >= (TABLE | {"target": "300", "played": "2020-02-01T20:00"}).items()
    assert not shown["bid_1_0"]


def test_a_sheet_shows_the_time_of_the_table_once_its_time_zone_is_known(
    browser: Browser, clock_of_computer: Callable[[str], None]
) -> None:
    clock_of_computer("Asia/Tokyo")
    first = filled_in(paper(browser).form("/matches/paper"))["played"]
    send(browser, **sheet(*HANDS), time_zone="America/New_York")
    before = datetime.now(NEW_YORK)
    later = filled_in(paper(browser).form("/matches/paper"))["played"]
    assert first == ""
    shown = datetime.fromisoformat(later).replace(tzinfo=NEW_YORK)
    assert before.replace(second=0, microsecond=0) <= shown <= datetime.now(NEW_YORK)


@pytest.mark.parametrize(
    "written", ["soon", "9999-12-31T23:59", "0001-01-01T00:00", "2999-01-01", "20200201T2000"]
)
def test_an_invalid_time_is_refused_at_its_field(browser: Browser, written: str) -> None:
    page = send(browser, **sheet(*HANDS), played=written)
    assert page.status == 422
    assert [field for field, _ in page.errors] == ["played"]


def test_another_scorebooks_match_cannot_be_copied(browser: Browser, stranger: Browser) -> None:
    saved = send(browser, **sheet(*HANDS))
    public_id = saved.location.rpartition("/")[2]
    assert browser.open(f"/matches/paper?like={public_id}").status == 200
    assert stranger.open(f"/matches/paper?like={public_id}").status == 404
    assert browser.open("/matches/paper?game=chess").status == 404


def test_the_number_of_a_side_is_in_one_of_its_cells(browser: Browser) -> None:
    hands = sheet("7 5 | 8", "4 5 n | 7")
    cells = hands | {"bid_1_1": "", "bid_1_3": "5", "own_2_2": "0"}
    saved = send(browser, **cells, bids_by="side", goes_on="yes")
    match = match_of(browser, saved)
    assert [hand["bids"] for hand in match["hands"]] == [
        [7, 5, "partner", "partner"],
        [4, 5, "nil", "partner"],
    ]


@pytest.mark.parametrize(
    ("bids", "cell", "message"),
    [
        ("7", "bid_1_1", "Hand 1: Blue’s bid is missing."),
        ("n 5", "bid_1_2", "Hand 1: Cleo’s bid is missing."),
        ("4 5 3", "bid_1_0", "Hand 1: Bid missing: Gold"),
    ],
)
def test_a_side_needs_one_number(browser: Browser, bids: str, cell: str, message: str) -> None:
    page = send(browser, **sheet(f"{bids} | 8"), bids_by="side")
    assert page.status == 422
    assert (cell, message) in page.errors

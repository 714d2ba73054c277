from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.rules import Bid, HouseRules, Match
from tests.book.scorers import Scorer
from tests.reading import Form, Page
from tests.table import Table
from tests.web.browser import Browser


def matches_on(page: Page) -> list[str]:
    ways_in = {"/matches/new", "/matches/paper"}
    return [link for link in page.links if link.startswith("/matches/") and link not in ways_in]


def search(browser: Browser, name: str) -> Page:
    return browser.open("/history", query_string={"name": name})


@pytest.fixture
def evenings(browser: Browser) -> list[str]:
    table = Table(browser)
    paths = []
    for one, other in [("Jürgen", "50% Ann"), ("MIRJAM", "under_score"), ("Straße", "Ben")]:
        table.start("two-player", player_0=one, player_1=other)
        paths.append(table.path)
    return paths


def test_history_without_matches(browser: Browser) -> None:
    page = browser.open("/history")
    assert page.status == 200
    assert "No matches yet" in page.text


def test_a_search_without_hits_makes_suggestions_and_stays_in_its_field(
    browser: Browser, evenings: list[str]
) -> None:
    page = search(browser, "nobody")
    assert "A few letters of a name are enough" in page.text
    assert "/history" in page.links
    page = search(browser, "<b>Jürgen</b>")
    assert page.form("/history", "get").fields["name"] == "<b>Jürgen</b>"
    assert "<b>Jürgen" not in page.html


def test_a_match_is_listed_with_its_points_and_time_or_end(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    for page in (table.browser.open("/history"), table.browser.open("/")):
        words = page.text
        assert "Ann & Cleo 71" in words
        assert "Hand 2" in words
        assert "last played today, " in words
    table.end()
    words = table.browser.open("/history").text
    assert "Ann & Cleo 71" in words
    assert "Ben & Dan 50" in words
    assert "ended early" in words


def test_pages_list_all_matches_newest_first(browser: Browser) -> None:
    table = Table(browser)
    started = []
    for number in range(45):
        table.start("two-player", player_0=f"Ann {number}")
        started.append(table.path)
    first = browser.open("/history")
    second = browser.open(older(first)[0])
    assert matches_on(first) + matches_on(second) == started[::-1]
    assert older(second) == []
    assert "name=ann" in older(search(browser, "ann"))[0]


def older(page: Page) -> list[str]:
    return [node.attributes["href"] for node in page.root.all(rel="next")]


@pytest.mark.parametrize(
    "before",
    ["x", "A" * 22, "' OR 1=1 --", "\u202eö", "1.9999999999999999999", "x" * 8000],
    ids=["a letter", "an old one", "a statement", "signs", "too great", "very long"],
)
def test_an_invalid_cursor_is_reported(browser: Browser, evenings: list[str], before: str) -> None:
    page = browser.open("/history", query_string={"before": before})
    assert page.status == 200
    assert "We couldn’t use these filters" in page.text
    assert matches_on(page) == evenings[::-1]


def marked(browser: Browser, paths: list[str], question: str = "") -> Form:
    form = browser.open(f"/history?mark=yes{question}").form("/history/place")
    assert form.fields.get("match") is None
    return form.filled(match=[path.rpartition("/")[2] for path in paths])


def send_to(browser: Browser, form: Form, action: str, **fields: str) -> Page:
    return browser.send(replace(form, action=f"/history/{action}"), **fields)


def test_several_matches_are_deleted_and_restored_and_get_one_place(
    browser: Browser, evenings: list[str]
) -> None:
    form = marked(browser, evenings[:2])
    assert send_to(browser, form, "deletion").location == "/history"
    page = browser.open("/history")
    assert "2 matches deleted" in page.text
    assert matches_on(page) == evenings[2:]
    assert send_to(browser, form, "deletion").status == 303
    back = page.form("/history/restoration").filled(match=form.fields["match"])
    assert browser.send(back).status == 303
    assert matches_on(browser.open("/history")) == evenings[::-1]
    form = marked(browser, evenings[:2], "&name=n")
    answer = browser.send(form, put="Clubhouse")
    assert answer.location == "/history?name=n"
    page = browser.open("/history?place=club")
    assert matches_on(page) == evenings[1::-1]
    assert page.text.count("Clubhouse") >= 2
    send_to(browser, marked(browser, evenings[:2]), "place", put=" Ku\u0308che \r\n  oben ")
    form = browser.open(f"{evenings[0]}/note").form("/note")
    assert form.fields["typed_place"] == "K\u00fcche oben"


@pytest.mark.parametrize(
    ("action", "matches", "place", "told"),
    [
        ("deletion", 0, "", "Select some matches first."),
        ("restoration", 0, "", "Select some matches first."),
        ("place", 0, "Clubhouse", "Select some matches first."),
        ("place", 2, " ", "Enter a place."),
        ("place", 2, "x" * 501, "500"),
    ],
)
def test_missing_input_is_reported_and_the_rest_kept(
    browser: Browser, evenings: list[str], action: str, matches: int, place: str, told: str
) -> None:
    form = marked(browser, evenings[:matches])
    answer = send_to(browser, form, action, put=place)
    assert answer.status == 422
    assert told in answer.text
    ticked = [node for node in answer.root.all("input") if "checked" in node.attributes]
    assert len(ticked) == matches
    assert answer.form("/history/place").fields["put"] == place.strip()


def test_bulk_actions_do_not_change_foreign_matches(
    browser: Browser, evenings: list[str], table: Table, stranger: Browser
) -> None:
    theirs = matches_on(stranger.open("/history"))
    form = marked(browser, [*evenings[:1], *theirs])
    for action in ("deletion", "place", "restoration"):
        assert send_to(browser, form, action, put="Mine").status == 404
    assert matches_on(browser.open("/history"))[-3:] == evenings[::-1]


@pytest.mark.parametrize("action", ["deletion", "place", "restoration"])
def test_bulk_action_over_the_page_limit_changes_nothing(
    browser: Browser, evenings: list[str], action: str
) -> None:
    form = marked(browser, evenings)
    many = form.filled(match=[*form.fields["match"], *(f"{number:022}" for number in range(30))])
    answer = send_to(browser, many, action, put="Clubhouse")
    assert answer.status == 413
    assert "Too large" in answer.text
    assert matches_on(browser.open("/history")) == evenings[::-1]
    assert matches_on(browser.open("/history?place=clubhouse")) == []


def test_active_filters_are_listed_with_links_to_remove_them(
    browser: Browser, evenings: list[str]
) -> None:
    page = browser.open("/history?name=ben&game=two-player&unfinished=yes")
    assert matches_on(page) == evenings[2:]
    chips = [
        node.attributes["href"]
        for node in page.root.all("a")
        if node.attributes.get("class") == "chips__one"
    ]
    assert chips == [
        "/history?game=two-player&unfinished=yes",
        "/history?name=ben&unfinished=yes",
        "/history?name=ben&game=two-player",
    ]


@pytest.mark.parametrize(
    "question",
    [
        *("what=x", "game=chess", "house=x", "result=x", "result=won"),
        *("from=yesterday", "from=2026-W01-1", "from=2026-11-2", "to=20261120", "to=0001-01-01"),
    ],
)
def test_an_invalid_filter_is_reported(
    browser: Browser, evenings: list[str], question: str
) -> None:
    page = browser.open(f"/history?{question}")
    assert f"We couldn’t use these filters: {question.partition('=')[2]}" in page.text
    assert matches_on(page) == evenings[::-1]


@pytest.mark.parametrize("typed", ["A\u00adnn", "Ａｎｎ", "\u200bANN\u00a0", "Ann."])
def test_a_pasted_name_is_found(table: Table, typed: str) -> None:
    assert "Ann" in search(table.browser, typed).text
    assert "Nothing" not in search(table.browser, typed).text


@pytest.mark.parametrize("result", ["won", "lost"])
def test_a_result_needs_a_name(browser: Browser, evenings: list[str], result: str) -> None:
    page = browser.open(f"/history?result={result}")
    assert "Type a name to see who won or lost." in page.text
    assert page.form("/history", "get").fields["result"] == result


@pytest.mark.parametrize(
    "month", ["December 2025", "Dec 2025", "dezember 2025", "Dez. 2025", "Disyembre 2025"]
)
def test_the_search_understands_a_month(app: Flask, browser: Browser, month: str) -> None:
    days = ((2025, 11, 30), (2025, 12, 1), (2025, 12, 31), (2026, 1, 1))
    play_at(app, browser, [datetime(*day, 12, tzinfo=UTC) for day in days])
    every = matches_on(browser.open("/history"))
    assert matches_on(search(browser, month)) == every[1:3]
    assert matches_on(search(browser, f"ann {month}")) == every[1:3]
    assert matches_on(search(browser, f"nobody, {month}")) == []


def chips(page: Page) -> list[str]:
    whats = [node for one in page.root.all("section") for node in one.all("a")]
    return [node.text for node in whats if "what=" in node.attributes["href"]]


def test_matches_are_filtered_by_what_happened(table: Table) -> None:
    table.play(("nil", 3, 3, 2), 5, 8, seat_0=0)
    table.end()
    page = table.browser.open("/history")
    assert chips(page) == ["Nil in the last hand 1", "Nil made 1"]
    assert "made nil" not in page.text
    found = table.browser.open("/history?what=nil")
    assert "Ann made nil in hand 1" in found.text
    assert chips(found) == ["Nil in the last hand"]
    both = table.browser.open("/history?what=nil,last-nil")
    assert "Ann made nil in the last hand" in both.text
    assert len(matches_on(both)) == 1
    assert chips(search(table.browser, "nil")) == chips(page)
    assert chips(search(table.browser, "ann")) == ["Nil in the last hand", "Nil made"]
    assert chips(search(table.browser, "xyz")) == []
    assert matches_on(table.browser.open("/history?what=tie")) == []


def test_records_link_to_their_hands_and_need_a_few_matches(table: Table) -> None:
    assert "No finished matches" in table.browser.open("/history/records").text
    for number in range(4):
        table.start("partnership", target="100")
        table.play((4, 3, 3, 2), 8, 5)
        table.play((4, 3, 3, 2), 7, 6)
        page = table.browser.open("/history/records")
        assert ("So far there" in page.text) == (number < 2)
    assert "Highest hand +71 4 times, last: Ann & Cleo in hand 1 · " in page.text
    assert "Longest winning run 4 Ann matches, " in page.text
    assert f"{table.path}#hand-1" in page.ways
    assert "This year" in table.browser.open("/history/records?period=year&game=chess").text


def years_on(page: Page) -> list[str]:
    links = [node for node in page.root.all("a") if node.text.isdigit()]
    assert [node.attributes["href"] for node in links] == [
        f"/history?to={node.text}-12-31" for node in links
    ]
    return [node.text for node in links]


NEW_YEAR = datetime(2026, 1, 1, 20, tzinfo=UTC)


def play_at(app: Flask, browser: Browser, times: list[datetime]) -> None:
    """Record matches that began at these times, New York time."""
    scorer = Scorer(app.extensions["database"])
    browser.client.set_cookie("scorekeeper_device", scorer.secret)
    for began in times:
        match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"], started=began)
        played = (
            replace(match, utc_offset=-300)
            .bid([Bid(3)] * 2, began)
            .record_tricks([7, 6], noted=began)
        )
        scorer.start(match=played.end(began))


@pytest.fixture
def long_ago(app: Flask, browser: Browser) -> Browser:
    """A phone with a page of matches of 2026, one of 2024, and one at New Year's Eve of 2019."""
    begun = [NEW_YEAR + timedelta(days=day) for day in range(21)]
    begun += [datetime(2024, 6, 1, 20, tzinfo=UTC), datetime(2020, 1, 1, 3, tzinfo=UTC)]
    play_at(app, browser, begun)
    return browser


def test_a_long_history_links_to_its_years(long_ago: Browser) -> None:
    page = long_ago.open("/history")
    assert years_on(page) == ["2026", "2024", "2019"]
    for question in ("?name=ann", "?to=2026-12-31", "?mark=yes"):
        assert years_on(long_ago.open(f"/history{question}")) == []
    (older,) = (link for link in page.links if "before=" in link and "mark=" not in link)
    assert years_on(long_ago.open(older)) == ["2026", "2024", "2019"]
    found = [matches_on(long_ago.open(f"/history?to={year}-12-31")) for year in (2024, 2019)]
    assert [len(matches) for matches in found] == [2, 1]
    last = matches_on(long_ago.open("/history?to=2019-12-31"))[0]
    assert years_on(long_ago.open("/history"))[-1] == "2019"
    send_to(long_ago, marked(long_ago, [last], "&to=2019-12-31"), "deletion")
    assert years_on(long_ago.open("/history")) == ["2026", "2024"]


def test_a_short_history_has_no_years(app: Flask, browser: Browser) -> None:
    play_at(app, browser, [NEW_YEAR, NEW_YEAR - timedelta(days=365)])
    page = browser.open("/history")
    assert (len(matches_on(page)), years_on(page)) == (2, [])

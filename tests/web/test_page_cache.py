from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import now
from scorekeeper.book.maintenance.integrity import recompute_in_batches
from scorekeeper.web.site import match_page, page_cache
from tests.databases import change
from tests.reading import Page
from tests.table import Table
from tests.web.browser import Browser
from tests.web.conftest import Story, built


def hands_played(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.play((3, 3, 3, 3), 7, 6)


@pytest.fixture
def played(play_story: Callable[[Story], Table]) -> Table:
    table = play_story(hands_played)
    table.show()
    return table


def hand(page: Page, number: int) -> str:
    (found,) = page.root.all(id=f"hand-{number}")
    return found.text


def test_a_correction_changes_its_hand_and_the_totals_after_it(played: Table) -> None:
    page = played.show()
    assert "Bid 4 + 3 = 7, took 8" in hand(page, 1)
    assert "132" in hand(page, 2)
    played.correct(1, side_0="9", side_1="4")
    corrected, later = (hand(played.show(), number) for number in (1, 2))
    assert "Bid 4 + 3 = 7, took 9" in corrected
    assert "2 overtricks" in corrected
    assert "took 8" not in corrected
    assert "133" in later
    assert "132" not in later
    assert "Bags 2 → 3" in later


def test_a_hand_replayed_a_ruling_and_a_change_of_house_rules_are_shown(played: Table) -> None:
    played.undo()
    played.take(6, 7)
    assert "took 6" in hand(played.show(), 2)
    before = hand(played.show(), 1)
    played.rule("revoke", "later", seat="0", hand="1")
    assert "Ruling against Ann" in hand(played.show(), 1)
    played.withdraw()
    assert hand(played.show(), 1) == before
    path = f"{played.path}/rules/change"
    form = played.browser.open(path).form("/change", "get")
    page = played.browser.open(path, query_string=form.fields | {"overtrick_points": "0"})
    assert "Each overtrick scores 1 and is a bag." in hand(played.show(), 1)
    played.browser.send(page.form("/change"))
    assert "Each overtrick scores no points and is a bag." in hand(played.show(), 1)


def test_cached_hands_are_separate_by_language(played: Table) -> None:
    page_cache = {}
    for language in ("en", "de", "fil", "de", "en"):
        played.browser.client.set_cookie("language", language)
        page_cache[language] = hand(played.show(), 1)
    assert "overtrick" in page_cache["en"]
    assert "Überstich" in page_cache["de"]
    assert "overtrick" not in page_cache["de"] + page_cache["fil"]
    assert len(set(page_cache.values())) == 3


def test_cached_chips_are_separate_by_language(table: Table) -> None:
    assert "Nil" in table.show().form("/bids").node.text
    table.browser.client.set_cookie("language", "de")
    words = table.show().form("/bids").node.text
    assert "Null" in words
    assert "Nil" not in words
    table.browser.client.set_cookie("language", "en")
    assert "Null" not in table.show().form("/bids").node.text


def test_equal_hands_of_two_matches_are_separate(table: Table, browser: Browser) -> None:
    other = Table(browser)
    other.start("partnership", player_0="<i>Zoe</i>")
    for one in (table, other):
        one.play(("nil", 3, 3, 2), 8, 5, seat_0=0)
    assert "Ann" in hand(table.show(), 1)
    words = hand(other.show(), 1)
    assert "<i>Zoe</i>" in words
    assert "Ann" not in words
    assert f"{other.path}/hands/1/correction" in other.show().links


def test_the_form_of_a_new_match_follows_the_scorebook(table: Table, stranger: Browser) -> None:
    def offered(name: str) -> list[str]:
        page = table.browser.open("/matches/new")
        assert page.form("/matches").fields["key"] not in used
        used.append(page.form("/matches").fields["key"])
        return [one.attributes.get("value", "") for one in page.root.all("button", name=name)]

    used: list[str] = []
    assert offered("sit")[1:5] == offered("sit")[1:5] == ["Ann", "Ben", "Cleo", "Dan"]
    assert "Eve" in stranger.open("/matches/new").text
    table.start("partnership", target="250", player_0="Zoë")
    table.bid(4, 3, 3, 2)
    assert offered("sit")[1:5] == ["Ben", "Cleo", "Dan", "Zoë"]
    assert offered("preset")[0] == "last"
    form = table.browser.open("/matches/new").form("/matches")
    assert form.fields["target"] == "250"
    page = table.browser.post("/matches/new/houses", form.fields | {"house_name": "Ours"})
    assert "Ours" in table.browser.open("/matches/new").text
    [saved] = offered("forget")
    table.browser.post("/matches/new/houses", page.form("/matches").fields | {"forget": saved})
    assert offered("forget") == []


def test_a_search_shows_what_happened_since(browser: Browser) -> None:
    def found() -> str:
        return browser.open("/history?name=ann").text

    table, other = Table(browser), Table(browser)
    table.start("partnership", opening_points_0="400")
    assert "Ann & Cleo 400" in found()
    table.play((4, 3, 3, 2), 8, 5)
    assert "Ann & Cleo 471" in found()
    table.play((4, 3, 3, 2), 8, 5)
    assert "Ann & Cleo won the evening" in found()
    # An evening has no winner while a match is played, even if the search doesn't list it.
    other.start("two-player", player_0="Zoë", player_1="Eve")
    assert "won the evening" not in found()
    browser.send(other.show().form("/retraction"))
    assert "won the evening" in found()
    [cleo] = [one for one in browser.open("/players").root.all("a") if "Cleo" in one.text]
    browser.send(browser.open(cleo.attributes["href"]).form("/name"), name="Kim")
    assert "Ann & Kim won the evening" in found()


def test_home_shows_what_happened_to_finished_matches(played: Table) -> None:
    def home() -> str:
        return browser.open("/").text

    browser = played.browser
    played.end()
    assert "Kitchen" not in home() + home()
    browser.send(browser.open(f"{played.path}/note").form("/note"), typed_place="Kitchen")
    assert "Kitchen" in home() + home()
    form = browser.open("/history?mark=yes").form("/history/place")
    browser.send(form.filled(match=[played.path.rpartition("/")[2]]), put="Clubhouse")
    assert "Clubhouse" in home()
    played.correct(1, side_0="9", side_1="4")
    assert "133" in [home(), home()][1]
    [cleo] = [one for one in browser.open("/players").root.all("a") if "Cleo" in one.text]
    browser.send(browser.open(cleo.attributes["href"]).form("/name"), name="Kim")
    assert "Ann & Kim" in home()
    played.send("deletion")
    assert "Ann & Kim" not in home()


def test_a_correction_shows_the_hand_as_it_is_now(played: Table) -> None:
    def tricks() -> list[tuple[str, str]]:
        pages = [played.browser.open(f"{played.path}/hands/{place}/correction") for place in (1, 2)]
        fields = [page.form("", "get").fields for page in pages]
        return [(one["side_0"], one["side_1"]) for one in fields]

    assert tricks() == tricks() == [("8", "5"), ("7", "6")]
    played.correct(1, side_0="9", side_1="4")
    assert tricks() == [("9", "4"), ("7", "6")]


def form_of(page: Page) -> dict[str, str]:
    return page.form("/bids").fields


def without_what_is_its_own(page: Page) -> str:
    """A page without the token and the key of its forms."""
    own = form_of(page)
    return page.html.replace(own["csrf_token"], "").replace(own["key"], "")


def test_a_cached_page_differs_in_token_and_key_only(table: Table) -> None:
    first, second = table.show(), table.show()
    assert without_what_is_its_own(first) == without_what_is_its_own(second)
    assert form_of(first)["key"] != form_of(second)["key"]
    assert len({form.fields["key"] for form in second.changing}) == 1


def test_a_cached_page_is_equal_with_compression(app: Flask, table: Table) -> None:
    plain = Browser(app, table.browser.secret, Accept_Encoding="identity")
    packed = Browser(app, table.browser.secret, Accept_Encoding="gzip")
    rendered, kept = plain.open(table.path), packed.open(table.path)
    assert "Content-Encoding" not in rendered.headers
    assert kept.headers["Content-Encoding"] == "gzip"
    assert without_what_is_its_own(rendered) == without_what_is_its_own(kept)


def test_a_cached_page_has_the_token_and_once_the_message_of_its_browser(
    table: Table, second: Table
) -> None:
    mine = form_of(table.show())["csrf_token"]
    assert mine not in second.show().html
    second.bid(4, 3, 3, 2)
    assert "Bids saved" in second.show().text
    assert "Bids saved" not in table.show().text
    assert "Bids saved" not in second.show().text + second.show().text


def test_cached_pages_are_separate_by_theme(table: Table) -> None:
    table.show()
    table.browser.client.set_cookie("theme", "dark")
    assert table.show().root.attributes["data-theme"] == "dark"
    table.browser.client.delete_cookie("theme")
    assert table.show().root.attributes["data-theme"] == "auto"


@pytest.mark.parametrize("path", ["/", "/history", "MATCH", "MATCH/referee"])
def test_a_cached_page_links_within_its_prefix(played: Table, path: str) -> None:
    address = path.replace("MATCH", played.path)
    played.browser.open(address)
    below = played.browser.open(address, environ_overrides={"SCRIPT_NAME": "/cards"})
    assert [link for link in below.links if link.startswith("/") and link[:7] != "/cards/"] == []
    assert any(link.startswith("/cards/") for link in below.links)


def test_the_time_warning_is_not_cached(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.start("partnership", minutes="60")
    table.bid(4, 3, 3, 2)
    table.show()
    assert "Wins with" not in table.show().text
    later = now() + timedelta(minutes=61)
    for module in (page_cache, match_page):
        monkeypatch.setattr(module, "now", lambda: later)
    assert "Wins with 7 or more" in table.show().text


@pytest.fixture
def other_process(app: Flask, table: Table, scorebook: str, tmp_path: Path) -> Iterator[Table]:
    """The same match in another app, which shares only the database."""
    with built(scorebook, tmp_path, hosted=True) as other:
        yield Table(Browser(other, table.browser.secret), table.path)


def test_two_processes_show_no_outdated_page(table: Table, other_process: Table) -> None:
    """Each saves after the other, from what it had in memory."""
    for _ in range(3):
        table.play((4, 3, 3, 2), 8, 5)
        other_process.play((3, 3, 3, 3), 7, 6)
    assert table.points == other_process.points == [3 * (71 + 61), 3 * (50 + 60)]
    for one, other in ((table, other_process), (other_process, table)):
        one.show()
        other.bid(4, 3, 3, 2)
        assert one.show("?by=side").form("/tricks")
        other.take(8, 5)
        assert one.points == other.points
    assert [link for link in table.browser.open("/").links if link == table.path]


def test_results_recomputed_by_another_process_are_shown(table: Table, scorebook: str) -> None:
    table.start("partnership", opening_points_0="450")
    table.play((4, 3, 3, 2), 8, 5)
    change(scorebook, "UPDATE match_sides SET points = 777 WHERE points = 521")
    wrong = [table.browser.open(path).text for path in ("/", "/history")]
    assert all("777" in page for page in wrong)
    with closing(Database(scorebook)) as elsewhere:
        recompute_in_batches(elsewhere)
    right = [table.browser.open(path).text for path in ("/", "/history")]
    assert all("521" in page and "777" not in page for page in right)


def test_two_apps_share_no_cache(app: Flask, other_process: Table) -> None:
    for cache in ("match_cache", "page_cache"):
        other = other_process.browser.client.application.extensions[cache]
        assert other is not app.extensions[cache]

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.rules import Incident
from scorekeeper.rules.referee.remedies import ANSWERS, Noticed
from scorekeeper.words.referee.rulings import INCIDENTS, REMEDIES, SOURCES
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.conftest import story


@story
def played(table: Table) -> None:
    """Gold made 7 with 8 tricks, Blue made 5 with 5; the second hand is being played."""
    table.play((4, 3, 3, 2), 8, 5)
    table.bid(4, 3, 3, 2)


def written(table: Table) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = table.browser.open(f"{table.path}/file").json()["hands"]
    return hands


def lines(page: Page, number: int) -> str:
    (hand,) = page.root.all(id=f"hand-{number}")
    return hand.text


def test_the_referee_links_to_every_incident_but_rules_on_none_of_a_finished_match(
    table: Table,
) -> None:
    assert f"{table.path}/referee" in table.show().links
    assert f"{table.path}/rulings" in table.browser.open(f"{table.path}/referee").links
    page = table.browser.open(f"{table.path}/rulings")
    assert [
        words for words in INCIDENTS if f"kind={words.replace(' ', '+')}" not in page.html
    ] == []
    assert len(INCIDENTS) == len(Incident)
    page = table.answer("revoke", "accepted")
    assert page.status == 200
    assert page.root.all(class_="ruling__text") == []
    assert "Later, or at the end of the hand" in page.text
    page = table.answer("revoke", "later")
    assert str(REMEDIES["revoke", "later"]) in page.text
    table.end()
    assert table.answer("revoke", "later").forms_to("/rulings", "get") == []


def test_every_ruling_has_a_remedy_and_a_source(played: Table) -> None:
    for incident, noticed in REMEDIES:
        page = played.answer(incident, noticed)
        assert page.status == 200
        assert str(REMEDIES[incident, noticed]) in page.text
        answer = ANSWERS[Incident(incident)][Noticed(noticed)]
        assert str(SOURCES[answer.source]) in page.text


@pytest.mark.parametrize("incident", Incident)
def test_rulings_ask_for_the_moment_only_if_it_matters(table: Table, incident: Incident) -> None:
    page, moments = table.answer(incident), len(ANSWERS[incident])
    assert (page.root.all(class_="ruling__text") != []) == (moments == 1)
    asked = [link for link in page.links if "noticed=" in link]
    assert len(asked) == (moments if moments > 1 else 0)


def test_the_answer_on_a_revoke_names_the_house_rule(table: Table) -> None:
    table.start("partnership", revoke_penalty="50")
    assert "At this table: 50 points." in table.answer("revoke", "later").text


def test_calling_a_revoke_wrongly_costs_as_much_as_a_revoke(played: Table) -> None:
    assert "Who called it?" in played.answer("wrong call").text
    played.rule("wrong call", seat="1", hand="1")
    assert played.points == [71, -50]
    assert written(played)[0]["rulings"][0]["kind"] == "wrong call"
    played.withdraw()
    played.rule("wrong call", seat="1", hand="1", points="20")
    assert played.points == [71, 30]


@pytest.mark.parametrize("game", ["partnership", "two-player", "six-handed"])
def test_the_second_revoke_of_a_side_is_named(table: Table, game: str) -> None:
    table.start(game, revoke_penalty="50")
    sides = 3 if game == "six-handed" else 2
    partner = str(sides if game != "two-player" else 0)
    said = []
    for kind, seat in [("wrong call", "0"), ("revoke", "0"), ("revoke", "1")] + [
        ("revoke", partner)
    ] * 2:
        noticed = "later" if kind == "revoke" else None
        page = table.ruling(kind, noticed, seat=seat, hand="1")
        said.append("At some tables that loses the match." in page.text)
        assert table.browser.send(page.form("/rulings")).status == SAVED
    assert said == [False, False, False, True, False]


@pytest.mark.parametrize(("kind", "noticed"), [("revoke", "later"), ("wrong call", None)])
@pytest.mark.parametrize("game", ["partnership", "two-player", "three-handed", "six-handed"])
def test_a_revoke_that_loses_the_match_is_no_ruling(
    table: Table, game: str, kind: str, noticed: str | None
) -> None:
    table.start(game, revoke_penalty="match")
    assert "At this table: the match is lost." in table.answer(kind, noticed).text
    page = table.ruling(kind, noticed, seat="1", hand="1")
    assert page.forms_to("/rulings") == []
    if game in ("partnership", "two-player"):
        assert table.browser.send(page.form("/end")).status == SAVED
        file = table.browser.open(f"{table.path}/file").json()
        assert file["awarded"] == file["sides"][0]
        over = table.show().text
        # Nobody gave up, and no hand is on a sheet.
        assert "Decided at the table." in over
        assert "Score sheet" not in over
    else:
        (link,) = [link for link in page.links if "change=end" in link]
        assert "Wins: " in table.browser.open(link).text
    assert written(table) == []


def test_a_table_may_be_milder_than_its_rule_that_a_revoke_loses_the_match(table: Table) -> None:
    table.start("partnership", revoke_penalty="match")
    table.rule("revoke", "later", seat="1", hand="1", points="50")
    assert written(table)[0]["rulings"][0]["points"] == 50


def test_a_ruling_on_an_old_hand_can_be_withdrawn(played: Table) -> None:
    played.take(7, 6)
    before = played.points
    played.rule("revoke", "later", seat="0", hand="1", note="seen by Ben")
    # Three tricks of hand 1 go to Blue: Gold 5 of 7 is set, Blue made 5 and gains no bag.
    assert played.points == [before[0] - 71 - 70, before[1]]
    assert played.bags == [0, 1]
    played.withdraw()
    assert played.points == before
    assert "rulings" not in written(played)[0]


def test_a_ruling_is_stored_with_player_time_and_note_and_a_line_in_the_sheet(
    played: Table,
) -> None:
    played.rule("revoke", "later", seat="0", hand="1", note="  club under <hearts>  ")
    (ruling,) = written(played)[0]["rulings"]
    assert ruling["kind"] == "revoke"
    assert ruling["seat"] == 0
    assert (ruling["tricks"], ruling["to"]) == (3, "Blue")
    assert ruling["note"] == "club under <hearts>"
    assert ruling["noted"].endswith("Z")
    words = played.browser.open(f"{played.path}/rulings").text
    assert "Hand 1 · Revoke (renege): did not follow suit · Ann" in words
    assert "3 tricks to Blue" in words
    assert "club under <hearts>" in words
    words = lines(played.show(), 1)
    assert "Ruling against Ann: minus 3 tricks" in words
    assert "3 tricks from a ruling" in words
    assert "Ruling against Ann" in played.show().text
    played.withdraw()
    assert "uling" not in lines(played.show(), 1)


@pytest.mark.parametrize("incident", ["misdeal", "wrong number of cards"])
def test_a_misdeal_before_the_first_lead_starts_again(played: Table, incident: str) -> None:
    form = played.answer(incident, "in time").form("/misdeal")
    assert played.browser.send(form).status == SAVED
    assert written(played)[1]["redeal"] == "misdeal"


def test_the_current_hand_is_offered_first(played: Table) -> None:
    played.record_misdeal()
    played.bid(3, 3, 3, 3)
    shown = played.ruling("revoke", "later", seat="0")
    (other,) = [link for link in shown.links if "change=yes" in link]
    (select,) = played.browser.open(other).root.all("select", id="hand")
    assert [option.attributes["value"] for option in select.all("option")] == ["3", "1"]


@story
def won_early(table: Table) -> None:
    """Two hands; Blue would have won in the first, had Gold's revoke been ruled on."""
    table.start("partnership", opening_points_1="440", revoke_penalty="set")
    table.play((4, 3, 3, 3), 8, 5)
    table.play((3, 3, 3, 3), 7, 6)


def test_a_ruling_that_removes_hands_needs_confirmation(
    won_early: Table, stored: Callable[[], str]
) -> None:
    assert won_early.points == [71 + 61, 440 - 60 + 60]
    before = stored()
    warned = won_early.ruling("revoke", "later", seat="0", hand="1", note="second heart")
    assert "Hand 2 will be removed: the match was already over before it." in warned.text
    unwarned = won_early.browser.send(warned.form("/rulings"), anyway=None)
    assert unwarned.status == 422
    assert unwarned.errors == [
        ("", ("Hand 2 will be removed: the match was already over before it."))
    ]
    assert "second heart" in unwarned.html
    assert stored() == before
    assert won_early.browser.send(warned.form("/rulings")).status == SAVED
    # Gold counts as set and Blue as made: the match was won in the first hand.
    assert "Ben & Dan win" in won_early.show().text
    assert won_early.points == [-70, 500]


def test_a_ruling_may_be_changed_and_shows_its_effect_before_and_after_saving(
    played: Table,
) -> None:
    page = played.ruling("revoke", "later", hand="1", note="second heart")
    assert page.errors == [("seat", "Choose who the ruling is against.")]
    fields = page.form("/rulings", "get").fields
    assert (fields["hand"], fields["note"]) == ("1", "second heart")
    page = played.ruling("revoke", "later", seat="0", hand="1", points="20", note="seen by Ben")
    (back,) = [link for link in page.links if "change=yes" in link]
    fields = played.browser.open(back).form("/rulings", "get").fields
    assert (fields["seat"], fields["hand"], fields["points"]) == ("0", "1", "20")
    assert fields["note"] == "seen by Ben"
    page = played.ruling("revoke", "later", seat="0", hand="1", note="seen by Ben")
    assert (
        "Hand 1 Revoke (renege): did not follow suit · Ann: 3 tricks to Blue · seen by Ben"
    ) in page.text
    assert "Gold 71 → −70 Blue 50" in page.text
    assert played.points == [71, 50]
    played.browser.send(page.form("/rulings"))
    assert "Ruling saved · Gold 71 → −70 · Blue 50" in played.show().text
    played.withdraw()
    assert "Ruling withdrawn · Gold −70 → 71 · Blue 50" in played.show().text


def test_a_stale_ruling_is_not_saved(
    played: Table, second: Table, stored: Callable[[], str]
) -> None:
    form = played.ruling("revoke", "later", seat="0", hand="1", note="second heart").form(
        "/rulings"
    )
    second.take(7, 6)
    before = stored()
    page = played.browser.send(form)
    assert page.status == 409
    assert stored() == before
    again = page.form("/rulings")
    assert (again.fields["seat"], again.fields["note"]) == ("0", "second heart")
    assert played.browser.send(again).status == SAVED


@pytest.mark.parametrize(
    ("key", "fields"),
    [
        pytest.param("rulings", {"seat": None}, id="nobody"),
        pytest.param("rulings", {"seat": "4"}, id="a seat that is not there"),
        pytest.param("rulings", {"hand": None}, id="no hand"),
        pytest.param("rulings", {"hand": "3"}, id="a hand to come"),
        pytest.param("rulings", {"hand": "9" * 30}, id="a hand of thirty digits"),
        pytest.param("rulings", {"kind": None}, id="no incident"),
        pytest.param("withdrawal", {"hand": "1", "place": "1"}, id="a place that is not there"),
        pytest.param("withdrawal", {"hand": None, "place": "0"}, id="of no hand"),
    ],
)
def test_an_invalid_ruling_or_withdrawal_is_refused(
    played: Table, stored: Callable[[], str], key: str, fields: dict[str, str | None]
) -> None:
    played.rule("revoke", "later", seat="0", hand="1")
    preview = played.ruling("revoke", "later", seat="0", hand="1")
    pages = {"rulings": preview, "withdrawal": played.browser.open(f"{played.path}/rulings")}
    form = pages[key].form(f"/{key}")
    before = stored()
    page = played.browser.send(form, **fields)
    assert page.status == 422
    ((_field, words),) = page.errors
    assert words.endswith(".")
    assert stored() == before


@pytest.mark.parametrize(
    "question",
    [
        pytest.param({"kind": "tripping"}, id="no such incident"),
        pytest.param({"kind": "revoke", "noticed": "never"}, id="no such moment"),
        pytest.param({"kind": "\0"}, id="NUL"),
        pytest.param({"kind": ""}, id="nothing"),
    ],
)
def test_an_unknown_incident_is_not_found(table: Table, question: dict[str, str]) -> None:
    page = table.browser.open(f"{table.path}/rulings", query_string=question)
    assert page.status == 404


@pytest.mark.parametrize(
    "note",
    [
        pytest.param("a\0b", id="NUL"),
        pytest.param("👩‍👩‍👧‍👦" * 90, id="families"),
        pytest.param("\u202e\u202d\u2028", id="directions"),
    ],
)
def test_any_note_is_stored_or_cut(played: Table, note: str) -> None:
    played.rule("revoke", "later", seat="0", hand="1", note=note)
    assert played.browser.open(f"{played.path}/rulings").status == 200
    assert len(written(played)[0]["rulings"][0].get("note", "")) <= 500


def test_a_ruling_without_a_penalty_keeps_the_score(played: Table) -> None:
    page = played.ruling("exposed card", seat="0", hand="1")
    assert "The score won’t change." in page.text
    played.rule("exposed card", seat="3", hand="1", note="once")
    assert (played.points, played.bags) == ([71, 50], [1, 0])
    (ruling,) = written(played)[0]["rulings"]
    assert (ruling["kind"], ruling["seat"], ruling["note"]) == ("exposed card", 3, "once")
    assert "noted, no penalty" in played.browser.open(f"{played.path}/rulings").text
    assert "Ruling against Dan" in lines(played.show(), 1)


@pytest.mark.parametrize(
    ("cost", "points"),
    [
        pytest.param({"tricks": "2"}, [-70, 50], id="tricks to the other side"),
        pytest.param({"tricks": "2", "to": "nobody"}, [-70, 50], id="tricks to nobody"),
        pytest.param({"points": "20"}, [51, 50], id="points"),
        pytest.param({"set": "yes"}, [-70, 50], id="set"),
        pytest.param({"tricks": "1", "points": "5"}, [65, 50], id="tricks and points"),
    ],
)
def test_any_incident_may_cost_what_the_table_decides(
    played: Table, cost: dict[str, str], points: list[int]
) -> None:
    played.rule("exposed card", seat="0", hand="1", **cost)
    assert played.points == points


def test_the_penalty_ignores_hidden_form_fields(played: Table) -> None:
    form = played.ruling("revoke", "in time", seat="0", hand="1").form("/rulings")
    assert {"tricks", "points", "set", "to"}.isdisjoint(form.names)
    assert played.browser.send(form, noticed="later").status == SAVED
    assert written(played)[0]["rulings"][0]["tricks"] == 3


NOT_THERE = ("to", "Tricks moved by a ruling go to another side or to nobody.")


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"points": "501"}, ("points", "A ruling can cost 0 to 500 points, not 501.")),
        ({"points": "many"}, ("points", "“many” is not a whole number.")),
        ({"tricks": "14"}, ("tricks", "14 tricks isn’t possible. A hand has 13.")),
        ({"tricks": "1", "to": "0"}, NOT_THERE),
        ({"tricks": "1", "to": "7"}, NOT_THERE),
        ({"hand": "9"}, ("hand", "There is no such hand in this match.")),
        ({"hand": ""}, ("hand", "Choose a hand.")),
    ],
)
def test_an_invalid_penalty_is_refused_at_its_field(
    played: Table, fields: dict[str, str], error: tuple[str, str]
) -> None:
    page = played.ruling("exposed card", **({"seat": "0", "hand": "1"} | fields))
    assert (page.status, page.errors) == (422, [error])


def test_among_several_sides_the_receiver_is_asked(table: Table) -> None:
    table.start("six-handed")
    table.play((3,) * 6, 6, 6, 5)
    page = table.ruling("revoke", "later", seat="0", hand="1")
    receivers = [key.attributes["value"] for key in page.root.all("button", name="to")]
    assert (page.errors, receivers) == ([], ["1", "2", "nobody"])
    page = table.browser.open(
        f"{table.path}/rulings", query_string=page.form("/rulings", "get").fields | {"to": "1"}
    )
    assert table.browser.send(page.form("/rulings")).status == SAVED
    assert "tricks to" in table.browser.open(f"{table.path}/rulings").text


def test_table_talk_is_not_offered_without_partners(table: Table) -> None:
    table.start("solo")
    desk = table.browser.open(f"{table.path}/rulings")
    assert "Table talk" not in desk.text
    assert table.answer("table talk").status == 404


def test_a_current_ruling_is_shown_on_every_page(played: Table) -> None:
    played.rule("revoke", "later", seat="1", hand="2", note="had a heart")
    pages = {
        way: played.browser.open(f"{played.path}{way}")
        for way in (
            *("", "?by=side", "?by=player", "?by=trick", "?change=bids"),
            *("/outlook", "/hands/2/correction", "/rulings"),
        )
    }
    assert [
        way
        for way, page in pages.items()
        if ("Revoke (renege): did not follow suit · Ben: 3 tricks to Gold · had a heart")
        not in page.text
        or page.forms_to("/withdrawal") == []
    ] == []
    played.browser.send(pages["/outlook"].form("/withdrawal"))
    assert "rulings" not in written(played)[1]


def test_a_ruling_before_the_bids_counts_in_that_hand(played: Table) -> None:
    played.take(7, 6)
    before = played.points
    page = played.ruling("exposed card", seat="0", hand="3", points="20")
    assert "It will count once the tricks of hand 3 are in." in page.text
    played.rule("exposed card", seat="0", hand="3", points="20", note="a club")
    page = played.show()
    assert "Exposed card · Ann: −20 points · a club" in page.text
    assert (page.points, page.forms_to("/bids") != []) == (before, True)
    played.play((4, 3, 3, 2), 7, 6)
    assert played.points == [before[0] + 70 - 20, before[1] + 51]


def test_a_misdeal_announces_lost_rulings_and_undo_restores_them(played: Table) -> None:
    assert "This also removes its ruling." not in played.show().text
    played.rule("revoke", "later", seat="1", hand="2")
    key = played.show().root.all("button", form="misdeal")[0]
    assert key.text == "Misdeal: start this hand over This also removes its ruling."
    assert "This also removes its ruling." in played.answer("misdeal", "in time").text
    played.rule("exposed card", seat="0", hand="2")
    assert "This also removes its 2 rulings." in played.show().text
    ruled = written(played)[1]
    played.record_misdeal()
    assert "rulings" not in written(played)[1]
    played.undo()
    assert written(played)[1] == ruled


def test_an_early_spade_is_no_longer_ruled_on_once_the_table_leads_spades_at_any_time(
    played: Table,
) -> None:
    ruling = played.ruling("early spade", "in time", seat="0").form("/rulings")
    fields = {"spades_led": "any time"}
    changed = played.browser.open(f"{played.path}/rules/change", query_string=fields)
    assert played.browser.send(changed.form("/change")).status == SAVED
    refused = played.browser.send(ruling)
    assert (refused.status, played.answer("early spade").status) == (409, 404)
    assert "What happened?" in [title.text for title in refused.root.all("h2")]

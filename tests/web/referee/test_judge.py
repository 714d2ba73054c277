import pytest

from tests.reading import Node, Page
from tests.table import SAVED, Table
from tests.web.browser import Browser


def judge(table: Table, question: str = "") -> Page:
    return table.browser.open(f"{table.path}/judge{question}")


def verdict(page: Page) -> str:
    return next(node for node in page.root.all("section", id="now")).text


def findings(page: Page) -> list[str]:
    nodes = page.root.all("div")
    return [node.all("p")[0].text for node in nodes if "finding" in classes(node)]


def classes(node: Node) -> list[str]:
    return node.attributes.get("class", "").split()


def keys(page: Page) -> list[Node]:
    return [node for node in page.root.all("button") if "key" in classes(node)]


def tap(table: Table, page: Page, card: str) -> Page:
    (cards,) = [
        node.attributes["value"]
        for node in keys(page)
        if node.attributes.get("value", "").split("-")[-1] == card
    ]
    form = page.form("/judge#now", "get")
    return table.browser.open(f"{table.path}/judge", query_string=form.fields | {"cards": cards})


def test_the_leader_of_the_hand_leads_the_trick_unless_another_player_is_tapped(
    table: Table,
) -> None:
    page = judge(table)
    assert verdict(page) == "Ann leads Someone else leads? Tap the name."
    assert len(keys(page)) == 52
    assert f"{table.path}/judge?leads=2" in page.links
    assert f"{table.path}/judge?leads=2" not in judge(table, "?cards=10H").links


def suit_shown(page: Page) -> list[str]:
    tabs = page.root.all("input", name="suit")
    return [tab.attributes["aria-label"] for tab in tabs if "checked" in tab.attributes]


def test_the_suit_led_or_the_cards_known_are_selected(table: Table) -> None:
    assert suit_shown(judge(table, "?cards=10C")) == ["Clubs"]
    assert suit_shown(judge(table, "?cards=10H")) == ["Hearts"]
    assert suit_shown(judge(table, "?whole=yes&cards=2D-3D-AD-4D")) == ["Hearts"]
    assert suit_shown(judge(table, "?leads=0&holder=0&holding=AS-KH")) == ["Ann’s cards"]
    assert suit_shown(judge(table, "?leads=3&holder=0&holding=AS-KH&cards=2D")) == ["Ann’s cards"]
    assert suit_shown(judge(table, "?leads=2&holder=0&holding=AS-KH&cards=2D")) == ["Diamonds"]


def test_a_trick_is_entered_card_by_card_and_one_link_says_whether_spades_were_broken(
    table: Table,
) -> None:
    (link,) = judge(table, "?leads=0&cards=2H-3H").root.all("a", class_="barlink")
    changed = table.browser.open(link.attributes["href"])
    assert (link.text, changed.root.all("a", class_="barlink")[0].text) == (
        *("Spades not broken · change", "Spades broken · change"),
    )
    assert verdict(changed).startswith("Cleo’s turn")
    page = tap(table, judge(table), "10H")
    assert verdict(page) == "Ben’s turn Follow hearts if you can. Ann is winning."
    for card in ("KH", "3H", "2H"):
        page = tap(table, page, card)
    assert verdict(page) == "Ben wins with the king of hearts and leads next."
    assert findings(page) == []


def test_a_played_card_cannot_be_tapped_again_and_the_last_one_can_be_undone(table: Table) -> None:
    disabled = [
        node.attributes["aria-label"]
        for node in keys(judge(table, "?cards=AH-KH"))
        if "disabled" in node.attributes
    ]
    assert disabled == ["ace of hearts", "king of hearts"]
    page = judge(table, "?leads=2&cards=AH-2S")
    assert f"{table.path}/judge?leads=2&cards=AH" in page.links


def test_a_complete_trick_links_to_the_next_and_a_hand_continues_with_the_winner(
    table: Table,
) -> None:
    page = judge(table, "?cards=AH-2S-KH-QH")
    assert keys(page) == []
    (onward,) = [link for link in page.links if link.endswith("/judge?leads=1&broken=yes")]
    assert verdict(table.browser.open(onward)) == "Ben leads"
    page = judge(table, "?whole=yes&cards=2H-3H-AH-4H")
    assert verdict(page) == (
        "Trick 1 Cleo wins with the ace of hearts and leads next. Spades aren’t broken yet. "
        "Lead one only if you hold nothing else."
    )
    assert verdict(tap(table, page, "5D")).startswith("Trick 2 Dan’s turn Follow diamonds")


def test_an_early_spade_lead_is_questioned(table: Table) -> None:
    page = judge(table, "?cards=AS-KH")
    assert findings(page)[0] == (
        "Ann led a spade before spades were broken. That’s fine only if Ann held nothing else."
    )
    boxes = [node for node in page.root.all("div") if "finding" in classes(node)]
    assert [[link.text for link in box.all("a")] for box in boxes] == [
        ["Only spades", "Had another suit"],
        ["Note it"],
    ]


@pytest.mark.parametrize(
    ("cards", "noticed"),
    [
        pytest.param("AS", "in+time", id="before the next card"),
        pytest.param("AS-3S", "later", id="after the next card"),
    ],
)
def test_a_wrong_spade_lead_links_to_the_rulings(table: Table, cards: str, noticed: str) -> None:
    page = judge(table, f"?cards={cards}&alone=no")
    assert findings(page) == ["Ann can’t lead a spade yet. Lead another suit."]
    address = f"{table.path}/rulings?kind=early+spade&noticed={noticed}&seat=0"
    assert address in page.links
    assert table.browser.open(address).status == 200


def test_a_revoke_in_a_hand_links_to_its_ruling(table: Table) -> None:
    table.bid(4, 3, 3, 2)
    page = judge(table, "?whole=yes&cards=AH-3C-2H-4H-KD-5H")
    assert findings(page)[0] == (
        "Revoke: Ben didn’t follow hearts in trick 1 but played one in trick 2."
    )
    (desk,) = [link for link in page.links if "/rulings?kind=revoke" in link]
    assert desk == f"{table.path}/rulings?kind=revoke&noticed=later&seat=1"
    ruling = table.browser.open(desk).form("/rulings")
    assert ruling.fields["seat"] == "1"
    assert table.browser.send(ruling).status == SAVED


def test_a_hand_ends_with_its_last_trick(duel: Table) -> None:
    ranks = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    cards = "-".join(f"{rank}H-{rank}C" for rank in ranks)
    page = judge(duel, f"?whole=yes&cards={cards}")
    assert verdict(page) == "Trick 13 Ben wins the last trick with the 2 of hearts."
    assert keys(page) == []


HEARTS = "AH-KH-QH-JH-10H-9H-8H-7H-6H"
ANN = f"{HEARTS}-AS-2S-AC-2C"
"""Thirteen cards: nine hearts, two spades, two clubs, no diamond."""


def known(table: Table, cards: str = "", holding: str = ANN, **question: str) -> Page:
    """Open the judge with the cards of Ann, who leads, in a whole hand."""
    asked = {"leads": "0", "whole": "yes", "holder": "0", "holding": holding, "cards": cards}
    return table.browser.open(f"{table.path}/judge", query_string=asked | question)


def offered(page: Page) -> list[str]:
    own = [node for node in keys(page) if "disabled" not in node.attributes]
    return [
        node.attributes["value"].split("-")[-1]
        + ("!" if "deck__card--wrong" in classes(node) else "")
        for node in own
    ]


def test_the_cards_of_a_player_are_entered_at_once(table: Table) -> None:
    (entering,) = [
        link for link in judge(table, "?leads=0&whole=yes").links if "holder=0&enter=yes" in link
    ]
    page = table.browser.open(entering)
    assert "Tap all 13 cards Ann had before the first trick." in page.text
    boxes = [node for node in page.root.all("input") if node.attributes.get("name") == "holding"]
    assert len(boxes) == 52
    form = page.form("/judge#now", "get")
    fields = form.fields | {"holding": ANN.split("-")}
    judged = table.browser.open(f"{table.path}/judge", query_string=fields)
    assert verdict(judged) == "Trick 1 Ann leads Ann may play only hearts and clubs."


@pytest.mark.parametrize(
    ("holding", "said"),
    [
        pytest.param("AS-KS", "A player has 13 cards, not 2.", id="two"),
        pytest.param(f"{ANN}-KC", "A player has 13 cards, not 14.", id="fourteen"),
        pytest.param("AS-AS", "A player can’t hold AS twice.", id="twice"),
    ],
)
def test_a_wrong_number_of_cards_is_refused_and_kept(table: Table, holding: str, said: str) -> None:
    page = known(table, holding=holding)
    assert page.status == 422
    assert said in page.text
    boxes = page.root.all("input", name="holding")
    ticked = [node for node in boxes if "checked" in node.attributes]
    assert {node.attributes["value"] for node in ticked} == set(holding.split("-"))


def test_the_judge_lists_and_marks_legal_cards(table: Table) -> None:
    page = known(table, "3D-AD-4D", leads="1")
    assert verdict(page).endswith("Ann may play any card.")
    assert offered(page)[:13] == [
        *["AS", "2S"],
        *[f"{rank}H" for rank in ("A", "K", "Q", "J", "10", "9", "8", "7", "6")],
        *["AC", "2C"],
    ]
    page = known(table, "3C-4C-5C", leads="1")
    assert verdict(page).endswith("Ann may play only clubs.")
    assert [card for card in offered(page)[:13] if "!" not in card] == ["AC", "2C"]


def test_a_revoke_with_known_cards_is_found_in_time_and_established_after_the_next_play(
    table: Table,
) -> None:
    page = known(table, "3C-4C-5C-AH", leads="1")
    assert findings(page) == [
        "Trick 1: The ace of hearts was wrong. Ann still had clubs and had to follow suit. "
        "That’s a revoke."
    ]
    assert f"{table.path}/rulings?kind=revoke&noticed=in+time&seat=0" in page.links
    in_time = known(table, "3C-4C-5C-AH-6C", leads="1")
    assert f"{table.path}/rulings?kind=revoke&noticed=in+time&seat=0" in in_time.links
    later = known(table, "3C-4C-5C-AH-6C-AC", leads="1")
    assert f"{table.path}/rulings?kind=revoke&noticed=later&seat=0" in later.links
    assert len(findings(later)) == 2


def test_a_spade_lead_with_known_cards_is_judged(table: Table) -> None:
    page = known(table, "AS")
    assert findings(page) == [
        "Trick 1: The ace of spades was wrong. Spades were not broken, and Ann still had "
        "another suit."
    ]
    assert f"{table.path}/rulings?kind=early+spade&noticed=in+time&seat=0" in page.links
    assert "noticed=later" in " ".join(known(table, "AS-3S").links)
    spades = "AS-KS-QS-JS-10S-9S-8S-7S-6S-5S-4S-3S-2S"
    assert findings(known(table, "AS", holding=spades)) == [
        "Ann had nothing else, so the lead is fine and spades are broken."
    ]


def test_a_single_trick_needs_only_the_remaining_cards_of_one_player(table: Table) -> None:
    page = known(table, "3C", leads="1")
    assert {"AS", "2S", "AH"}.isdisjoint(offered(page))
    page = table.browser.open(f"{table.path}/judge?leads=0&holder=0&holding=KH&cards=KH-2H-3H-4H")
    assert any(link.endswith("/judge?leads=0") for link in page.links)
    page = table.browser.open(f"{table.path}/judge?leads=0&holder=0&holding=AS-KH&broken=yes")
    assert verdict(page) == "Ann leads Ann may play any card."
    page = tap(table, page, "KH")
    for card in ("2H", "3H", "4H"):
        page = tap(table, page, card)
    (onward,) = [link for link in page.links if "holding=AS" in link and "cards" not in link]
    assert verdict(table.browser.open(onward)) == "Ann leads Ann may play any card."


def test_two_packs_allow_a_card_twice(browser: Browser) -> None:
    table = Table(browser)
    table.start("six-handed")
    question = f"{table.path}/judge?leads=0&holder=0&holding=AS-AS-KH"
    page = table.browser.open(f"{question}&enter=yes")
    boxes = [node for node in page.root.all("input") if node.attributes.get("name") == "holding"]
    assert len(boxes) == 102
    assert sum("checked" in node.attributes for node in boxes) == 3
    assert verdict(table.browser.open(question)) == "Ann leads Ann may play only hearts."


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        pytest.param("XX", "“XX” is not a card.", id="no card"),
        pytest.param("BJ", "“BJ” is not a card.", id="of another deck"),
        pytest.param("-", "“” is not a card.", id="nothing"),
        pytest.param("AS-<script>", "“<script>” is not a card.", id="markup"),
        pytest.param("AS-AS", "AS has already been played", id="a card twice"),
        pytest.param("AS-KS-QS-JS-10S", "cards", id="five in a trick"),
        pytest.param("-".join(["AS", "KS"] * 5000), "cards", id="ten thousand"),
        pytest.param("٣S", "is not a card", id="another alphabet"),
    ],
)
def test_an_invalid_card_is_refused(table: Table, cards: str, words: str) -> None:
    page = table.browser.open(f"{table.path}/judge", query_string={"cards": cards})
    assert page.status == 422
    assert words in page.text
    assert f"{table.path}/judge" in page.links


@pytest.mark.parametrize(
    "question",
    ["holder=4&holding=AS", *(f"leads={seat}" for seat in ("4", "-1", "x", "9" * 40, ""))],
)
def test_an_invalid_seat_is_not_found(table: Table, question: str) -> None:
    assert judge(table, f"?{question}").status == 404


FIRST, SECOND = "AS-2S-3S-4S-5H", "2H-3H-AH-4H-5S-6S-7S-8S-AS"
"""A spade led to the first trick, then a heart; a spade led to the second, then one more."""


@pytest.mark.parametrize(
    ("spades_led", "about", "hint", "early"),
    [
        pytest.param("once broken", ["Spades not broken · change"], "", [True, True], id="broken"),
        pytest.param("any time", [], "", [False, False], id="any time"),
        pytest.param(
            *("not in the first trick", ["First trick · change"]),
            *("First trick: lead a spade only if you hold nothing else.", [True, False]),
            id="not in the first trick",
        ),
    ],
)
def test_a_spade_is_led_early_by_the_rule_of_the_table(
    table: Table, spades_led: str, about: list[str], hint: str, early: list[bool]
) -> None:
    table.start(spades_led=spades_led)
    page = judge(table)
    assert [link.text for link in page.root.all("a", class_="barlink")] == about
    assert hint in verdict(page)
    whole = [judge(table, f"?leads=0&whole=yes&cards={cards}") for cards in (FIRST, SECOND)]
    assert [["spade" in found for found in findings(page)] == [True] for page in whole] == early
    rulings = table.browser.open(f"{table.path}/rulings")
    assert ("kind=early+spade" in rulings.html) == any(early)
    assert table.answer("early spade").status == (200 if any(early) else 404)

import pytest

from scorekeeper.rules import HouseRules
from scorekeeper.words.language import LANGUAGES
from scorekeeper.words.referee.rule_card import list_entries
from tests.reading import Page
from tests.table import Table


def card(table: Table) -> Page:
    return table.browser.open(f"{table.path}/rules")


def sentences(page: Page) -> list[str]:
    return [entry.text for entry in page.root.all("ul", class_="rulecard")[0].all("li")]


def test_the_rule_card_explains_the_house_rules_and_marks_unusual_ones(table: Table) -> None:
    assert sentences(card(table)) == [
        sentence for sentence, _ in list_entries(HouseRules.of("partnership"))
    ]
    table.start("partnership", target="350", board="4", bag_limit="0")
    marked = [words for words in sentences(card(table)) if words.endswith("house rule")]
    assert [words.partition(" ")[0] for words in marked] == ["At", "There", "Each", "A"]
    assert "house rule" not in " ".join(
        words for words in sentences(card(table)) if words not in marked
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_card_is_translated(table: Table, language: str) -> None:
    table.browser.client.set_cookie("language", language)
    page = card(table)
    assert (page.status, page.lang) == (200, language)

import pytest

from scorekeeper.rules import GAMES, PRESETS, RULES, BigBid, Game, HouseRules, Preset, list_rules
from scorekeeper.rules.house_rules import CHOICES
from scorekeeper.words import house_rules as words
from scorekeeper.words.language import speak
from tests.words.complete import is_complete

EVERY_CHOICE = [(rule, choice.value) for rule, choices in CHOICES.items() for choice in choices]
TEN = BigBid(at=10, made=200, set=-100)
BOSTON = BigBid(at=13, made=500, set=-250, how="extra")


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_name_and_a_label(any_language: str, rule: str) -> None:
    assert is_complete(words.name_rule(rule))
    assert words.name_rule(rule) != rule
    assert is_complete(words.label_rule(rule))


def test_an_unknown_rule_is_named_by_its_key() -> None:
    assert words.name_rule("kibitzers") == "kibitzers"


@pytest.mark.parametrize("rule", words.HINTS)
def test_every_hint_belongs_to_a_rule(any_language: str, rule: str) -> None:
    assert rule in RULES
    assert is_complete(words.describe_rule(rule))


def test_a_rule_that_explains_itself_has_no_hint() -> None:
    assert words.describe_rule("target") == ""


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_has_a_description(any_language: str, preset: Preset) -> None:
    assert is_complete(words.describe_preset(preset))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_form_asks_each_rule_of_a_game_once_eight_of_them_first(game: Game) -> None:
    first, groups = words.list_first(game), words.list_groups(game)
    rare = [rule for _title, group in groups for rule in group]
    assert sorted([*first, *rare]) == sorted(list_rules(game))
    assert len(first) == 8
    assert ("bids_by" in first) == game.has_partners == ("bag_penalty" in rare)


def test_rules_that_no_preset_changes_come_last_in_their_group() -> None:
    changed = {rule for preset in PRESETS for rule in preset.changes}
    for _title, group in words.list_groups(GAMES["partnership"]):
        used = [rule in changed for rule in group]
        assert used == sorted(used, reverse=True)


@pytest.mark.parametrize("choice", words.VARIANTS)
def test_every_variant_of_known_rules_has_a_name(any_language: str, choice: str) -> None:
    house = HouseRules.of("partnership", failed_nil=choice)
    assert words.name_variant("MSN Zone", house).startswith("MSN Zone, ")
    assert is_complete(words.name_variant("MSN Zone", house))


def test_proper_names_of_presets_are_not_translated() -> None:
    speak("de")
    assert {preset.key: words.name_preset(preset) for preset in PRESETS} == {
        "gold-and-blue": "Gold & Blau",
        "two-players": "Zu zweit",
        "pagat-standard": "Pagat-Standard",
        "msn-zone": "MSN Zone",
        "quick-250": "Kurz bis 250",
        "cookout": "Cookout",
        "joker-joker-deuce": "Joker joker deuce",
    }


@pytest.mark.parametrize(("rule", "choice"), EVERY_CHOICE)
def test_every_choice_has_a_name(any_language: str, rule: str, choice: str) -> None:
    assert is_complete(words.name_choice(rule, choice))
    assert words.name_option(rule, choice) == words.name_choice(rule, choice)


def test_partner_choices_need_partners() -> None:
    assert words.name_choices(GAMES["partnership"], "bidding")["suicide"] == "Suicide"
    assert list(words.name_choices(GAMES["solo"], "bidding").values()) == ["Free", "Mirror", "Whiz"]


@pytest.mark.parametrize(
    ("rule", "written", "said"),
    [
        ("floor", "", "none"),
        ("floor", "-200", "−200"),
        ("forbidden_total", "13", "13"),
        ("bag_limit", "", "none"),
        ("bag_carry", "yes", "yes"),
        ("bag_carry", "", "no, back to 0"),
        ("blind_factor", "2", "twice"),
        ("revoke_penalty", "3 tricks", "Three tricks"),
        ("revoke_penalty", "1", "1 point"),
        ("revoke_penalty", "50", "50 points"),
        pytest.param("revoke_penalty", "a beer", "a beer", id="no number"),
        pytest.param("revoke_penalty", "٣", "٣", id="another alphabet"),
        pytest.param("revoke_penalty", "9" * 5000, "9" * 5000, id="five thousand digits"),
    ],
)
def test_options_are_named_and_typed_values_unchanged(rule: str, written: str, said: str) -> None:
    assert words.name_option(rule, written) == said


@pytest.mark.parametrize(
    ("rule", "given", "said"),
    [
        ("target", 350, "350"),
        ("floor", -300, "−300"),
        ("floor", None, "none"),
        ("bag_limit", 0, "none"),
        ("blind_factor", 1, "once"),
        ("blind_set_factor", 3, "three times"),
        ("bag_penalty", 100, "−100"),
        ("nil_penalty", 50, "−50"),
        ("blind_nil_penalty", 0, "0"),
        ("bag_carry", True, "yes"),
        ("bag_carry", False, "no, back to 0"),
        ("failed_nil", "help", "They count towards the partner’s bid"),
        ("revoke_penalty", "set", "The contract is set"),
        ("revoke_penalty", 50, "50 points"),
        ("big_bids", [], "none"),
        (
            "big_bids",
            [TEN, BOSTON],
            "10 or more: +200 if made, −100 if set; 13 or more: an extra +500 if made, −250 if set",
        ),
    ],
)
def test_values_of_rules_are_formatted(rule: str, given: object, said: str) -> None:
    assert words.format_value(HouseRules.of("partnership", **{rule: given}), rule) == said


def test_differences_from_the_usual_rules_are_listed() -> None:
    assert words.describe_differences(HouseRules.of("two-player")) == []
    assert words.describe_differences(
        HouseRules.of("partnership", target=350, failed_nil="help")
    ) == ["Play to 350", ("Tricks taken on a failed nil: They count towards the partner’s bid")]


@pytest.mark.parametrize(
    ("rule", "given", "said"),
    [
        ("floor", -300, "A side loses at −300"),
        ("floor", None, "Losing score: none"),
        ("bag_penalty", 50, "The bag penalty costs 50"),
        ("overtrick_points", 0, "An overtrick is worth 0"),
        ("blind_factor", 3, "A blind bid counts three times if made"),
        ("bag_carry", False, "Extra bags carry over: no, back to 0"),
        ("revoke_penalty", 50, "A revoke costs 50 points"),
        ("revoke_penalty", "set", "Revoke penalty: The contract is set"),
    ],
)
def test_every_difference_is_a_sentence(rule: str, given: object, said: str) -> None:
    assert words.describe_difference(HouseRules.of("partnership", **{rule: given}), rule) == said


@pytest.mark.parametrize(
    ("rule", "said"), [("target", "Play to"), ("minutes", "Minutes per match")]
)
def test_a_label_is_the_sentence_or_the_name(rule: str, said: str) -> None:
    assert words.label_rule(rule) == said


@pytest.mark.parametrize(
    ("house", "said"),
    [
        ({}, "to 500 · lose at −200 · 10 bags −100"),
        ({"target": 250, "floor": None}, "to 250 · 10 bags −100"),
        ({"bag_limit": 1}, "to 500 · lose at −200 · 1 bag −100"),
        ({"bag_limit": 0}, "to 500 · lose at −200 · no bags"),
    ],
)
def test_the_summary_has_the_most_important_rules(house: dict[str, int | None], said: str) -> None:
    assert words.summarize(HouseRules.of("partnership", **house)) == said

from dataclasses import replace

import pytest

from scorekeeper.rules import GAMES, Game, HouseRules, Match
from scorekeeper.words import table as words
from scorekeeper.words.language import speak
from tests.rules.table import Table
from tests.words.complete import is_complete


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_name_and_a_short_one(any_language: str, game: str) -> None:
    assert is_complete(words.name_game(game))
    assert is_complete(words.abbreviate_game(game))
    assert words.name_games()[game] == words.name_game(game)


@pytest.mark.parametrize(
    ("language", "name", "said"),
    [
        ("en", "Gold", "Gold"),
        ("de", "Blue", "Blau"),
        ("de", "Green", "Grün"),
        ("fil", "Green", "Berde"),
        pytest.param("de", "Blues", "Blues", id="a name of their own"),
    ],
)
def test_only_default_sides_are_translated(language: str, name: str, said: str) -> None:
    speak(language)
    assert words.name_side(name) == said


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_default_side_has_a_translation(game: Game) -> None:
    assert {*game.side_names} <= {*words.USUAL_SIDES}


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Gold", "Blue"], "G B"),
        (["Gold", "Blue", "Green"], "Go B Gr"),
        (["Ann", "Äpfel"], "A Ä"),
        (["Mark", "Maria", "Max", "Mia"], "Ma Mr Mx Mi"),
        (["Max", "Mia", "Mark", "Maria"], "Ma Mi Mk Mr"),
        (["Max", "Ma", "mona"], "Mx Ma mo"),
        (["Ab", "Aba", "Abba"], "A1 A2 A3"),
        (["Anna-Lena", "Anna Maria"], "An Aa"),
        (["M", "M2", "M 3"], "M1 M2 M3"),
    ],
)
def test_abbreviations_are_short_and_distinct(names: list[str], letters: str) -> None:
    assert words.abbreviate_names(names) == tuple(letters.split())


def test_abbreviations_of_sides_are_translated() -> None:
    speak("de")
    assert words.abbreviate_names(["Gold", "Green", "Blue"]) == ("Go", "Gr", "B")


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (("Ann", "Ben", "Cleo", "Dan"), "Ann & Cleo"),
        (("Oma Hilde", "Ben", "Cleo Maria", "Dan"), "Oma & Cleo"),
        (("Player 1", "Ben", "Player 3", "Dan"), "1 & 3"),
        (("Anna-Lena", "Ben", "Karl-Heinz", "Dan"), "Anna & Karl"),
        (("Oma Hilde", "Ben", "Oma Rose", "Dan"), "Om & Oa"),
        (("Anna-Katharina", "Ben", "Alexander", "Dan"), "An & Al"),
    ],
)
def test_partners_with_long_names_are_abbreviated(
    table: Table, players: tuple[str, ...], said: str
) -> None:
    assert words.abbreviate_partners(replace(table.match, players=players), side=0) == said


def test_partners_are_named_only_for_sides_of_several(table: Table, duel: Table) -> None:
    assert words.name_partners(table.match, side=1) == "Ben & Dan"
    assert words.name_partners(duel.match, side=1) == ""


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        pytest.param([], "", id="nothing"),
        pytest.param(["Ann"], "Ann", id="one"),
        pytest.param(["Ann", "Ben"], "Ann and Ben", id="two"),
        pytest.param(["Ann", "Ben", "Cleo"], "Ann, Ben and Cleo", id="three"),
    ],
)
def test_parts_are_joined_by_commas_and_a_last_and(parts: list[str], said: str) -> None:
    assert words.join_with_and(parts) == said


@pytest.mark.parametrize(
    ("points", "number", "signed"), [(132, "132", "+132"), (0, "0", "0"), (-47, "−47", "−47")]
)
def test_numbers_have_a_real_minus_sign(points: int, number: str, signed: str) -> None:
    assert words.format_number(points) == number
    assert words.format_signed(points) == signed


@pytest.mark.parametrize(
    ("language", "amount", "points", "bags", "overtricks"),
    [
        ("en", 1, "1 point", "1 bag", "1 overtrick"),
        ("en", 2, "2 points", "2 bags", "2 overtricks"),
        ("en", 0, "0 points", "0 bags", "0 overtricks"),
        ("de", 1, "1 Punkt", "1 Bag", "1 Überstich"),
        ("de", 5, "5 Punkte", "5 Bags", "5 Überstiche"),
        ("fil", 5, "5 puntos", "5 bag", "5 sobrang trick"),
    ],
)
def test_points_and_bags_have_plural_forms(
    language: str, amount: int, points: str, bags: str, overtricks: str
) -> None:
    speak(language)
    assert words.format_points(amount) == points
    assert words.format_bags(amount) == bags
    assert words.format_overtricks(amount) == overtricks


@pytest.mark.parametrize(("amount", "said"), [(-1, "−1 point"), (-30, "−30 points")])
def test_negative_points_keep_their_sign(amount: int, said: str) -> None:
    assert words.format_points(amount) == said


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("two tricks of Ann", "Two tricks of Ann"),
        ("éclair", "Éclair"),
        ("7 bid", "7 bid"),
        ("", ""),
    ],
)
def test_capitalize_changes_only_the_first_letter(sentence: str, said: str) -> None:
    assert words.capitalize(sentence) == said


def test_a_sentence_is_prefixed_with_its_hand() -> None:
    assert words.name_hand(3) == "Hand 3"
    assert words.prefix_hand(3, "Ann leads.") == "Hand 3: Ann leads."


def test_dealer_and_leader_are_named_before_the_bids(table: Table, duel: Table) -> None:
    assert words.describe_turn(table.match) == "Dan deals · Ann leads"
    assert words.describe_turn(duel.match) == "Ann draws first · Ben leads"


def test_dealer_and_leader_are_named_after_the_bids(table: Table, duel: Table) -> None:
    table.bid(4, 3, 3, 2)
    duel.bid(5, 6)
    assert words.describe_turn(table.match) == "Dan dealt · Ann leads"
    assert words.describe_turn(duel.match) == "Ann drew first · Ben leads"


@pytest.mark.parametrize(("language", "second"), [("en", "Player 2"), ("de", "Spieler 2")])
def test_default_names_are_translated(english: None, language: str, second: str) -> None:
    speak(language)
    duel = words.translate_names(Match.start(HouseRules.of("two-player"), ["Ann", None]))
    assert (duel.players, duel.sides) == (("Ann", second), ("Ann", second))
    partners = words.translate_names(
        Match.start(HouseRules.of("partnership"), ["Ann", None, "Cleo", "Dan"])
    )
    assert (partners.players[1], partners.sides) == (second, ("Gold", "Blue"))


def test_a_match_with_given_names_is_unchanged() -> None:
    match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"])
    assert words.translate_names(match) is match


def test_the_first_leader_is_named(table: Table) -> None:
    table.bid(4, 3, 3, 2)
    assert words.describe_leader(table.match) == "Ann leads"

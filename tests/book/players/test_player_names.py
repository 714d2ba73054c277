import shutil
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.database import Database
from scorekeeper.book.matches import seats
from scorekeeper.book.players import player_names
from scorekeeper.book.players.player_names import NameTaken, PlayersShareMatch
from scorekeeper.rules import Bid, HouseRules, Match, match_file
from tests.book.player_queries import find_ids, merge, rename, whom
from tests.book.scorers import NOON, Scorer, bid
from tests.book.transfer.files import Book, lines
from tests.databases import opened
from tests.effort import tries

DUEL = HouseRules.of("two-player")


def known(scorer: Scorer) -> dict[str, int]:
    found = scorer.ask(whom)
    return {person.name: person.matches for person in found}


def part(scorer: Scorer, player: str) -> None:
    scorer.do(player_names.split, player)


def name_seats(scorer: Scorer, match: str, names: dict[int, str | None]) -> None:
    scorer.do(seats.name_seats, match, names)


def called(scorer: Scorer, match: str) -> tuple[str, ...]:
    return scorer.load(match).match.players


def without_names(match: Match) -> Any:
    return match_file.write(match.with_names([None] * len(match.players)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoë", "zoe"),
        ("JOSÉ", "José"),
        ("Nin\u0303o", "niño"),
        ("Straße", "STRASSE"),
        ("Łukasz", "lukasz"),
        ("Søren", "SOREN"),
        ("Andreй", "andreи"),
        *[(f"O{sign}Brien", "o'brien") for sign in "’‘ʼ`´′＇‛"],
        *[(f"Jean{sign}Luc", "jean-luc") for sign in "‐‑–—−－"],
        ("“Bob”", '"bob"'),
        ("„Bob“", "«Bob»"),
        ("Ann\u00a0 Lee", " ann\u2009lee "),
        ("Ann. ", "ann"),
        ("Ａｎｎ", "ann"),
        ("Jür\u00adgen\u200b", "jurgen"),
        ("❤\ufe0f", "❤"),
        ("A\u200dnn", "Ann"),
    ],
)
def test_one_key_folds_what_keyboards_and_pastes_change(one: str, other: str) -> None:
    assert rules.fold(one) == rules.fold(other)


@pytest.mark.parametrize(
    ("one", "other"), [("がく", "かく"), ("सुमन", "समन"), ("Ann", "Anne"), ("🃏", "🂡"), (".", "-")]
)
def test_other_names_stay_distinct(one: str, other: str) -> None:
    assert rules.fold(one) != rules.fold(other)


def test_the_longest_name_has_a_search_key(ann: Scorer) -> None:
    ann.start(["ﬃ" * 40, "ΐ" * 40])
    assert len(known(ann)) == 2


def test_a_known_name_ignores_case_and_accents(ann: Scorer) -> None:
    ann.start(["Ann", "José"])
    again = ann.start(["jose", "ANN"])
    assert called(ann, again) == ("José", "Ann")
    assert known(ann) == {"Ann": 2, "José": 2}


@pytest.mark.parametrize("other", ["ann", "Änn", "A\u200dnn", "Ａｎｎ", "Ann\u00a0", "Ann."])
@pytest.mark.parametrize("seated", [["Ann", "Ben"], ["Ben", "Cleo"]], ids=["known", "new"])
def test_no_two_spellings_of_one_name_sit_at_a_table(
    ann: Scorer, seated: list[str], other: str
) -> None:
    ann.start(seated)
    with pytest.raises(rules.SetUpError, match="same name twice"):
        ann.start(["Ann", other])
    assert {*known(ann)} == {*seated}


def test_of_two_people_with_one_key_an_exact_spelling_wins_then_who_played_last(
    ann: Scorer,
) -> None:
    together = match_file.write(Match.start(DUEL, ["Zoe", "Zoë"], started=NOON))
    book = Book(ann.database, ann.look(ann.start(["Ann", "Ben"])).scorebook_id)
    book.store(lines(together))
    typed = ("Zoe", "zoe", "ZOË", "Zoë", "zoe", "ZOE.")
    hours = [NOON + timedelta(hours=hour) for hour in range(1, 7)]
    matches = [
        Match.start(DUEL, [name, "Ann"], started=at) for name, at in zip(typed, hours, strict=True)
    ]
    seated = [called(ann, ann.start(match=match))[0] for match in matches]
    assert seated == ["Zoe", "Zoe", "Zoe", "Zoë", "Zoë", "Zoë"]
    assert called(ann, ann.start(["Zoë", "Zoe"])) == ("Zoë", "Zoe")


def test_a_seat_without_a_name_has_no_player(ann: Scorer) -> None:
    match = Match.start(HouseRules.of("partnership"), ["Ann", None, None, None], started=NOON)
    started = ann.start(match=match)
    assert ann.load(started).match == match
    assert known(ann) == {"Ann": 1}


def test_a_renamed_player_changes_in_all_matches_also_by_an_accent_only(ann: Scorer) -> None:
    first, second = ann.start(["Bne", "Cleo"]), ann.start(["Cleo", "Bne"])
    untouched = ann.start(["Cleo", "Dan"])
    rename(ann, "Bne", "Ben")
    assert (called(ann, first), called(ann, second)) == (("Ben", "Cleo"), ("Cleo", "Ben"))
    seen = [ann.look(match) for match in (first, second, untouched)]
    assert [(match.version, match.revision) for match in seen] == [(1, 2), (1, 2), (1, 1)]
    started = ann.start(["jose", "Ann"])
    rename(ann, "jose", "José")
    assert called(ann, started) == ("José", "Ann")


def test_a_rename_does_not_conflict_with_a_hand(ann: Scorer) -> None:
    started = ann.start()
    seen = ann.load(started)
    rename(ann, "Ben", "Benny")
    recorded = ann.record(started, bid, seen=seen)
    assert recorded == ann.load(started)
    assert recorded.match.players[1] == "Benny"


def test_a_taken_or_invalid_name_is_refused(ann: Scorer) -> None:
    ann.start(["Ben", "Cleo"])
    for name in ("Cleo", "cleo", "CLEÓ"):
        with pytest.raises(NameTaken) as refused:
            rename(ann, "Ben", name)
        assert refused.value.other.name == "Cleo"
    for name in ("", "x" * 41, "B\0n", "Player 2"):
        with pytest.raises(rules.SetUpError):
            rename(ann, "Ben", name)
    assert set(known(ann)) == {"Ben", "Cleo"}


def test_corrections_are_unchanged_by_a_rename(ann: Scorer) -> None:
    started = ann.start(["Ann", "Ben"])
    ann.record(started, lambda match: match.bid([Bid(5), Bid(6)], NOON))
    ann.record(started, lambda match: match.record_tricks([None] * 2, [7, 6], NOON))
    fives = [Bid(5), Bid(5)]
    ann.correct(started, lambda match: match.correct(1, fives, None, [7, 6]), "five each")
    before = ann.log(started)
    rename(ann, "Ben", "Benny")
    assert ann.log(started) == before


def test_merged_spellings_can_be_split(ann: Scorer) -> None:
    wrong, right = ann.start(["Jon", "Ann"]), ann.start(["John", "Ann"])
    jon = merge(ann, "Jon", "John")
    assert called(ann, wrong) == ("John", "Ann")
    assert known(ann) == {"Ann": 2, "John": 2}
    seen = [ann.look(match) for match in (wrong, right)]
    assert [(match.version, match.revision) for match in seen] == [(1, 2), (1, 1)]
    later = ann.start(["Jon", "Ann"])
    assert called(ann, later) == ("John", "Ann")
    part(ann, jon)
    assert [called(ann, match)[0] for match in (wrong, right, later)] == ["Jon", "John", "John"]
    assert known(ann) == {"Ann": 3, "Jon": 1, "John": 2}
    assert called(ann, ann.start(["Jon", "Ann"])) == ("Jon", "Ann")


def test_splitting_keeps_earlier_merges(ann: Scorer) -> None:
    matches = [ann.start([name, "Ann"]) for name in ("Jo", "Jon", "John")]
    jo = merge(ann, "Jo", "Jon")
    jon = merge(ann, "Jon", "John")
    assert [called(ann, match)[0] for match in matches] == ["John"] * 3
    part(ann, jon)
    assert [called(ann, match)[0] for match in matches] == ["Jon", "Jon", "John"]
    part(ann, jo)
    part(ann, jo)
    assert [called(ann, match)[0] for match in matches] == ["Jo", "Jon", "John"]


def test_renaming_to_a_merged_spelling_makes_it_canonical(ann: Scorer) -> None:
    matches = [ann.start([name, "Ann"]) for name in ("Jo", "Jon", "John")]
    merge(ann, "Jo", "Jon")
    merge(ann, "Jon", "John")
    john = find_ids(ann)["John"]
    rename(ann, "John", "Jo")
    assert [called(ann, match)[0] for match in matches] == ["Jo"] * 3
    part(ann, john)
    assert [called(ann, match)[0] for match in matches] == ["Jo", "John", "John"]


def test_players_of_one_match_cannot_be_merged(ann: Scorer) -> None:
    ann.start(["Jon", "John"])
    ann.start(["Jo", "Jon"])
    with pytest.raises(PlayersShareMatch):
        merge(ann, "Jon", "John")
    merge(ann, "Jo", "John")
    with pytest.raises(PlayersShareMatch):
        merge(ann, "John", "Jon")


def test_merged_spellings_cannot_share_a_match(ann: Scorer) -> None:
    ann.start(["Jon", "Ann"])
    ann.start(["John", "Ann"])
    merge(ann, "Jon", "John")
    with pytest.raises(rules.SetUpError) as refused:
        ann.start(["Jon", "John"])
    assert refused.value.values == {"position": 1, "name": "John"}


def test_players_of_other_scorebooks_cannot_be_merged(ann: Scorer, database: Database) -> None:
    ann.start(["Ben", "Cleo"])
    ben, eve = find_ids(ann)["Ben"], Scorer(database)
    eve.start(["Ben", "Eve"])
    theirs = find_ids(eve)["Ben"]
    with database.write() as session:
        for pair in (ben, theirs), (theirs, ben):
            with pytest.raises(AccessDenied):
                player_names.merge(session, eve.secret, *pair)


def test_a_seat_can_be_named_later(ann: Scorer) -> None:
    house = HouseRules.of("two-player")
    started = ann.start(match=Match.start(house, [None, "Ben"], started=NOON))
    name_seats(ann, started, {0: "Ann"})
    assert called(ann, started) == ("Ann", "Ben")
    assert (ann.look(started).version, ann.look(started).revision) == (1, 2)
    name_seats(ann, started, {0: None})
    assert called(ann, started) == ("Player 1", "Ben")
    assert known(ann) == {"Ben": 1}


def test_a_misspelt_player_without_matches_is_deleted_and_an_accent_added_changes_all(
    ann: Scorer,
) -> None:
    ann.start(["Ben", "Ann"])
    wrong = ann.start(["Bne", "Ann"])
    name_seats(ann, wrong, {0: "ben"})
    assert known(ann) == {"Ann": 2, "Ben": 2}
    first, second = ann.start(["jose", "Ann"]), ann.start(["Ann", "jose"])
    name_seats(ann, second, {1: "José"})
    assert called(ann, first) == ("José", "Ann")
    assert ann.look(first).revision == 2


def test_two_players_can_change_seats_and_none_has_both(ann: Scorer) -> None:
    started = ann.start(["Ann", "Ben"])
    name_seats(ann, started, {0: "Ben", 1: "Ann"})
    assert called(ann, started) == ("Ben", "Ann")
    assert known(ann) == {"Ann": 1, "Ben": 1}
    with pytest.raises(rules.SetUpError):
        name_seats(ann, started, {0: "ann"})


SPELLINGS = ("Jo", "Jon", "John", "Joan")
SPELLING = strategies.sampled_from(SPELLINGS)
OPERATIONS = strategies.lists(
    strategies.one_of(
        strategies.tuples(strategies.just("rename"), SPELLING, SPELLING),
        strategies.tuples(strategies.just("merge"), SPELLING, SPELLING),
        strategies.tuples(strategies.just("part"), SPELLING, SPELLING),
    ),
    max_size=12,
)


@settings(
    max_examples=tries(45),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(operations=OPERATIONS)
def test_renames_and_merges_change_no_match(
    sqlite_template: Path, operations: list[tuple[str, str, str]]
) -> None:
    with TemporaryDirectory() as folder:
        file = shutil.copy(sqlite_template, folder)
        with closing(opened(f"sqlite:///{file}")) as database:
            ann = Scorer(database)
            started = [ann.start(["Ann", spelling]) for spelling in SPELLINGS]
            ann.record(started[0], lambda match: match.bid([Bid(5), Bid(6)], NOON))
            ann.record(started[0], lambda match: match.record_tricks([None] * 2, [7, 6], NOON))
            before = [without_names(ann.load(match).match) for match in started]
            people = {name: find_ids(ann)[name] for name in SPELLINGS}
            for operation, one, other in operations:
                call_differently(ann, operation, people[one], other, people[other])
            after = [ann.load(match).match for match in started]
            assert [without_names(match) for match in after] == before
            assert [match_file.read(match_file.write(match)) for match in after] == after
            assert [ann.look(match).version for match in started] == [3, 1, 1, 1]
            assert sum(known(ann).values()) == 2 * len(started)
            for player in people.values():
                part(ann, player)
            assert list(known(ann).values()).count(1) == len(SPELLINGS)


def call_differently(scorer: Scorer, operation: str, one: str, name: str, other: str) -> None:
    with suppress(NameTaken, AccessDenied), scorer.database.write() as session:
        if operation == "rename":
            player_names.rename(session, scorer.secret, one, name)
        elif operation == "merge":
            player_names.merge(session, scorer.secret, one, other)
        else:
            player_names.split(session, scorer.secret, one)

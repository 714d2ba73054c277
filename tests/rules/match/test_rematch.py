"""Rematch: the same table plays on from nothing."""

from tests.rules.table import Table


def test_a_rematch_has_the_same_players_and_rules(table: Table) -> None:
    table.start(target=250, opening=[(40, 3), (20, 1)])
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    again = table.match.rematch()
    assert (again.players, again.sides) == (table.match.players, table.match.sides)
    assert again.house == table.match.house
    assert (again.standings, again.hands) == (((0, 0), (0, 0)), ())


def test_the_deal_passes_on_in_the_rematch(table: Table) -> None:
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    table.match = table.match.rematch()
    assert table.roles == ("Ann", "Ben", "Ben")


def test_two_players_keep_swapping_in_the_rematch(duel: Table) -> None:
    duel.start("two-player", opening=[(450, 0), (0, 0)])
    duel.play([6, 7], 6, 7)
    duel.match = duel.match.rematch()
    assert duel.roles == ("Ben", "Ann", "Ann")


def test_a_rematch_can_rotate_partners(table: Table) -> None:
    once = table.match.rematch(rotate=True)
    twice = once.rematch(rotate=True)
    thrice = twice.rematch(rotate=True)
    assert once.players == ("Ann", "Cleo", "Dan", "Ben")
    assert twice.players == ("Ann", "Dan", "Ben", "Cleo")
    assert thrice.players == table.match.players


def test_the_same_player_deals_next_after_rotating(table: Table) -> None:
    table.start(first=0)
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    table.match = table.match.rematch(rotate=True)
    assert table.roles == ("Ben", "Ann", "Ann")


def test_a_rematch_keeps_names_of_sides(table: Table) -> None:
    table.match = table.match.start(
        table.match.house, table.match.players, sides=["Us", "Them"], place="kitchen"
    )
    again = table.match.rematch(rotate=True)
    assert (again.sides, again.place) == (("Us", "Them"), "kitchen")

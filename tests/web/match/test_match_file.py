import json

from scorekeeper.rules import match_file
from tests.table import Table


def test_a_match_is_downloaded_as_its_file(table: Table) -> None:
    table.play((4, 3, "nil", 2), 6, 6, seat_2=1)
    page = table.browser.open(f"{table.path}/file")
    assert page.headers["Content-Type"] == "application/json"
    assert page.headers["Content-Disposition"] == 'attachment; filename="spades-match.json"'
    written = page.json()
    assert written["format"] == "spades-match/2"
    assert written["players"] == ["Ann", "Ben", "Cleo", "Dan"]
    assert written["hands"][0]["bids"] == [4, 3, "nil", 2]
    assert written["started"].endswith("Z")


def test_the_file_reads_back_as_the_same_match(table: Table) -> None:
    table.start("partnership", target="350", opening_points_0="120", opening_bags_0="4")
    table.play((4, 3, "nil", 2), 6, 6, seat_2=1)
    table.record_misdeal()
    table.bid(5, "blind nil", 3, 4)
    match = match_file.read(table.browser.open(f"{table.path}/file").json())
    assert [standing.points for standing in match.standings] == table.points
    assert match.current_hand is not None


def test_names_of_any_script_stay_readable_in_the_file(table: Table) -> None:
    table.start("two-player", player_0="Žofie 小明", player_1='</script>"')
    text = table.browser.open(f"{table.path}/file").html
    assert "Žofie 小明" in text
    assert json.loads(text)["players"][1] == '</script>"'

from scorekeeper.rules import HouseRules
from scorekeeper.words.match.offline import list_sentences


def test_a_phone_fills_in_what_only_it_knows() -> None:
    words = list_sentences(HouseRules.of("partnership", bidding="suicide", blind_deficit=100))
    assert words["only both"] == "Only on this phone: hands {n} and {last}"
    assert words["only hands"] == "Only on this phone: hands {n} to {last}"
    assert words["suicide bid too low"] == (
        "{player} bid {bid}. A nil bidder’s partner must bid at least 4."
    )
    assert words["not far enough behind"] == (
        "{player} can’t bid blind. At this table you must be 100 points behind the leader, "
        "not {behind}."
    )
    assert "below board" not in words

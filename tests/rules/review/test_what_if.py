from hypothesis import HealthCheck, given, settings, strategies as st

from scorekeeper.rules import BidError, HouseRules, Match, Standing
from scorekeeper.rules.bids import check_bids
from scorekeeper.rules.presets import COOKOUT, list_presets
from scorekeeper.rules.review.what_if import list_other_presets, replay_with_rules
from tests.effort import tries
from tests.rules.strategies import Story, courses
from tests.rules.table import Table

QUICK = HouseRules.of("partnership", target=250, bag_limit=5, bag_penalty=50)


def test_a_match_by_its_own_rules_is_unchanged(table: Table) -> None:
    for _ in range(3):
        table.play([4, 3, 3, 2], Gold=8, Blue=5)
    look = replay_with_rules(table.match, table.match.house)
    assert look.first_different is None
    assert look.places == (1, 2, 3)
    assert look.points_at_end == (213, 150)
    assert (look.decision, look.winner, look.unplayed, look.refused_bids) == (None, None, 0, ())


def test_the_first_differently_scored_hand_is_found(table: Table) -> None:
    table.record_misdeal()
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    table.play([2, 3, 3, 3], Gold=7, Blue=6)
    table.play([2, 3, 3, 3], Gold=8, Blue=5)
    look = replay_with_rules(table.match, QUICK)
    assert look.first_different == 4
    assert look.points(look.match, 4) == (53, -60)
    assert look.points(look.other, 4) == (3, -60)


def test_no_hand_is_charged_for_opening_bags(table: Table) -> None:
    table.start(opening=[Standing(100, 7), Standing(90, 2)])
    table.play([3, 3, 3, 3], Gold=6, Blue=7)
    table.play([3, 3, 3, 3], Gold=7, Blue=6)
    look = replay_with_rules(table.match, QUICK)
    assert look.first_different == 2
    assert [look.points(look.other, place) for place in look.places] == [(60, 61), (11, 60)]


def test_a_match_without_hands_has_no_difference(table: Table) -> None:
    look = replay_with_rules(table.match, QUICK)
    assert (look.places, look.points_at_end, look.first_different) == ((), (0, 0), None)


def test_a_hand_without_bids_would_need_bids(duel: Table) -> None:
    duel.start("two-player", first_hand="bids itself")
    duel.take(7, 6)
    duel.play([5, 6], 7, 6)
    assert replay_with_rules(duel.match, HouseRules.of("two-player")).unbid == 1
    assert replay_with_rules(duel.match, duel.match.house).unbid is None


def test_the_rules_of_the_match_are_not_offered(table: Table, duel: Table) -> None:
    assert "gold-and-blue" not in [preset.key for preset in list_other_presets(table.match)]
    duel.start("solo", target=300)
    assert [preset.key for preset in list_other_presets(duel.match)] == ["usual"]
    for game in ("solo", "three-handed"):
        duel.start(game, deck="jokers")
        assert list_other_presets(duel.match) == ()
    table.start(**COOKOUT)
    offered = [preset.key for preset in list_other_presets(table.match)]
    assert offered == ["gold-and-blue", "pagat-standard", "msn-zone", "quick-250"]


@settings(max_examples=tries(150), deadline=None, suppress_health_check=list(HealthCheck))
@given(courses(most=20), st.data())
def test_the_comparison_equals_a_recorded_match(played: Story, data: st.DataObject) -> None:
    match = played.match
    house = data.draw(st.sampled_from(list_presets(match.house.game.key))).house(
        match.house.game.key
    )
    look = replay_with_rules(match, house)
    most = max(house.bag_limit - 1, 0)
    opening = [Standing(one.points, min(one.bags, most)) for one in match.opening]
    replayed = Match.start(house, match.players, opening=opening, first=match.first)
    refused, scored = [], []
    for place, hand in enumerate(match.hands, start=1):
        if hand.redeal is not None or hand.tricks is None:
            continue
        before = replayed.standings
        try:
            if hand.bids:
                check_bids(house, hand.bids, before)
        except BidError:
            refused.append(place)
        hands = (*replayed.hands, hand)
        replayed = Match(house, match.players, match.sides, match.first, match.opening, hands)
        scored.append(place)
        if replayed.decision:
            break
    assert look.places == tuple(scored)
    assert look.points_at_end == tuple(standing.points for standing in replayed.standings)
    assert [place for place, _ in look.refused_bids] == refused
    assert (look.decision is not None) == (replayed.decision is not None)
    assert look.match is match

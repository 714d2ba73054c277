"""The story of a match as a phone tells it: the same sentences as the server's."""

from dataclasses import replace
from random import Random
from typing import Any

from scorekeeper import words
from scorekeeper.book.db.ids import new_public_id
from scorekeeper.rules import GAMES, HouseRules, Match, Standing, Step
from scorekeeper.rules.review.story import NILS, HighlightKind, tell_story
from scorekeeper.rules.score_tables import REASONS, score_tables
from scorekeeper.web.site.match_page import describe_course
from tests.browser.phone import Phone
from tests.browser.view_comparison import SCRIPTS
from tests.rules.score_cases import BEGAN, describe, make_house, record, start, write_hand

MATCHES = 2000
TELL = """async ([scripts, story, nils, houses]) => {
  const [{ describeStory }, { replay }] = await Promise.all(scripts.map((one) => import(one)));
  return houses.flatMap(({ tables, ending, matches }) => matches.map(
    ({ base, hands, ended, winner, players, sides }) => {
      const state = { ...replay(tables, base, hands), start: base, hands };
      if (ended) state.outcome ??= { winner, ending: "early" };
      const words = { story, ending, stamps: [] };
      return describeStory({ ...state, tables, nils, players, sides, words });
    },
  ));
}"""


def play(random: Random, house: HouseRules) -> tuple[Match, Match]:
    """Return a finished match as the server knew it at some time, and at its end."""
    match = start(random, house)
    if random.random() < 0.3:
        opening = [Standing(random.choice((-120, 0, 0, 160))) for _ in house.game.sides]
        match = replace(match, opening=tuple(opening))
    known, until = match, random.randint(0, 12)
    for place in range(random.choice((4, 20, 20))):
        match = record(random, match, [])
        if place < until and match.step is not Step.OVER:
            known = match
    if match.step is not Step.OVER:
        match = match.end(BEGAN, random.choice((None, *range(len(match.sides)))))
    return known, match


def write(known: Match, match: Match) -> dict[str, Any]:
    hands = [write_hand(match, hand) for hand in match.hands[len(known.hands) :]]
    return {
        "base": describe(known) | describe_course(known),
        "hands": hands,
        "ended": match.ended is not None,
        "winner": match.awarded,
        "players": match.players,
        "sides": [words.table.name_side(name) for name in match.sides],
    }


def test_the_phone_tells_the_story_of_the_server(phone: Phone) -> None:
    random = Random(37)
    phone.become(new_public_id())
    phone.open("/settings")
    houses, expected, kinds = [], [], set()
    for number in range(MATCHES // 20):
        game = [*GAMES][number % len(GAMES)]
        low = {"target": random.choice((150, 300)), "floor": random.choice((None, -200))}
        house = HouseRules.of(game, **low) if number % 3 else make_house(random)
        played = [play(random, house) for _ in range(20)]
        houses.append(
            {
                "tables": score_tables(house),
                "ending": words.outcome.list_endings(replace(played[0][0], hands=())),
                "matches": [write(*one) for one in played],
            }
        )
        kinds |= {one.kind for _known, match in played for one in tell_story(match)}
        expected += [words.story.describe_story(match) for _known, match in played]
    nils = {REASONS.index(reason): counts for reason, counts in NILS.items()}
    told = phone.page.evaluate(TELL, [SCRIPTS, words.story.list_sentences(), nils, houses])
    pairs = [pair for pair in zip(expected, told, strict=True) if pair[0] != pair[1]]
    assert pairs == []
    assert kinds == {*HighlightKind}

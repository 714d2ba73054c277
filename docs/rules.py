"""Makes the tables of rules.md from the code: `python docs/rules.py`."""

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from scorekeeper import rules
from scorekeeper.rules import HouseRules, match_file
from scorekeeper.rules.cards import PACK
from scorekeeper.rules.house_rules import BIG_BID_RANGES, CHOICES, MAX_BIG_BIDS, NULLABLE, RANGES
from scorekeeper.rules.referee.remedies import ANSWERS, Source
from scorekeeper.words import house_rules as sentences, table as say
from scorekeeper.words.help import lesson
from scorekeeper.words.match import score
from scorekeeper.words.referee import cards, rulings

PAGE = Path(__file__).with_name("rules.md")
EXAMPLE = {
    "format": "spades-match/2",
    "house": {"game": "partnership"},
    "players": ["Ann", "Ben", "Cleo", "Dan"],
    "opening": [{"points": 0, "bags": 0}, {"points": 0, "bags": 9}],
    "hands": [{"bids": [4, 3, "nil", 3], "tricks": [5, None, 1, None], "piles": {"Blue": 7}}],
}
"""The match whose hand the page works out."""
TABLES = [HouseRules.of(game) for game in ("partnership", "two-player")]
PART = re.compile(r"(<!-- made by docs/rules.py: (.+?) -->\n).*?(<!-- end -->)", re.DOTALL)


def renewed(page: str) -> str:
    """Return the page with the parts between its marks made from the code."""
    return PART.sub(lambda part: f"{part[1]}\n{PARTS[part[2]]()}\n\n{part[3]}", page)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell or '–' for cell in line)} |" for line in lines)


def games() -> str:
    """Return each game with its seats, its cards and the house rules it changes."""
    heads = ("game", "key", "players", "sides", "tricks", "cards", "first hand", "house rules")
    rows = []
    for key, game in rules.GAMES.items():
        seats = " against ".join(" and ".join(map(str, seats)) for seats in game.sides)
        sides = f"seats {seats}" if game.has_partners else "each alone"
        without = [f"no {cards.name_card(card)}" for card in PACK if card not in game.pack]
        pack, first = ", ".join([str(len(game.pack)), *without]), f"seat {game.first} {game.role}"
        usual = HouseRules.of(key)
        changes = "; ".join(
            f"{sentences.name_rule(at)}: {_usual(usual, at)}" for at in game.defaults
        )
        numbers = (str(game.seats), sides, str(game.tricks), pack)
        rows.append((say.name_game(key), f"`{key}`", *numbers, first, changes))
    return table(heads, rows)


def house_rules() -> str:
    """Return each house rule with its defaults and its possible values."""
    names, rows = [say.name_game(usual.game.key) for usual in TABLES], []
    for rule in rules.RULES:
        usual = (sentences.name_rule(rule), *(_usual(usual, rule) for usual in TABLES))
        rows.append((f"`{rule}`", *usual, _values(rule), sentences.describe_rule(rule)))
    return table(("field", "in words", *names, "can be", "to know"), rows)


def _usual(usual: HouseRules, rule: str) -> str:
    value = getattr(usual, rule)
    if rule not in rules.list_rules(usual.game):
        return ""
    if isinstance(value, bool | tuple):
        return sentences.format_value(usual, rule)
    return sentences.name_option(rule, "" if value is None else str(value))


def _values(rule: str) -> str:
    if rule == "big_bids":
        big = rules.BigBid(10, 200, -100)
        limits = [f"`{name}` {_range(limits)}" for name, limits in BIG_BID_RANGES.items()]
        example = f"`{json.dumps(big._asdict())}` {sentences.describe_big_bid(big)}"
        return f"up to {MAX_BIG_BIDS}, such as {example}; {', '.join(limits)}"
    if rule == "bag_carry":
        yes, no = (
            sentences.format_value(HouseRules(bag_carry=carry), rule) for carry in (True, False)
        )
        return f"`true` {yes}; `false` {no}"
    values = [f"`null` {sentences.name_option(rule, '')}"] if rule in NULLABLE else []
    values += [
        f"`{choice}` {sentences.name_option(rule, choice)}" for choice in CHOICES.get(rule, ())
    ]
    if rule in RANGES:
        values.append(_range(RANGES[rule]) + (" points" if rule in CHOICES else ""))
    return "; ".join(values)


def _range(limits: tuple[int, int]) -> str:
    return " to ".join(map(say.format_number, limits))


def failed_nil() -> str:
    """Return the score of the same hand for each choice for tricks taken on a failed nil."""
    house = HouseRules()
    choices = sentences.name_choices(house.game, "failed_nil")
    rows = [
        (words, lesson.describe_failed_nil_example(house, choice))
        for choice, words in choices.items()
    ]
    return table((lesson.describe_failed_nil_case(house.game), "score"), rows)


def presets() -> str:
    """Return each preset with what it changes in its games."""
    rows = []
    for preset in rules.PRESETS:
        changes = [
            "; ".join(sentences.describe_differences(preset.house(game))) for game in preset.games
        ]
        names = ", ".join(map(say.name_game, preset.games))
        rows.append((sentences.name_preset(preset), names, " / ".join(dict.fromkeys(changes))))
    return table(("preset", "for", "house rules"), rows)


def worked_hand() -> str:
    """Return the score of the example line by line."""
    match, rows = match_file.read(EXAMPLE), []
    for side, scored in enumerate(match.scores[0] or ()):
        rows += [(match.sides[side], *line) for line in score.explain(match, 1, side)]
        bags = score.format_bags_change(scored, match.opening[side])
        rows.append((match.sides[side], "total", f"**{say.format_signed(scored.points)}**", bags))
    return table(("side", "because", "points", "rule"), rows)


def desk() -> str:
    """Return the answer to each incident, by when it was noticed, and the sources."""
    rows = []
    for incident, found in ANSWERS.items():
        for noticed, (remedy, source) in found.items():
            when = rulings.name_moment(incident, noticed) if len(found) > 1 else ""
            told = f"*{remedy}*: {rulings.name_remedy(TABLES[0], incident, noticed)}"
            rows.append((rulings.name_incident(incident), when, told, str(source)))
    sources = [f"- *{source}*: {rulings.name_source(source)}" for source in Source]
    return "\n".join([table(("incident", "noticed", "answer", "source"), rows), "", *sources])


_MADE = (games, house_rules, failed_nil, presets, worked_hand, desk)
PARTS = {part.__name__.replace("_", " "): part for part in _MADE}

if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text()))

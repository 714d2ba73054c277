"""Hands added up by the script of the phone, in a real browser."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from scorekeeper.rules import HouseRules
from scorekeeper.rules.score_tables import score_tables
from tests.rules.score_cases import Case

SCRIPT = (Path(__file__).parents[2] / "static/js/offline/scores.js").read_text("utf-8")
ADD_UP = """async ([script, cases]) => {
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { refusal, replay } = await import(url);
  const { tables, matches } = JSON.parse(cases);
  return JSON.stringify(matches.map(({ base, hands, tries }) => ({
    ...replay(tables, base, hands),
    refused: tries.map(([bids, standings]) => refusal(tables, bids, standings)),
  })));
}"""


def find_differences(
    page: Page, house: HouseRules, cases: Sequence[Case], script: str = SCRIPT
) -> list[tuple[Any, Any]]:
    """Return the matches in which engine and phone differ, as each of them has them."""
    matches = [{"base": one.base, "hands": one.hands, "tries": one.tries} for one in cases]
    written = json.dumps({"tables": score_tables(house), "matches": matches})
    added = json.loads(page.evaluate(ADD_UP, [script, written]))
    pairs = [
        (one.base | one.expected, by_phone) for one, by_phone in zip(cases, added, strict=True)
    ]
    return [pair for pair in pairs if pair[0] != pair[1]]

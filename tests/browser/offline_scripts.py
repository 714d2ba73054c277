"""The scripts of the phone without a network, called in a real browser."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from scorekeeper.rules import HouseRules
from scorekeeper.rules.score_tables import score_tables
from tests.rules.score_cases import Case

JS = Path(__file__).parents[2] / "static/js"
SCORES = (JS / "offline/scores.js").read_text("utf-8")
MATCH_FILE = "".join(
    (JS / "conflict" / name).read_text("utf-8") for name in ("hands.js", "match_file.js")
)
CALL = """async ([scripts, use, values]) => {
  const [offline, url = offline] = scripts.map(
    (script) => URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  document.body.innerHTML = "<p id=notice></p>";
  document.getElementById("notice").dataset.offline = offline;
  return JSON.stringify(eval(use)(await import(url), JSON.parse(values)));
}"""
ADD_UP = """({ refusal, replay }, { tables, matches }) => matches.map(({ base, hands, tries }) => ({
  ...replay(tables, base, hands),
  refused: tries.map(([bids, standings]) => refusal(tables, bids, standings)),
}))"""


def call(page: Page, scripts: Sequence[str], use: str, values: Any) -> Any:
    """Return the result of a function of the last script's exports and of values."""
    return json.loads(page.evaluate(CALL, [scripts, use, json.dumps(values)]))


def find_differences(
    page: Page, house: HouseRules, cases: Sequence[Case], script: str = SCORES
) -> list[tuple[Any, Any]]:
    """Return the matches in which engine and phone differ, as each of them has them."""
    matches = [{"base": one.base, "hands": one.hands, "tries": one.tries} for one in cases]
    added = call(page, [script], ADD_UP, {"tables": score_tables(house), "matches": matches})
    pairs = [
        (one.base | one.expected, by_phone) for one, by_phone in zip(cases, added, strict=True)
    ]
    return [pair for pair in pairs if pair[0] != pair[1]]

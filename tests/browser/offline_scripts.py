"""The scripts of the phone without a network, called in a real browser."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from scorekeeper.rules import HouseRules
from scorekeeper.rules.score_tables import score_tables
from scorekeeper.web.http.assets import collect_assets
from tests.rules.score_cases import Case

STATIC = Path(__file__).parents[2] / "static"
SCORES, CONFLICT = (
    collect_assets(STATIC)[name].content.decode() for name in ("scores.js", "conflict.js")
)
CALL = """async ([scripts, use, values]) => {
  let url;
  for (const script of scripts) {
    const text = script.replace(/\\.\\.\\/\\w+\\/scores\\.js/, url);
    url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  }
  return JSON.stringify(eval(use)(await import(url), JSON.parse(values)));
}"""
ADD_UP = """({ refuse, replay }, { tables, matches }) => matches.map(({ base, hands, tries }) => ({
  ...replay(tables, base, hands),
  refused: tries.map((some) => refuse(tables, ...some)?.code ?? null),
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

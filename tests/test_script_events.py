"""The events between scripts are those that docs/architecture.md lists."""

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
JS = ROOT / "static/js"
SENT = re.compile(r'(?:new (?:Custom)?Event\(|announce\(form, )\s*"(\w+)"')
HEARD = re.compile(r'addEventListener\("(\w+)"')
NATIVE = frozenset({"change", "input", "online"})
"""Events of the browser that scripts send, too."""
ROW = re.compile(r"^\| `(\w+)`, [^|]*\| ([^|]*) \| ([^|]*) \|", re.MULTILINE)


def read_table() -> dict[str, tuple[set[str], set[str]]]:
    """Return the scripts that send and hear each event, as the architecture has them."""
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    section = text.partition("## Script events\n")[2].partition("\n## ")[0]
    return {
        event: (set(re.findall("`(.+?)`", sent)), set(re.findall("`(.+?)`", heard)))
        for event, sent, heard in ROW.findall(section)
    }


def test_the_events_between_scripts_are_in_the_architecture() -> None:
    found: dict[str, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    scripts = {
        path.relative_to(JS).with_suffix("").as_posix(): path.read_text("utf-8")
        for path in JS.rglob("*.js")
    }
    for name, script in scripts.items():
        for event in set(SENT.findall(script)) - NATIVE:
            found[event][0].add(name)
    for name, script in scripts.items():
        for event in found.keys() & set(HEARD.findall(script)):
            found[event][1].add(name)
    assert found == read_table()

"""The rules need only Python itself."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOADED = """
import sys
import scorekeeper.rules, scorekeeper.rules.match_file, scorekeeper.rules.referee
import scorekeeper.rules.seating.next_round
print(*sorted({name.split(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)))
"""


def test_importing_the_rules_loads_no_library() -> None:
    loaded = subprocess.run(
        [sys.executable, "-S", "-c", LOADED], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == ["__main__", "scorekeeper"]


def test_the_rules_use_no_clock_and_no_chance_without_a_seed() -> None:
    sources = "".join(
        path.read_text("utf-8") for path in (ROOT / "scorekeeper/rules").rglob("*.py")
    )
    assert ".now(" not in sources
    assert "import random" not in sources
    assert "Random()" not in sources

from pathlib import Path

RULES = Path(__file__).resolve().parents[2] / "scorekeeper" / "rules"


def test_the_rules_use_no_clock_and_no_chance_without_a_seed() -> None:
    sources = "".join(path.read_text("utf-8") for path in RULES.rglob("*.py"))
    assert ".now(" not in sources
    assert "import random" not in sources
    assert "Random()" not in sources

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file

ROOT = Path(__file__).resolve().parents[2]
LOADED = """
import sys
{done}
print(*sorted({{name.split(".")[0] for name in sys.modules}} - set(sys.stdlib_module_names)))
"""
SCORING = "from scorekeeper.cli import main; main(['score', {file!r}], standalone_mode=False)"
REFUSED = '{"format": "spades-match/1", "house": {"game": "hearts"}}'


def loaded(done: str, *options: str) -> list[str]:
    told = subprocess.run(
        [sys.executable, *options, "-c", LOADED.format(done=done)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout.splitlines()[-1].split()


def spoken(path: Path, method: str) -> list[str]:
    options = {"extensions": "jinja2.ext.i18n"} if method == "jinja2" else {}
    found = extract_from_file(method, path, options=options)
    told = [message if isinstance(message, str) else message[0] for _, message, _, _ in found]
    return [words for words in told if "%(" in words or len(words.split()) > 2]


IN_WORDS = [
    words
    for path in sorted((ROOT / "scorekeeper/words").rglob("*.py"))
    for words in spoken(path, "python")
]
OUTSIDE = [
    *((path, "jinja2") for path in sorted((ROOT / "templates").rglob("*.html"))),
    *((path, "python") for path in sorted((ROOT / "scorekeeper/web").rglob("*.py"))),
]


def test_naming_a_hand_loads_no_library() -> None:
    done = "from scorekeeper.words import language, table; language.speak('de'); table.name_hand(1)"
    assert loaded(done, "-S") == ["__main__", "scorekeeper"]


def test_refusing_a_file_loads_neither_flask_nor_a_database(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(REFUSED)
    done = f"try:\n    {SCORING.format(file=str(file))}\nexcept SystemExit:\n    pass"
    assert {"flask", "sqlalchemy", "babel", "jinja2", "werkzeug"}.isdisjoint(loaded(done))
    assert "click" in loaded(done)


def test_no_sentence_is_in_words_twice() -> None:
    assert [words for words, times in Counter(IN_WORDS).items() if times > 1] == []


@pytest.mark.parametrize(
    ("path", "method"), OUTSIDE, ids=lambda given: getattr(given, "stem", given)
)
def test_pages_and_templates_repeat_no_sentence_of_words(path: Path, method: str) -> None:
    assert {*spoken(path, method)} & {*IN_WORDS} == set()


def test_no_two_modules_of_words_have_one_name() -> None:
    names = [path.stem for path in (ROOT / "scorekeeper/words").glob("*/[!_]*.py")]
    assert sorted(set(names)) == sorted(names)

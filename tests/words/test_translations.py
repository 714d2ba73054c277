import gettext
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po

from hatch_build import compile_catalogues

ROOT = Path(__file__).parents[2]
CATALOGUES = {
    "de": ROOT / "scorekeeper/translations/de/LC_MESSAGES/messages.po",
    "fil": ROOT / "scorekeeper/translations/fil/LC_MESSAGES/messages.po",
}
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
PLACE = re.compile(r"%\(\w+\)[a-z]|%%|\{\w+\}")
JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
SPOKEN_ATTRIBUTES = ("alt", "aria-description", "aria-label", "placeholder", "title")
NAMES = ("Scorekeeper", "ABCD-2345")

# What a native reader looks for: “Max and Nia is”, or “Max are”. Filipino verbs do not change.
WRONG_VERB = {
    1: re.compile(
        r"Max & Nia (is|has|was|wins|plays|leaves|sits|meets|ist|hat|wird|war|kam|ging|gewann"
        r"|gewinnt|spielt|setzt|trifft|teilt|wechselt|sitzt|kommt|geht|fehlt|liegt|führt)\b"
    ),
    0: re.compile(
        r"Max & Nia (are|have|were|win|play|leave|sit|meet|sind|haben|werden|waren|kamen|gingen"
        r"|gewannen|gewinnen|spielen|setzen|treffen|teilen|wechseln|sitzen|kommen|gehen|fehlen)\b"
    ),
}
# Sentences for one person or always for several: 0 or 1.
FORMS = {
    "%(names)s wins the evening with %(wins)s win.": 0,
    "%(names)s win the evening with %(wins)s win.": 1,
    "%(names)s change seats: %(sides)s": 1,
    "%(names)s are partners again": 1,
    "%(names)s meet again": 1,
    "%(names)s meet a third time": 1,
    "%(names)s share first place.": 1,
    "%(names)s win the final, %(points)s.": 1,
    "%(names)s win the final.": 1,
}

each_language = pytest.mark.parametrize("language", CATALOGUES)


@pytest.fixture(scope="session")
def updated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Catalog]:
    """The catalogues of a copy of the checkout after the commands of docs/words.md."""
    copy = tmp_path_factory.mktemp("checkout")
    for folder in ("scorekeeper", "templates"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    for command in re.findall(r"^pybabel (.+)$", (ROOT / "docs/words.md").read_text(), re.M):
        run = [sys.executable, "-m", "babel.messages.frontend", *shlex.split(command)]
        subprocess.run(run, cwd=copy, check=True, capture_output=True)
    return {
        language: read_catalogue(copy / file.relative_to(ROOT))
        for language, file in CATALOGUES.items()
    }


class Named(dict[str, object]):
    """Values for every placeholder; the names are those of two people."""

    def __missing__(self, key: str) -> object:
        return {"names": "Max & Nia", "num": 2}.get(key, "7")


def read_catalogue(file: Path) -> Catalog:
    with file.open("rb") as written:
        return read_po(written)


def messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def forms(message: Message) -> list[tuple[str, str]]:
    if isinstance(message.id, str):
        return [(message.id, str(message.string))]
    return list(zip(message.id, message.string, strict=True))


@each_language
def test_no_translation_is_missing(updated: dict[str, Catalog], language: str) -> None:
    assert [
        english
        for message in messages(updated[language])
        for english, translated in forms(message)
        if not translated
    ] == []


@each_language
def test_no_translation_is_fuzzy(updated: dict[str, Catalog], language: str) -> None:
    assert [message.id for message in messages(updated[language]) if message.fuzzy] == []


@each_language
def test_no_unused_sentence_is_kept(updated: dict[str, Catalog], language: str) -> None:
    committed = read_catalogue(CATALOGUES[language])
    said = {message.id for message in messages(updated[language])}

    assert list(committed.obsolete) == []
    assert [message.id for message in messages(committed) if message.id not in said] == []


@each_language
def test_translations_keep_their_placeholders(updated: dict[str, Catalog], language: str) -> None:
    assert [
        translated
        for message in messages(updated[language])
        for english, translated in forms(message)
        if set(PLACE.findall(english)) != set(PLACE.findall(translated))
    ] == []


@each_language
@pytest.mark.parametrize(
    ("count", "form"), [(0, "many"), (1, "one"), (2, "many"), (4, "many"), (9, "many")]
)
def test_the_first_plural_form_is_for_one(language: str, count: int, form: str) -> None:
    # The sentence for one may leave out the number (“Hand 7 will be removed”), so Filipino cannot
    # follow the CLDR here, where 2, 3 and 5 are “one” too.
    catalogue = read_catalogue(CATALOGUES[language])
    choose = gettext.c2py(catalogue.plural_expr)

    assert catalogue.num_plurals == 2
    assert ("one", "many")[choose(count)] == form


@each_language
def test_catalogues_name_no_people_and_no_machines(language: str) -> None:
    assert re.findall(r".*@.*|^#:.*(?: /|:\d).*", CATALOGUES[language].read_text(), re.M) == []


@pytest.mark.parametrize(
    ("language", "typed_carelessly"),
    [("de", r"['\"”]|“(?=\w)|\.\.\.|(?<!\w)-\d"), ("fil", r"['\"„]|\.\.\.|(?<!\w)-\d")],
)
def test_quotes_dots_and_minus_signs_are_typographic(
    updated: dict[str, Catalog], language: str, typed_carelessly: str
) -> None:
    assert [
        translated
        for message in messages(updated[language])
        for _english, translated in forms(message)
        if re.search(typed_carelessly, translated)
    ] == []


@pytest.mark.parametrize(
    "template", TEMPLATES, ids=lambda path: path.relative_to(ROOT / "templates").as_posix()
)
def test_templates_have_no_untranslated_words(template: Path) -> None:
    reader = Words()
    reader.feed(JINJA.sub("", template.read_text()))
    reader.close()

    assert [words for words in reader.found if words not in NAMES] == []


@pytest.mark.parametrize(
    "seconds",
    [pytest.param(1, id="edited"), pytest.param(-86_400, id="older than the compiled one")],
)
def test_a_changed_catalogue_is_compiled_again(seconds: int, tmp_path: Path) -> None:
    written = tmp_path / "scorekeeper/translations/de/LC_MESSAGES/messages.po"
    written.parent.mkdir(parents=True)
    written.write_text('msgid "Hand"\nmsgstr "Blatt"\n')
    compile_catalogues(tmp_path)
    written.write_text('msgid "Hand"\nmsgstr "Hand"\n')
    changed = written.with_suffix(".mo").stat().st_mtime + seconds
    os.utime(written, (changed, changed))

    compile_catalogues(tmp_path)

    with written.with_suffix(".mo").open("rb") as compiled:
        assert gettext.GNUTranslations(compiled).gettext("Hand") == "Hand"


class Words(HTMLParser):
    """Collects what a page says: its text, and the attributes that are shown or read out."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [
            words
            for name, value in attrs
            if name in SPOKEN_ATTRIBUTES
            for words in spoken(value or "")
        ]

    def handle_data(self, data: str) -> None:
        self.found += spoken(data)


def spoken(text: str) -> Iterator[str]:
    return (part for part in [" ".join(text.split()).strip("· ")] if re.search(r"[^\W\d_]", part))


@each_language
@pytest.mark.parametrize("form", [0, 1], ids=["one person", "two people"])
def test_verbs_agree_with_the_number_of_names(language: str, form: int) -> None:
    sentences = [
        words % Named()
        for message in messages(read_catalogue(CATALOGUES[language]))
        if "%(names)s" in forms(message)[0][0] and FORMS.get(forms(message)[0][0], form) == form
        for words in forms(message)[-1 if form else 0]
    ]
    assert len(sentences) > 80
    assert [words for words in sentences if WRONG_VERB[form].search(words)] == []

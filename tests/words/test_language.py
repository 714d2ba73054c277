import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from threading import Barrier

import pytest

from scorekeeper.words.language import (
    LANGUAGES,
    N_,
    get_catalogue,
    get_language,
    gettext,
    ngettext,
    speak,
)

SAID = {"en": "Gold wins", "de": "Gold gewinnt", "fil": "Gold: panalo"}


def wins() -> str:
    return gettext("%(side)s wins", side="Gold")


def test_each_language_has_its_own_name() -> None:
    assert LANGUAGES == {"en": "English", "de": "Deutsch", "fil": "Filipino"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_are_in_the_current_language(language: str) -> None:
    speak(language)
    assert get_language() == language
    assert wins() == SAID[language]
    assert get_catalogue().gettext("%(side)s wins") % {"side": "Gold"} == SAID[language]


def test_a_thread_without_a_language_uses_english() -> None:
    speak("de")
    with ThreadPoolExecutor(1) as other:
        assert other.submit(get_language).result() == "en"
        assert other.submit(wins).result() == SAID["en"]


def test_an_untranslated_message_is_returned_unchanged() -> None:
    speak("de")
    assert gettext("Nobody ever said this: %(name)s.", name="Ann") == "Nobody ever said this: Ann."


def test_a_message_without_values_keeps_its_percent_signs() -> None:
    assert gettext("100 % Spades") == "100 % Spades"


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [("en", 1, "1 bag"), ("en", 0, "0 bags"), ("de", 2, "2 Bags"), ("fil", 2, "2 bag")],
)
def test_ngettext_distinguishes_one_from_many(language: str, number: int, said: str) -> None:
    speak(language)
    assert ngettext("%(num)d bag", "%(num)d bags", number) == said


def test_a_marked_message_is_translated_only_when_used() -> None:
    speak("de")
    assert N_("%(side)s wins") == "%(side)s wins"


def test_threads_have_separate_languages() -> None:
    meeting = Barrier(2)

    def says(language: str) -> list[str]:
        speak(language)
        told = []
        for _time in range(200):
            meeting.wait(timeout=10)
            told.append(wins())
        return told

    with ThreadPoolExecutor(2) as threads:
        german, filipino = threads.map(says, ["de", "fil"])
    assert set(german) == {SAID["de"]}
    assert set(filipino) == {SAID["fil"]}


def test_tasks_have_separate_languages() -> None:
    async def says(language: str) -> str:
        speak(language)
        await asyncio.sleep(0)
        return wins()

    async def both() -> list[str]:
        return await asyncio.gather(says("de"), says("fil"))

    assert asyncio.run(both()) == [SAID["de"], SAID["fil"]]


def test_a_language_set_in_a_copied_context_stays_there() -> None:
    copy_context().run(speak, "de")
    assert get_language() == "en"

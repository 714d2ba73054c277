"""The language of the reader: one catalogue for an entire page or command, English by default."""

from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations, translation
from pathlib import Path

LANGUAGES = {"en": "English", "de": "Deutsch", "fil": "Filipino"}
"""The languages we speak, each by its own name."""

_CATALOGUES = Path(__file__).parents[1] / "translations"
_spoken: ContextVar[str] = ContextVar("language", default="en")


def speak(language: str) -> None:
    _spoken.set(language)


def get_language() -> str:
    return _spoken.get()


def get_list_separator() -> str:
    """Return what spreadsheets expect between columns; German has a decimal comma."""
    return ";" if _spoken.get() == "de" else ","


def get_catalogue() -> NullTranslations | GNUTranslations:
    """Return the catalogue of the language spoken: messages with places for their values."""
    return _catalogue(_spoken.get())


def gettext(message: str, /, **values: object) -> str:
    """Return a message in the language spoken, with its values filled in."""
    translated = get_catalogue().gettext(message)
    return translated % values if values else translated


def ngettext(one: str, many: str, number: int, /, **values: object) -> str:
    """Return the message for one or for many, `%(num)d` being the number."""
    translated = get_catalogue().ngettext(one, many, number)
    return translated % {"num": number, **values}


def N_(message: str) -> str:
    """Mark a message in a table, to be translated when it is used."""
    return message


@cache
def _catalogue(language: str) -> NullTranslations | GNUTranslations:
    return translation("messages", _CATALOGUES, [language], fallback=True)

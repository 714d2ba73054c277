"""The language of a page: the person's choice, else the browser's, else English."""

from babel import Locale
from flask import Flask, Response, request
from flask_babel import Babel, get_locale

LANGUAGES = {"en": "English", "de": "Deutsch", "fil": "Filipino"}
THEMES = ("auto", "light", "dark")


def register(app: Flask) -> None:
    """Let an app speak the three languages."""
    Babel(app, locale_selector=choose, default_translation_directories="translations")
    app.jinja_env.globals.update(get_locale=get_locale, theme=theme, LANGUAGES=LANGUAGES)
    app.after_request(vary)


def choose() -> str:
    """Return the language of this request; Tagalog is read as Filipino."""
    chosen = request.cookies.get("language")
    if chosen in LANGUAGES:
        return chosen
    for tag, _quality in request.accept_languages:
        language = tag.replace("_", "-").split("-")[0].lower()
        language = "fil" if language == "tl" else language
        if language in LANGUAGES:
            return language
    return "en"


def theme() -> str:
    """Return the theme the person chose: light, dark, or as the device has it."""
    chosen = request.cookies.get("theme", "auto")
    return chosen if chosen in THEMES else "auto"


def vary(response: Response) -> Response:
    """Say what else than the address a page depends on."""
    if response.mimetype == "text/html":
        response.vary.update(("Accept-Language", "Cookie"))
    return response


def locale() -> Locale:
    """Return the present locale, English outside of a request."""
    return get_locale() or Locale("en")

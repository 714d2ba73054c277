"""The language of a page: the person's choice, else the browser's, else English."""

from babel import Locale
from babel.support import Translations
from flask import Flask, Response, g, request
from flask_babel import Babel, get_locale, get_translations

LANGUAGES = {"en": "English", "de": "Deutsch", "fil": "Filipino"}
THEMES = ("auto", "light", "dark")


def register(app: Flask) -> None:
    """Let an app speak the three languages."""
    Babel(app, locale_selector=choose, default_translation_directories="translations")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: _catalogue().ugettext(text),
        lambda one, many, number: _catalogue().ungettext(one, many, number),
        newstyle=True,
    )
    app.jinja_env.globals.update(get_locale=get_locale, theme=theme, LANGUAGES=LANGUAGES)
    app.after_request(vary)


def _catalogue() -> Translations:
    """Return the catalogue of this request; Flask-Babel looks it up anew for every word."""
    if "catalogue" not in g:
        g.catalogue = get_translations()
    found: Translations = g.catalogue
    return found


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

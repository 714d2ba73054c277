"""Preferences of a browser: language, theme, screen wake lock and vibration."""

from flask import Flask, Response, request

from scorekeeper.web.http import api_requests
from scorekeeper.web.http.security import is_secure_context
from scorekeeper.words.language import LANGUAGES, get_catalogue, get_language, speak

THEMES = ("auto", "light", "dark")
AWAKE = ("auto", "told", "off")
"""Told is on, too: this phone has seen that its screen needs a longer timeout."""
VIBRATES = ("auto", "on")


def register(app: Flask) -> None:
    """Choose the language of each request, and add the preferences to the template globals."""
    app.before_request(lambda: speak(choose_language(_chosen())))
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: get_catalogue().gettext(text),
        lambda one, many, number: get_catalogue().ngettext(one, many, number),
        newstyle=True,
    )
    app.jinja_env.globals.update(
        spoken=get_language,
        theme=theme,
        stays_awake=stays_awake,
        can_stay_awake=is_secure_context,
        needs_timeout_hint=needs_timeout_hint,
        vibrates=vibrates,
        LANGUAGES=LANGUAGES,
    )
    app.after_request(add_vary_header)


def choose_language(chosen: str | None) -> str:
    """Return the chosen language, or the browser's; Tagalog counts as Filipino."""
    if chosen in LANGUAGES:
        return chosen
    for tag, _quality in request.accept_languages:
        language = tag.replace("_", "-").split("-")[0].lower()
        language = "fil" if language == "tl" else language
        if language in LANGUAGES:
            return language
    return "en"


def _chosen() -> str | None:
    return None if api_requests.is_api_request() else request.cookies.get("language")


def theme() -> str:
    """Return the chosen theme: light, dark, or auto for the device's own."""
    chosen = request.cookies.get("theme", "auto")
    return chosen if chosen in THEMES else "auto"


def stays_awake() -> bool:
    """Whether the screen stays on during a match, which is the default."""
    return request.cookies.get("awake") != "off"


def needs_timeout_hint() -> bool:
    """Whether to say, once on each phone, that its own settings must keep the screen on."""
    return "awake" not in request.cookies and not is_secure_context()


def vibrates() -> bool:
    return request.cookies.get("vibrate") == "on"


def add_vary_header(response: Response) -> Response:
    """Add the names that a response depends on to Vary, at once: each change parses it again."""
    is_page = response.mimetype == "text/html" and not api_requests.is_api_request()
    names = ("Accept-Language", "Cookie") if is_page else ()
    response.vary.update((*names, "Accept-Encoding"))
    return response

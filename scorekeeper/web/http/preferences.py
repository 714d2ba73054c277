"""What a browser has chosen: language, colours, whether the screen stays on and keys are felt."""

from flask import Flask, Response, request

from scorekeeper.web.http import api_requests
from scorekeeper.words.language import LANGUAGES, catalogue, speak, spoken

THEMES = ("auto", "light", "dark")
AWAKE = ("auto", "off")
VIBRATES = ("auto", "on")


def register(app: Flask) -> None:
    """Let an app speak its languages."""
    app.before_request(lambda: speak(choose_language(_chosen())))
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: catalogue().gettext(text),
        lambda one, many, number: catalogue().ngettext(one, many, number),
        newstyle=True,
    )
    app.jinja_env.globals.update(
        spoken=spoken,
        theme=theme,
        stays_awake=stays_awake,
        vibrates=vibrates,
        LANGUAGES=LANGUAGES,
    )
    app.after_request(add_vary_header)


def choose_language(chosen: str | None) -> str:
    """Return the language that was chosen, else the browser's; Tagalog is read as Filipino."""
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
    """Return the theme the person chose: light, dark, or as the device has it."""
    chosen = request.cookies.get("theme", "auto")
    return chosen if chosen in THEMES else "auto"


def stays_awake() -> bool:
    """Whether the screen is to stay on while a match is played: unless the person chose not."""
    return request.cookies.get("awake") != "off"


def vibrates() -> bool:
    """Whether a tap on a key of the table is to be felt: if the person chose so."""
    return request.cookies.get("vibrate") == "on"


def add_vary_header(response: Response) -> Response:
    """Say what else than the address a page depends on."""
    if response.mimetype == "text/html" and not api_requests.is_api_request():
        response.vary.update(("Accept-Language", "Cookie"))
    return response

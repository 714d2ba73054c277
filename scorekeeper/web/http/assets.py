"""Styles, scripts and icons: bundled and named by their digest at start-up."""

import base64
import gzip
import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, request

from scorekeeper.web.http.responses import accepts_gzip

CACHE_FOREVER = "public, max-age=31536000, immutable"
COMMENTS_AND_INDENTATION = re.compile(
    rb"/\*.*?\*/\s*|^[ \t]*//[^\n]*\n|^[ \t]+", re.DOTALL | re.MULTILINE
)
"""Comments and indentation of styles and scripts, stripped to save bytes."""
LARGE_TEXT = re.compile(rb"@large-text (\{(?:[^{}]|\{[^{}]*\})*\})")
"""Styles for text so large that few letters fit side by side; written once, used for both."""
UPRIGHT_OR_SIDEWAYS = (
    rb"@container page (max-width: 17rem) \1"
    rb"@media (orientation: landscape) and (max-height: 32em) "
    rb"{@container page (max-width: 34rem) \1}"
)
"""The screens to which these styles apply."""
# One sign after the other, because each expression then begins with few bytes: twice as fast.
STYLE_WHITESPACE = (
    *(re.compile(rb"\s+([{};])"), re.compile(rb"([{};:,])\s+")),
    *(re.compile(rb";(})"), re.compile(rb" ([>~/]) ")),
)
SCRIPT_WHITESPACE = (
    re.compile(rb"\s+([{()\[,;:?=<>&|*!+\-}\]])"),
    re.compile(rb"([{()\[,;:?=<>&|*!+\-}\]])\s+"),
    re.compile(rb"[;,]([}\]])"),
)
"""Whitespace and signs that have no meaning, next to a sign that stays."""
TEXT = re.compile(
    rb"""("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`
    |/(?:(?<=[(,=:]/)|(?<=[(,=:][ ]/))(?:[^/\\\n]|\\.)+/)""",
    re.VERBOSE,
)
"""Texts and regular expressions of a script, which stay as they are."""
COLOUR = re.compile(rb"(--[\w-]+):light-dark\(([^,()]+),([^,()]+)\)")
"""A colour of the app, in light and in dark."""
MIME_TYPES = {
    ".css": "text/css",
    ".ico": "image/vnd.microsoft.icon",
    ".js": "text/javascript",
    ".json": "application/schema+json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""Served suffixes and their types; not from the system, whose tables differ by machine."""
LAYERS = ("tokens", "base", "components", "pages")
"""Cascade layers, the strongest last: a file `css/<layer>.css` for every page, or a folder with
one folder per bundle."""
BUNDLES = ("app", "table", "setup", "review", "desk", "event", "season_book")
"""Bundles of one style and one script each: folders of the layers and of `js`.

Every page has `app`, which the first page and every bar need. A page names what else it needs:
`table` for a match and its board, `setup` for house rules, seats and phones, `review` to read and
correct a match, `desk` for the referee, the history, the players and the paper sheet, `event` for a
club evening. `season_book` is written into season books, which are files of their own.
"""
MODULES = ("scores", "volumes", "store", "conflict", "offline", "shell")
"""Scripts that pages import when they need them: folders of `js`, without a style.

`scores` adds up a match from its score tables. `store` keeps what was typed on the phone, counts
tricks, and sends what still waits there.
`offline` goes on with a match while its server does not answer. `conflict` asks what to keep if the
match changed in the meantime, and writes match files. `volumes` keeps the season book where the
owner of the phone wants that. `shell` is the script of the page that the service worker shows then.
"""
COMMON = b"common"
"""The folder of scripts that are part of each bundle that imports them.

Every script is a module and imports others by their files. From another bundle, which must be built
before, a page loads what is imported once.
"""
IMPORT = re.compile(rb'^import \{([^}]*)\} from "(?:\.|\.\./(\w+))/(\w+)\.js";\n', re.MULTILINE)
"""The names that a script imports, the folder unless it is its own, and the file."""
LATER_IMPORT = re.compile(rb'(?<=import\(")\.\./(\w+)/\w+\.js(?="\))')
"""The bundle that a script imports when it needs it."""
EXPORT = re.compile(rb"^export const (?=(\w+))", re.MULTILINE)

COOKIELESS_ENDPOINTS = (
    "assets.send",
    "assets.favicon",
    "assets.match_file_schema",
    "health.alive",
    "health.ready",
)
"""Endpoints that set no cookie, ask for no code and count towards no rate limit."""

blueprint = Blueprint("assets", __name__)


@dataclass(frozen=True)
class Asset:
    """A static file: its content and type."""

    content: bytes
    type: str

    @cached_property
    def digest(self) -> str:
        return _digest(self.content)

    @cached_property
    def integrity(self) -> str:
        return "sha384-" + base64.b64encode(hashlib.sha384(self.content).digest()).decode()

    @cached_property
    def compressed(self) -> bytes:
        return gzip.compress(self.content, mtime=0)


def collect_assets(folder: Path) -> dict[str, Asset]:
    """Return all files below a folder by name, with a style and a script for each bundle."""
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix in MIME_TYPES.keys() - {".css", ".js"}
    }
    for bundle in BUNDLES:
        files[f"{bundle}.css"] = _build_style(folder / "css", bundle)
    files["season_book_alone.css"] = _add_colours(files["season_book.css"], files["app.css"])
    for script in (*BUNDLES, *MODULES):
        files[f"{script}.js"] = _build_script(folder / "js" / script, files)
    return {name: Asset(content, MIME_TYPES[Path(name).suffix]) for name, content in files.items()}


def read_theme_colors(tokens: str) -> dict[str, str]:
    """Read the bar's light and dark colours, for the browser's own interface."""
    [bar] = re.findall(r"--bar: var\((--[\w-]+)\)", tokens)
    [(light, dark)] = re.findall(rf"{bar}: light-dark\((.+), (.+)\)", tokens)
    return {"light": light, "dark": dark}


def register(app: Flask, folder: Path) -> None:
    """Serve the files of a folder, and add their URLs to the template globals."""
    app.extensions["assets"] = files = collect_assets(folder)
    app.extensions["release"] = _digest_release(files, Path(str(app.template_folder)))
    app.register_blueprint(blueprint)
    app.after_request(sign)
    app.jinja_env.globals.update(
        asset=asset_url,
        integrity=integrity,
        theme_colors=read_theme_colors((folder / "css" / "tokens.css").read_text(encoding="utf-8")),
    )


def asset_url(name: str) -> str:
    """Return the URL of a file; it changes with the content."""
    return f"{request.script_root}/static/{_find_asset(name).digest}/{name}"


def integrity(name: str) -> str:
    return _find_asset(name).integrity


def read_text(name: str) -> str:
    return _find_asset(name).content.decode()


def release_digest() -> str:
    """Return the digest of templates and assets, which changes when pages look different."""
    digest: str = current_app.extensions["release"]
    return digest


def sign(response: Response) -> Response:
    """Tell a script which release answers: not a proxy's error page or a hotel's sign-in page."""
    if request.headers.get("X-Sent-By") == "script" or request.blueprint == "outbox":
        response.headers["X-Scorekeeper"] = release_digest()
    return response


@blueprint.get("/static/<digest>/<path:name>")
def send(digest: str, name: str) -> Response:
    """Send a file; browsers may cache it forever, because its digest is in the URL."""
    assets: dict[str, Asset] = current_app.extensions["assets"]
    if name not in assets or assets[name].digest != digest:
        abort(404)
    asset = assets[name]
    compress = accepts_gzip() and asset.type != "image/png"
    response = Response(asset.compressed if compress else asset.content, mimetype=asset.type)
    response.headers["Cache-Control"] = CACHE_FOREVER
    response.headers["Vary"] = "Accept-Encoding"
    if compress:
        response.headers["Content-Encoding"] = "gzip"
    return response


@blueprint.get("/favicon.ico")
def favicon() -> Response:
    return send(_find_asset("icons/favicon.svg").digest, "icons/favicon.svg")


@blueprint.get("/schema/match-file.json")
def match_file_schema() -> Response:
    """Send the JSON Schema of the match file, at a stable URL."""
    name = "match-file.schema.json"
    response = send(_find_asset(name).digest, name)
    response.headers["Cache-Control"] = "no-cache"
    # Weak, because it may be sent compressed or not.
    response.set_etag(_find_asset(name).digest, weak=True)
    response.make_conditional(request)
    return response


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def _digest_release(files: Mapping[str, Asset], templates: Path) -> str:
    digest = hashlib.sha256("".join(file.digest for file in files.values()).encode())
    for path in sorted(templates.rglob("*.html")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def strip_style(style: bytes) -> bytes:
    """Remove whitespace without a meaning."""
    for pattern in STYLE_WHITESPACE:
        style = pattern.sub(rb"\1", style)
    return style


def strip_script(script: bytes) -> bytes:
    """Remove whitespace without a meaning, except in texts and regular expressions."""
    parts = TEXT.split(script)
    code = b"\0".join(parts[::2])
    for pattern in SCRIPT_WHITESPACE:
        code = pattern.sub(rb"\1", code)
    parts[::2] = code.split(b"\0")
    return b"".join(parts)


def _build_style(folder: Path, bundle: str) -> bytes:
    """Return the styles of a bundle by layer; small files first are smaller when compressed."""
    style = b""
    for layer in LAYERS:
        own = (folder / layer / bundle).glob("*.css")
        files = sorted(own, key=lambda file: file.stat().st_size)
        if bundle == "app":
            files = [*folder.glob(f"{layer}.css"), *files]
        if files:
            written = LARGE_TEXT.sub(UPRIGHT_OR_SIDEWAYS, _join_files(files))
            style += b"@layer %s{%s}" % (layer.encode(), strip_style(written))
    return style


def _add_colours(style: bytes, app: bytes) -> bytes:
    """Return a style for a document without `app`, with the colours that it uses."""
    light, dark = b"", b""
    for name, in_light, in_dark in COLOUR.findall(app):
        if b"var(%s)" % name in style:
            light += b"%s:%s;" % (name, in_light)
            dark += b"%s:%s;" % (name, in_dark)
    # Browsers of 2023 don't know light-dark().
    night = b"@media screen and (prefers-color-scheme:dark){:root{%s}}" % dark
    return b":root{color-scheme:light dark;%s}" % light + night + style


def _build_script(folder: Path, built: Mapping[str, bytes]) -> bytes:
    """Join the scripts of a bundle, each in a scope of its own, after those that it imports."""

    def locate(bundle: bytes) -> bytes:
        file = f"{bundle.decode()}.js"
        return f"../{_digest(built[file])}/{file}".encode()

    texts: dict[Path, bytes] = {}
    for path in sorted(folder.glob("*.js")):
        _collect_script(path, texts)
    others: dict[bytes, set[bytes]] = {}
    for names, bundle, _ in IMPORT.findall(b"".join(texts.values())):
        if bundle not in (b"", COMMON):
            others.setdefault(bundle, set()).update(re.findall(rb"\w+", names))
    parts = [
        b'import{%s}from"%s";' % (b",".join(sorted(names)), locate(bundle))
        for bundle, names in others.items()
    ]
    parts += (_enclose(text, path.parent == folder) for path, text in texts.items())
    script = strip_script(b"\n".join(parts))
    return LATER_IMPORT.sub(lambda found: locate(found[1]), script)


def _collect_script(path: Path, texts: dict[Path, bytes]) -> None:
    """Add a script and, before it, those of its bundle that it imports."""
    if path in texts:
        return
    text = _join_files([path])
    for _, folder, name in IMPORT.findall(text):
        if folder in (b"", COMMON):
            own = path.parents[1] / folder.decode() if folder else path.parent
            _collect_script(own / f"{name.decode()}.js", texts)
    texts[path] = text


def _enclose(text: bytes, is_exported: bool) -> bytes:
    """Put a script into a block, outside of which only what it exports is known."""
    names, code = b",".join(EXPORT.findall(text)), IMPORT.sub(b"", EXPORT.sub(b"", text))
    known = b"let %s;" % names if names else b""
    return (b"export " if names and is_exported else b"") + known + b"{\n%s}" % code


def _join_files(files: Iterable[Path]) -> bytes:
    return COMMENTS_AND_INDENTATION.sub(b"", b"\n".join(path.read_bytes() for path in files))


def _find_asset(name: str) -> Asset:
    assets: dict[str, Asset] = current_app.extensions["assets"]
    return assets[name]

"""Style, script and icons: bundled, compressed and named by their content at start."""

import base64
import gzip
import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, request

CACHE_FOREVER = "public, max-age=31536000, immutable"
COMMENTS_AND_INDENTATION = re.compile(
    rb"/\*.*?\*/\s*|^[ \t]*//[^\n]*\n|^[ \t]+", re.DOTALL | re.MULTILINE
)
"""Comments and indentation of styles and scripts, which browsers do not need."""
STYLE_WHITESPACE = re.compile(rb";?\s*(})\s*|\s*([{;])\s*|([:,])\s+")
"""What parts the rules of a style for the eyes only."""
MIME_TYPES = {
    ".css": "text/css",
    ".ico": "image/vnd.microsoft.icon",
    ".js": "text/javascript",
    ".json": "application/schema+json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""What is sent, and as what: the tables of the system differ from machine to machine."""
LAYERS = ("tokens", "base", "components", "pages")
"""The layers of the style, the later ones stronger: a file `css/<layer>.css` that every page has,
or a folder with one for each bundle."""
BUNDLES = ("app", "table", "desk")
"""What is sent as one style and one script: a folder of a layer, and of `js`.

Every page has `app`: what the first page and every bar need. A match, its board, its review, its
start and what lets other phones in have `table`, too. `desk` is for what is opened beside that: the
referee, the history, the players and the sheet of paper.
"""

COOKIELESS_ENDPOINTS = (
    "assets.send",
    "assets.favicon",
    "assets.match_file_schema",
    "health.alive",
    "health.ready",
    "metrics.show",
)
"""Where no cookie is given, nobody is asked for a code and no request is counted."""

blueprint = Blueprint("assets", __name__)


@dataclass(frozen=True)
class Asset:
    """A file as it is sent: its content, its type, its digest, and its compressed form."""

    content: bytes
    compressed: bytes
    type: str
    digest: str
    integrity: str

    @classmethod
    def of(cls, name: str, content: bytes) -> "Asset":
        """Make an asset of a file's content."""
        digest = hashlib.sha384(content).digest()
        return cls(
            content=content,
            compressed=gzip.compress(content, mtime=0),
            type=MIME_TYPES[Path(name).suffix],
            digest=hashlib.sha256(content).hexdigest()[:12],
            integrity="sha384-" + base64.b64encode(digest).decode(),
        )


def collect_assets(folder: Path) -> dict[str, Asset]:
    """Return all files below a folder by name, styles and scripts as one file each."""
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix in MIME_TYPES.keys() - {".css", ".js"}
    }
    for bundle in BUNDLES:
        files[f"{bundle}.css"] = _build_style(folder / "css", bundle)
        files[f"{bundle}.js"] = _join_files(sorted((folder / "js" / bundle).glob("*.js")))
    return {name: Asset.of(name, content) for name, content in files.items()}


def read_theme_colors(tokens: str) -> dict[str, str]:
    """Return the colour of the bar in light and in dark, for what the device draws around it."""
    [bar] = re.findall(r"--bar: var\((--[\w-]+)\)", tokens)
    [(light, dark)] = re.findall(rf"{bar}: light-dark\((.+), (.+)\)", tokens)
    return {"light": light, "dark": dark}


def register(app: Flask, folder: Path) -> None:
    """Serve the files of a folder, and let templates name them."""
    app.extensions["assets"] = files = collect_assets(folder)
    app.extensions["release"] = _digest_release(files, Path(str(app.template_folder)))
    app.register_blueprint(blueprint)
    app.jinja_env.globals.update(
        asset=asset_url,
        integrity=integrity,
        theme_colors=read_theme_colors((folder / "css" / "tokens.css").read_text()),
    )


def asset_url(name: str) -> str:
    """Return the address of a file; it changes with the content."""
    return f"{request.script_root}/static/{_find_asset(name).digest}/{name}"


def integrity(name: str) -> str:
    """Return what a browser checks a file against."""
    return _find_asset(name).integrity


def release_digest() -> str:
    """Return what is another one in a release whose pages look otherwise."""
    made: str = current_app.extensions["release"]
    return made


@blueprint.get("/static/<digest>/<path:name>")
def send(digest: str, name: str) -> Response:
    """Send a file; under its present digest it may be kept forever."""
    assets: dict[str, Asset] = current_app.extensions["assets"]
    if name not in assets or assets[name].digest != digest:
        abort(404)
    asset = assets[name]
    compress = request.accept_encodings["gzip"] > 0 and asset.type != "image/png"
    response = Response(asset.compressed if compress else asset.content, mimetype=asset.type)
    response.headers["Cache-Control"] = CACHE_FOREVER
    response.headers["Vary"] = "Accept-Encoding"
    if compress:
        response.headers["Content-Encoding"] = "gzip"
    return response


@blueprint.get("/favicon.ico")
def favicon() -> Response:
    """Answer the browsers that ask for the old name of the icon."""
    return send(_find_asset("icons/favicon.svg").digest, "icons/favicon.svg")


@blueprint.get("/schema/match-file.json")
def match_file_schema() -> Response:
    """Send the JSON Schema of the match file under an address that stays."""
    name = "match-file.schema.json"
    response = send(_find_asset(name).digest, name)
    response.headers["Cache-Control"] = "no-cache"
    # Weak: it may be sent compressed, or not.
    response.set_etag(_find_asset(name).digest, weak=True)
    response.make_conditional(request)
    return response


def _digest_release(files: Mapping[str, Asset], templates: Path) -> str:
    digest = hashlib.sha256("".join(file.digest for file in files.values()).encode())
    for path in sorted(templates.rglob("*.html")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _build_style(folder: Path, bundle: str) -> bytes:
    """Return the styles of a bundle, each in its layer; within a layer no order matters."""
    layers = [(layer, sorted((folder / layer / bundle).glob("*.css"))) for layer in LAYERS]
    if bundle == "app":
        layers = [(layer, [*folder.glob(f"{layer}.css"), *files]) for layer, files in layers]
    return b"\n".join(
        b"@layer %s{%s}" % (layer.encode(), STYLE_WHITESPACE.sub(rb"\1\2\3", _join_files(files)))
        for layer, files in layers
        if files
    )


def _join_files(files: Iterable[Path]) -> bytes:
    return COMMENTS_AND_INDENTATION.sub(b"", b"\n".join(path.read_bytes() for path in files))


def _find_asset(name: str) -> Asset:
    assets: dict[str, Asset] = current_app.extensions["assets"]
    return assets[name]

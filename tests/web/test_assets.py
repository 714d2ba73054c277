import gzip
from collections.abc import Iterable
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.web.http.assets import BUNDLES, collect_assets

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {
        "css/pages/app/zoo.css": ".zoo {}",
        "css/pages/table/sheet.css": "@media (x: 1) {\n  .sheet,\n  .row {\n    a: 1;\n  }\n}\n",
        "css/components/app/zebra.css": ".zebra {}",
        "css/components/app/ape.css": "/* An\nape. */\n.ape :hover { b: c, d; }",
        "css/components/table/card.css": ".card {}",
        "css/pages/desk/watch.css": ".watch {}",
        "css/base.css": "a {}",
        "css/tokens.css": ":root {}",
        "js/app/one.js": "// One.\n{ 1; }",
        "js/table/two.js": "{ 2; }",
        "js/desk/three.js": "{ 3; }",
        "js/store/four.js": "{ 4; }",
        "js/offline/five.js": "{ 5; }",
        "js/shell/six.js": "{ 6; }",
        "js/conflict/seven.js": "{ 7; }",
        "icons/favicon.svg": "<svg/>",
        "icons/favicon.ico": "icon",
        "icons/192.png": "icon",
        "app.webmanifest": "{}",
        "notes.txt": "not to be sent",
        "js/app/one.js~": "not to be sent",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_static_files_have_the_same_types_everywhere(folder: Path) -> None:
    assert {name: asset.type for name, asset in collect_assets(folder).items()} == {
        "app.css": "text/css",
        "app.js": "text/javascript",
        "app.webmanifest": "application/manifest+json",
        "conflict.js": "text/javascript",
        "desk.css": "text/css",
        "desk.js": "text/javascript",
        "event.css": "text/css",
        "event.js": "text/javascript",
        "icons/192.png": "image/png",
        "icons/favicon.ico": "image/vnd.microsoft.icon",
        "icons/favicon.svg": "image/svg+xml",
        "offline.js": "text/javascript",
        "review.css": "text/css",
        "review.js": "text/javascript",
        "setup.css": "text/css",
        "setup.js": "text/javascript",
        "shell.js": "text/javascript",
        "store.js": "text/javascript",
        "table.css": "text/css",
        "table.js": "text/javascript",
    }


def test_a_style_bundle_contains_its_files_without_comments(folder: Path) -> None:
    assets = collect_assets(folder)
    assert assets["app.css"].content.decode() == (
        "@layer tokens{:root{}}\n"
        "@layer base{a{}}\n"
        "@layer components{.ape :hover{b:c,d}.zebra{}}\n"
        "@layer pages{.zoo{}}"
    )
    assert assets["table.css"].content.decode() == (
        "@layer components{.card{}}\n@layer pages{@media (x:1){.sheet,.row{a:1}}}"
    )
    assert assets["desk.css"].content.decode() == "@layer pages{.watch{}}"


def test_a_script_bundle_contains_its_files(folder: Path) -> None:
    assets = collect_assets(folder)
    assert assets["app.js"].content.decode() == "{ 1; }"
    assert assets["table.js"].content.decode() == "{ 2; }"
    assert assets["desk.js"].content.decode() == "{ 3; }"
    assert assets["store.js"].content.decode() == "{ 4; }"
    assert assets["offline.js"].content.decode() == "{ 5; }"
    assert assets["conflict.js"].content.decode() == "{ 7; }"


def test_a_script_imports_another_by_its_digest(folder: Path) -> None:
    (folder / "js/offline/five.js").write_text('import("../conflict.js")')
    assets = collect_assets(folder)
    address = f"../{assets['conflict.js'].digest}/conflict.js"
    assert assets["offline.js"].content.decode() == f'import("{address}")'


@pytest.mark.parametrize(
    ("bundles", "kind", "most"),
    [
        (["app"], "css", 7_450),
        (["app"], "js", 2_820),
        (["app", "table"], "css", 17_850),
        (["app", "table"], "js", 8_150),
        (["store"], "js", 6_480),
        (["offline"], "js", 11_850),
        (["shell"], "js", 3_400),
        (["conflict"], "js", 4_550),
        (["event"], "css", 8_000),
        (["event"], "js", 2_000),
        (BUNDLES, "css", 38_200),
        (BUNDLES, "js", 13_750),
    ],
    ids=[
        "first page's style",
        "first page's scripts",
        "match's style",
        "match's scripts",
        "store",
        "offline",
        "shell",
        "conflict",
        "club evening's style",
        "club evening's scripts",
        "all styles",
        "all scripts",
    ],
)
def test_the_bundles_are_small(bundles: Iterable[str], kind: str, most: int) -> None:
    assets = collect_assets(Path(__file__).parents[2] / "static")
    assert sum(len(assets[f"{bundle}.{kind}"].compressed) for bundle in bundles) <= most


def test_the_match_file_schema_is_cacheable(app: Flask) -> None:
    client, path = app.test_client(), "/schema/match-file.json"
    answer = client.get(path)
    again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    compressed = client.get(path, headers={"Accept-Encoding": "gzip"})

    assert answer.mimetype == "application/schema+json"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.data == (ROOT / "static/match-file.schema.json").read_bytes()
    assert (again.status_code, again.data) == (304, b"")
    assert gzip.decompress(compressed.data) == answer.data
    assert "Set-Cookie" not in answer.headers

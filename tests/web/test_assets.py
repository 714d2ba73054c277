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
        "css/components/table/card.css": ".card > a ~ b + i { c: 1 / calc(1 + 2); }",
        "css/pages/desk/watch.css": ".watch {}",
        "css/base.css": "a {}",
        "css/tokens.css": ":root {}",
        "js/app/one.js": "// One.\na = (b,\n    c);\n\nd\n  .e(\n);\n",
        "js/table/two.js": 'import { three } from "./three.js";\nlet four = 4;\nthree(four);\n',
        "js/table/three.js": (
            'import { six } from "../common/five.js";\n'
            "let four = 3;\n"
            "export const three = () => six(four);\n"
        ),
        "js/common/five.js": "export const six = 6;\n",
        "js/desk/seven.js": (
            'import { three } from "../table/three.js";\nawait import("../table/two.js");\n'
        ),
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
    assets = collect_assets(folder)
    assert {f"{bundle}.{kind}" for bundle in BUNDLES for kind in ("css", "js")} <= assets.keys()
    assert {Path(name).suffix: asset.type for name, asset in assets.items()} == {
        ".css": "text/css",
        ".js": "text/javascript",
        ".webmanifest": "application/manifest+json",
        ".png": "image/png",
        ".ico": "image/vnd.microsoft.icon",
        ".svg": "image/svg+xml",
    }


def test_bundles_contain_their_files_without_comments_and_import_each_other_by_digest(
    folder: Path,
) -> None:
    assets = collect_assets(folder)
    assert assets["app.css"].content.decode() == (
        "@layer tokens{:root{}}"
        "@layer base{a{}}"
        "@layer components{.zebra{}.ape :hover{b:c,d}}"
        "@layer pages{.zoo{}}"
    )
    assert assets["table.css"].content.decode() == (
        "@layer components{.card>a~b + i{c:1/calc(1 + 2)}}"
        "@layer pages{@media (x:1){.sheet,.row{a:1}}}"
    )
    assert assets["desk.css"].content.decode() == "@layer pages{.watch{}}"
    assert assets["app.js"].content.decode() == "{a=(b,c);d\n.e()}"
    assert assets["table.js"].content.decode() == (
        "let six;{six=6}export let three;{let four=3;three=()=>six(four)}{let four=4;three(four)}"
    )
    assert assets["shell.js"].content == b""
    address = f"../{assets['table.js'].digest}/table.js"
    assert assets["desk.js"].content.decode() == (
        f'import{{three}}from"{address}";{{await import("{address}")}}'
    )


@pytest.mark.parametrize(
    ("bundles", "kind", "most"),
    [
        pytest.param(["app"], "css", 7_380, id="first page's style"),
        pytest.param(["app"], "js", 2_805, id="first page's scripts"),
        pytest.param(["app", "table"], "css", 18_770, id="match's style"),
        pytest.param(["app", "table"], "js", 9_000, id="match's scripts"),
        pytest.param(["store"], "js", 7_035, id="store"),
        pytest.param(["scores", "offline"], "js", 18_070, id="offline"),
        pytest.param(["shell"], "js", 5_810, id="shell"),
        pytest.param(["conflict"], "js", 2_265, id="conflict"),
        pytest.param(["event"], "css", 8_100, id="club evening's style"),
        pytest.param(["event"], "js", 3_260, id="club evening's scripts"),
        pytest.param(["season_book"], "css", 2_200, id="season book's style"),
        pytest.param(["season_book"], "js", 900, id="season book's script"),
        pytest.param(BUNDLES, "css", 42_070, id="all styles"),
        pytest.param(BUNDLES, "js", 16_520, id="all scripts"),
    ],
)
def test_the_bundles_are_small(bundles: Iterable[str], kind: str, most: int) -> None:
    assets = collect_assets(ROOT / "static")
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

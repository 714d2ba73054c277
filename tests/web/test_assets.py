from pathlib import Path

import pytest

from scorekeeper.web.site.assets import collect


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of static files, those of the styles written in no particular order."""
    for name, text in {
        "css/pages/table.css": ".table {}",
        "css/components/zebra.css": ".zebra {}",
        "css/components/ape.css": ".ape {}",
        "css/base.css": "a {}",
        "css/tokens.css": ":root {}",
        "js/one.js": "{ 1; }",
        "icons/favicon.svg": "<svg/>",
        "icons/favicon.ico": "icon",
        "icons/192.png": "icon",
        "app.webmanifest": "{}",
        "notes.txt": "not to be sent",
        "js/one.js~": "not to be sent",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_each_file_has_the_type_of_its_name_on_every_machine(folder: Path) -> None:
    assert {name: asset.type for name, asset in collect(folder).items()} == {
        "app.css": "text/css",
        "app.js": "text/javascript",
        "app.webmanifest": "application/manifest+json",
        "icons/192.png": "image/png",
        "icons/favicon.ico": "image/vnd.microsoft.icon",
        "icons/favicon.svg": "image/svg+xml",
    }


def test_the_style_is_its_files_in_their_layers(folder: Path) -> None:
    assert collect(folder)["app.css"].content.decode() == (
        "@layer tokens {\n:root {}}\n"
        "@layer base {\na {}}\n"
        "@layer components {\n.ape {}\n.zebra {}}\n"
        "@layer pages {\n.table {}}"
    )


def test_all_of_it_is_small() -> None:
    assets = collect(Path(__file__).parents[2] / "static")
    assert len(assets["app.css"].compressed) <= 14_000
    assert len(assets["app.js"].compressed) <= 8_000

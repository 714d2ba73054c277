"""Where templates and static files lie: inside the installed package, or beside it in a checkout."""

from pathlib import Path

HERE = Path(__file__).parent
_ROOT = HERE if (HERE / "templates").is_dir() else HERE.parent
TEMPLATES = _ROOT / "templates"
STATIC = _ROOT / "static"

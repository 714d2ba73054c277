"""Where templates and static files lie: in the installed package, in a checkout beside it."""

from pathlib import Path

HERE = Path(__file__).parent
_ROOT = HERE if (HERE / "templates").is_dir() else HERE.parent
TEMPLATES = _ROOT / "templates"
STATIC = _ROOT / "static"

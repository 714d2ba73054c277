"""How gunicorn serves the app: `gunicorn --config python:scorekeeper.gunicorn`."""

from scorekeeper.workers import (
    child_exit,
    count_together,
    on_starting,
    post_fork,
    pre_fork,
    when_ready,
)

__all__ = ["child_exit", "on_starting", "post_fork", "pre_fork", "when_ready"]

count_together()
wsgi_app = "scorekeeper.wsgi:app"

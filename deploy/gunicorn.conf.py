"""How gunicorn serves scorekeeper: `gunicorn --config deploy/gunicorn.conf.py`."""

from scorekeeper.workers import child_exit, on_starting, post_fork, pre_fork, when_ready

__all__ = ["child_exit", "on_starting", "post_fork", "pre_fork", "when_ready"]

wsgi_app = "scorekeeper.wsgi:app"

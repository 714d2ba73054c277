"""Where the pages of players register themselves."""

from flask import Blueprint

blueprint = Blueprint("players", __name__, url_prefix="/players")

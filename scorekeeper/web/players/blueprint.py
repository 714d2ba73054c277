"""The blueprint of the players' pages."""

from flask import Blueprint

blueprint = Blueprint("players", __name__, url_prefix="/players")

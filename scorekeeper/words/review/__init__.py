"""Sentences about finished matches: story, awards, statistics and paper sheets."""

"""Looking back at finished matches: story, awards, figures, evenings and what-if."""

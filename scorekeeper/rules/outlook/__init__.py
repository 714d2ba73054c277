"""What can still happen: possible results, what each side needs, and warnings."""

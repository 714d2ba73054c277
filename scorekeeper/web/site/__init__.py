"""What every page stands on: the scorebook, recording, rendering, errors, security, languages."""

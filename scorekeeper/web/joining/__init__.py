"""How a phone gets in: codes, links and the home-screen icon."""

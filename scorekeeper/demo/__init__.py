"""The demo: two years of randomly simulated matches."""

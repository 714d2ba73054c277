"""The demo: two years of simulated matches, a club evening, and a match in progress."""

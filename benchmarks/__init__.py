"""Speed, as ratios to a bare app on the same server in the same run: `python -m benchmarks`."""

"""Benchmarks: speed compared with a minimal app in the same run, load, growth, faults."""

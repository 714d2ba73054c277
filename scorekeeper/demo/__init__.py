"""A demonstration: matches played at random over two years."""

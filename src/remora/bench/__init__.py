"""Measures the product on a person's own data, through the product itself. Called by the command line alone."""

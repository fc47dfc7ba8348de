"""gem5's package of Python, as far as --export gem5 needs it."""

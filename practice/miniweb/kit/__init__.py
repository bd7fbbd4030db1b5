"""What the sites of the mini web share, one idea per file; the README above shows how to use it."""

"""What the judge does to a result."""

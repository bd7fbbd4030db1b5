"""When does a tree search help? Koh et al. (2024), repeated on the practice web."""

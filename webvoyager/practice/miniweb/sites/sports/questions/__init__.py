"""The questions, by what it takes to answer them."""

"""What to do next and what to answer: each rule proposes moves for a situation."""

"""One folder per experiment. Nothing outside imports them; each can be deleted alone."""

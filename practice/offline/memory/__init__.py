"""What was done and noted so far, read back from the agent's own replies."""

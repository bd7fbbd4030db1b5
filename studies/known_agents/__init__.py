"""What judges, labels and signals find in agents whose mistakes are known."""

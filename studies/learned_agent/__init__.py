"""An agent that is trained on other worlds: its gold trajectories, attempts and weights."""

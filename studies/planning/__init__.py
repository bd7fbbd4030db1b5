"""Do plans and lessons help? WebExperT (Luo et al. 2025), step by step and in whole tasks."""

"""The practice wing: a local web (miniweb) and a local model (offline), so that all runs without
key or internet.
"""

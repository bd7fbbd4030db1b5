"""The practice wing: a local web (miniweb) and a local model (offline).

With both, the whole kit runs without a key or the internet.
"""

"""A local web (`miniweb`) and local models (`offline`, `learned`, `simulated`).

With them, the whole kit runs without a key and without the internet.
"""

"""A local web (`miniweb`, `miniwob`) and local models (`offline`, `learned`, `simulated`).

With them, the whole kit runs without a key and without the internet.
"""

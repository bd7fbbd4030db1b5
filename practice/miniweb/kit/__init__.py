"""What the sites of the mini web share, one idea a file; see the README beside it for how a site is
made with them.
"""

"""The offline model: a local endpoint that speaks the OpenAI API and answers by plain, readable rules.

It is no language model. It reads a page as lines of text with their boxes (which our client puts into the screenshot
for it, or which it makes up from an indented outline), compares words and numbers, and writes a Thought that says why.
Start at `server.py` for the endpoint, at `skills.py` for what it can do, at `acting.py` for how it browses.
This folder imports nothing else of the kit: all else talks to it as to any provider, over HTTP.
"""

from .server import Offline

__all__ = ["Offline"]

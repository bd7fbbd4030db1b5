"""The offline model: a local OpenAI-compatible endpoint that answers by plain, readable rules.

It isn't a language model. It reads a page as lines of text with their boxes, compares words and
numbers, and writes a Thought that gives its reason. Our client puts those lines into the screenshot
for it; from an indented outline it makes them up.

As offline-eyes the same rules get no such lines: `eyes/` reads the screenshot's pixels with
Tesseract.

`endpoint/` speaks HTTP and reads the prompt, `question/` parses the question, `page/` reads the
page, `memory/` holds what was done and noted, `rules/` decides. Start at `rules/strategy.py` for
how it browses, and at `skills/web_search.py` for how it answers by a search, without a browser.
From the rest of the kit this folder imports only what serves on loopback; everything else talks to
it over HTTP, as to any provider.
"""

from .endpoint.server import Offline, Served
from .endpoint.web import Web

__all__ = ["Offline", "Served", "Web"]

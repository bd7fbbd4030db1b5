"""The offline model: a local OpenAI-compatible endpoint that answers by plain, readable rules.

It isn't a language model. It reads a page as lines of text with their boxes, compares words and
numbers, and writes a Thought that gives its reason. The kit's client stores those lines in the
screenshot file; for a page given as an indented outline, `endpoint/outline.py` lays them out.

Under the name offline-eyes, the same rules get no such lines: `eyes/` reads the screenshot's pixels
with Tesseract.

`endpoint/` speaks HTTP and reads the prompt, `question/` parses the question, `page/` reads the
page, `memory/` holds what was done and noted, `rules/` decides. Start at `rules/strategy.py` for
how it browses, and at `skills/web_search.py` for how it answers by web search, without a browser.
The only part of the kit it imports is `practice/loopback.py`; everything else talks to it over
HTTP, as to any provider.
"""

from .endpoint.server import Offline, Served
from .endpoint.web import Web

__all__ = ["Offline", "Served", "Web"]

"""The mini web: small local stand-ins for the paper's sites, each on a host of its own
(http://recipes.mini/).
"""

from .server import MiniWeb
from .world import World

__all__ = ["MiniWeb", "World"]

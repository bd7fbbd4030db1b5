"""The mini web: small local stand-ins for the paper's sites, such as http://recipes.mini/."""

from .server import MiniWeb
from .world import World

__all__ = ["MiniWeb", "World"]

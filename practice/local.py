"""The local models by name: rules, a trained policy, and simulated agents."""

from typing import Any

from . import offline
from .miniweb import MiniWeb

SIMULATED = "simulated-"  # followed by the skill


def serve(name: str, web: MiniWeb, search_engine: str) -> tuple[str, Any]:
    """Serve the model of this name; return the name to ask it by, and its server.

    ValueError if the skill of a simulated agent isn't in 0 to 1 or its world is unknown.
    """
    if name.startswith(SIMULATED):
        from . import simulated  # slow to import, as is `learned`

        skill = simulated.Skill(float(name.removeprefix(SIMULATED)))
        server = simulated.Simulated([skill], web.world.seed)
        return server.names[0], server
    if name == "offline-learned":
        from . import learned

        return name, learned.serve()
    # the rules can also search the web without a browser
    return name, offline.Offline(web=offline.Web(web.port, search_engine))

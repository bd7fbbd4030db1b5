"""Other people's agents: the kit's environment and tasks through Gymnasium's interface.

`import webvoyager.lab.gym` registers "webvoyager/miniweb-v0" for `gymnasium.make`. `WebEnv`
(web_env.py) wraps `webvoyager.Environment`; `to_dict` (observations.py) is an observation as
Gymnasium wants it. `player` (playing.py) has an agent of yours play a recorded run. All else in the
kit works without Gymnasium.
"""

try:
    import gymnasium
except ModuleNotFoundError as error:
    if error.name != "gymnasium":
        raise
    raise ModuleNotFoundError(
        "webvoyager.lab.gym needs Gymnasium: pip install gymnasium", name="gymnasium"
    ) from error

from .observations import to_dict
from .playing import player
from .web_env import WebEnv

ID = "webvoyager/miniweb-v0"
gymnasium.register(id=ID, entry_point="webvoyager.lab.gym:WebEnv")

__all__ = ["ID", "WebEnv", "player", "to_dict"]

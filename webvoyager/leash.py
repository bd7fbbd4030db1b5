"""Ends a browser when the process that started it has ended, however that came about: run as a script of its own.

    python leash.py PID FOLDER      waits for the end of its input, then ends the group PID and removes FOLDER

Its input is a pipe that only the starting process holds open: closed by `close()`, by an exit, or by a kill.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys


def end(leader: int) -> None:
    """End a process and all that it started."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(leader)], capture_output=True, check=False)
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):  # it has ended by itself
        os.killpg(leader, signal.SIGKILL)


if __name__ == "__main__":
    sys.stdin.read()
    end(int(sys.argv[1]))
    shutil.rmtree(sys.argv[2], ignore_errors=True)

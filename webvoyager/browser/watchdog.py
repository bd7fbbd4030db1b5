"""Ends a browser when the process that started it has ended, however that came about: run as a
script of its own.

    python watchdog.py FOLDER      waits for the end of its input, then ends the browser and removes
    FOLDER

Its input is a pipe that only the starting process holds open: closed by `close()`, by an exit, or
by a kill. It is there before the browser, which is started into its process group; without groups
(Windows) it is told the driver's number by its input.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys


def end_group() -> None:
    """End all other processes of our group, leaving it first: only into another one, so there has
    to be one.
    """
    group, other = os.getpgrp(), os.fork()
    if not other:
        signal.alarm(60)  # it ends by itself, should we not come to end it
        signal.pause()
    os.setpgid(other, other)
    os.setpgid(0, other)
    with contextlib.suppress(ProcessLookupError, PermissionError):  # they have ended by themselves
        os.killpg(group, signal.SIGKILL)
    os.kill(other, signal.SIGKILL)


if __name__ == "__main__":
    driver = sys.stdin.read()
    if sys.platform != "win32":
        end_group()
    elif driver:
        subprocess.run(["taskkill", "/F", "/T", "/PID", driver], capture_output=True, check=False)
    shutil.rmtree(sys.argv[1], ignore_errors=True)

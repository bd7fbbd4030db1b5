"""Ends a browser when the process that started it has ended, however that happened.

It runs as a separate script:

    python watchdog.py FOLDER      at the end of its input, ends the browser and removes FOLDER

Its input is a pipe that only the starting process keeps open; `close()`, an exit or a kill closes
it. The watchdog starts before the browser, which is then started in its process group. Where there
are no groups (Windows), it reads the driver's process id from its input.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys


def end_group() -> None:
    """End all other processes of our group.

    We leave the group first. That takes another group to join, so we make one.
    """
    group, other = os.getpgrp(), os.fork()
    if not other:
        signal.alarm(60)  # it ends by itself in case we fail to end it
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

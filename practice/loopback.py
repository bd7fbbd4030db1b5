"""Serves a WSGI app in the background, reachable from this machine only."""

import errno
import os
import signal
import socket
import ssl
import threading
from collections.abc import Callable
from functools import partial
from types import TracebackType

from werkzeug.serving import WSGIRequestHandler, make_server


class Loopback:
    """Serves `app` on a port of 127.0.0.1 until `close()`; a context manager.

    Port 0 picks a free port; a port in use raises OSError. `.port` is the port it serves on,
    `.address` is host and port, and `.url` is what a browser opens. With `tls` it serves HTTPS.
    """

    def __init__(self, app: Callable, port: int = 0, tls: ssl.SSLContext | None = None) -> None:
        with _open_socket(port) as listener:
            self._server = make_server(
                "127.0.0.1",
                port,
                app,
                threaded=True,
                request_handler=_QuietHandler,
                ssl_context=tls,
                fd=listener.fileno(),
            )
        self._process = os.getpid()
        if hasattr(os, "register_at_fork"):  # a forked process must not hold the port
            os.register_at_fork(after_in_child=self._server.socket.close)
        self.port = self._server.port
        self.address = f"127.0.0.1:{self.port}"
        self.url = f"{'https' if tls else 'http'}://{self.address}"
        serve = partial(self._server.serve_forever, 0.02)  # notices close() after 0.02 s
        self._thread = threading.Thread(target=serve, name=f"loopback:{self.port}", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop serving; closing twice is fine. In a forked process this does nothing."""
        if self._process != os.getpid():
            return
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> "Loopback":
        return self

    def __exit__(
        self, kind: type | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def wait_for_interrupt() -> None:
    """Wait for Ctrl-C, even under a shell that ignores it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        while not threading.Event().wait(0.5):  # on Windows, Ctrl-C comes only between two waits
            pass
    except KeyboardInterrupt:
        print()


def _open_socket(port: int) -> socket.socket:
    """Open a listening socket on 127.0.0.1; OSError says why the port isn't available.

    Werkzeug could open it too, but would end the program on an error.
    """
    try:
        return socket.create_server(("127.0.0.1", port))
    except OSError as error:
        why = "is in use" if error.errno == errno.EADDRINUSE else f"is refused ({error.strerror})"
        raise OSError(f"Port {port} {why}: choose another, or 0 for any free one.") from error


class _QuietHandler(WSGIRequestHandler):
    """Doesn't log requests; errors of the app are still shown."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        pass

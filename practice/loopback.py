"""A WSGI app served in the background, on this machine alone."""

import errno
import os
import socket
import ssl
import threading
from collections.abc import Callable
from functools import partial
from types import TracebackType

from werkzeug.serving import WSGIRequestHandler, make_server


class Loopback:
    """Serves `app` on a port of 127.0.0.1 until `close()`; a context manager.

    Port 0 takes a free one; a port in use raises OSError. `.port` is the one that was taken,
    `.address` has it with the host, and `.url` is what a browser opens. `tls` serves by HTTPS.
    """

    def __init__(self, app: Callable, port: int = 0, tls: ssl.SSLContext | None = None) -> None:
        with _listening(port) as listener:
            self._server = make_server(
                "127.0.0.1",
                port,
                app,
                threaded=True,
                request_handler=_Quiet,
                ssl_context=tls,
                fd=listener.fileno(),
            )
        self._process = os.getpid()
        if hasattr(os, "register_at_fork"):  # a forked process does not keep the port
            os.register_at_fork(after_in_child=self._server.socket.close)
        self.port = self._server.port
        self.address = f"127.0.0.1:{self.port}"
        self.url = f"{'https' if tls else 'http'}://{self.address}"
        serve = partial(self._server.serve_forever, 0.02)  # notices close() after 0.02 s
        self._thread = threading.Thread(target=serve, name=f"loopback:{self.port}", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop serving; closing twice is fine. A forked process leaves that to its parent."""
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


def _listening(port: int) -> socket.socket:
    """A socket listening on a port of 127.0.0.1; OSError says why it isn't available.

    Werkzeug could open it too, but ends the program if the port isn't available.
    """
    try:
        return socket.create_server(("127.0.0.1", port))
    except OSError as error:
        why = "is in use" if error.errno == errno.EADDRINUSE else f"can't be had ({error.strerror})"
        raise OSError(f"Port {port} {why}: choose another, or 0 for any free one.") from error


class _Quiet(WSGIRequestHandler):
    """Logs no requests; an app's errors are still shown."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        pass

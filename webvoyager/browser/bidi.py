"""A WebDriver BiDi connection: commands, each with a time limit, and events in order.

Selenium has its own connection, behind `driver.script`, `driver.network` and so on. But it runs
each handler of an event in a new thread, so in any order; it measures its wait for a reply by
counting sleeps; and its public interface cannot set the time limit of one command. So we speak the
protocol ourselves, at the address that the driver publishes (its capability `webSocketUrl`).
"""

import contextlib
import json
import threading
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

import websocket
from selenium.common.exceptions import WebDriverException


class Connection:
    """A connection to a browser's driver; raises ConnectionError when it is lost.

    Events are handled before any later reply. Handlers run in the thread that reads: they must not
    wait for a reply.
    """

    def __init__(self, address: str, limit: float) -> None:
        self._socket = websocket.create_connection(address, timeout=limit, suppress_origin=True)
        self._socket.settimeout(None)
        self._numbers = count(1)
        self._replies: dict[int, dict | None] = {}  # by the command's number; None until it comes
        self._handlers: dict[str, Callable[[Mapping], None]] = {}
        self._arrived, self._open = threading.Condition(), True
        threading.Thread(target=self._read, daemon=True).start()

    def subscribe(self, handlers: Mapping[str, Callable[[Mapping], None]], limit: float) -> None:
        """Call these handlers, named by their events, with the parameters of each event to come."""
        self._handlers.update(handlers)
        self.send("session.subscribe", {"events": list(handlers)}, limit)

    def send(self, method: str, parameters: Mapping[str, Any], limit: float) -> dict:
        """Send a command and return its result.

        Raises Selenium's WebDriverException for an error in the reply, TimeoutError after `limit`
        seconds.
        """
        number = next(self._numbers)
        with self._arrived:
            self._replies[number] = None
        try:
            self._write(number, method, parameters)
            with self._arrived:
                self._arrived.wait_for(lambda: self._replies[number] or not self._open, limit)
                reply = self._replies[number]
        finally:
            with self._arrived:
                del self._replies[number]
        if reply is not None and "error" in reply:
            raise WebDriverException(f"{reply['error']}: {reply.get('message', '')}")
        if reply is not None:
            return reply["result"]
        if not self._open:
            raise ConnectionError("The connection to the browser is closed.")
        raise TimeoutError(f"Timed out waiting for the reply to {method}")

    def post(self, method: str, parameters: Mapping[str, Any]) -> None:
        """Send a command without waiting for its reply."""
        self._write(next(self._numbers), method, parameters)

    def close(self) -> None:
        """End the connection; calls that wait for a reply raise ConnectionError."""
        self._socket.abort()

    def _write(self, number: int, method: str, parameters: Mapping[str, Any]) -> None:
        command = {"id": number, "method": method, "params": parameters}
        try:
            self._socket.send(json.dumps(command))
        except (websocket.WebSocketException, OSError) as error:
            raise ConnectionError("The connection to the browser is closed.") from error

    def _read(self) -> None:
        with contextlib.suppress(websocket.WebSocketException, OSError):
            while text := self._socket.recv():
                self._receive(json.loads(text))
        with self._arrived:
            self._open = False
            self._arrived.notify_all()
        self._socket.shutdown()

    def _receive(self, message: dict) -> None:
        if handle := self._handlers.get(message.get("method", "")):
            handle(message["params"])
        with self._arrived:
            if message.get("id") in self._replies:
                self._replies[message["id"]] = message
                self._arrived.notify_all()

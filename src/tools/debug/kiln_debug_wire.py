"""The debugger's end of KILN_SIM_DEBUG: messages over a unix socket (src/sim/observe/debug/state.h has them and their numbers)."""
import os
import socket
import struct
import tempfile
import threading

VERSION = 1
WALKER, STOPPED, ENDED, ANSWER = 1, 2, 3, 4
SET_BREAKS, SET_STEPS, SET_WATCHES, SET_CATCH, READ, THREAD, SURFACE, RUN, PAUSE = range(32, 41)
REASONS = ("entry", "breakpoint", "step", "watch", "check", "nan", "pause", "start", "fault")
GO, STEP, STEP_INST, BACK, BACK_STEP, BACK_INST, DETACH = range(7)
MEMORY, SLM, PAYLOAD = range(3)
WATCH_READ, WATCH_WRITE = 1, 2
MAX_MESSAGE = 256 << 20
HEADER = struct.Struct("<IHH")


class Lost(Exception):
    """The program is gone, or what it says is no message."""


class Door:
    """Where the program's simulated device connects."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="kiln-debug-")
        self.path = os.path.join(self.folder, "socket")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.bind(self.path)
        self.socket.listen(8)

    def accept(self, seconds):
        """A link, or None when nobody came."""
        self.socket.settimeout(seconds)
        try:
            return Link(self.socket.accept()[0])
        except socket.timeout:
            return None

    def close(self):
        self.socket.close()
        for name in (self.path,):
            if os.path.exists(name):
                os.unlink(name)
        os.rmdir(self.folder)


class Link:
    def __init__(self, connection):
        self.socket = connection
        self.lock = threading.Lock()

    def send(self, op, numbers=()):
        body = struct.pack(f"<{len(numbers)}Q", *numbers)
        try:
            with self.lock:
                self.socket.sendall(HEADER.pack(len(body), op, len(numbers)) + body)
        except OSError as e:
            raise Lost(str(e)) from e

    def _exactly(self, size):
        parts = []
        while size:
            try:
                part = self.socket.recv(min(size, 1 << 20))
            except OSError as e:
                raise Lost(str(e)) from e
            if not part:
                raise Lost("the program has closed the connection")
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def receive(self):
        """(op, numbers, bytes)"""
        size, op, count = HEADER.unpack(self._exactly(HEADER.size))
        if size > MAX_MESSAGE or 8 * count > size:
            raise Lost("a message that is none")
        body = self._exactly(size)
        return op, struct.unpack_from(f"<{count}Q", body), body[8 * count:]

    def ask(self, op, numbers=()):
        """(numbers, bytes) of the answer."""
        self.send(op, numbers)
        got, answer, data = self.receive()
        if got != ANSWER:
            raise Lost(f"message {got} instead of an answer")
        return answer, data

    def close(self):
        self.socket.close()

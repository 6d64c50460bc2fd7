"""Receivers on http.server, from the standard library. Each has one defect, named by its key."""

import base64
import json
import os
import time
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from world import effects, handler, seen, verifier, work_once


def whole_body(request):
    if request.headers.get("Transfer-Encoding", "").lower() != "chunked":
        return request.rfile.read(int(request.headers.get("Content-Length") or 0))
    body = b""
    while size := int(request.rfile.readline(), 16):
        body += request.rfile.read(size)
        request.rfile.readline()
    request.rfile.readline()
    return body


def http(read=whole_body, **defect):
    """Returns a function that serves the receiver at a port, and says which."""
    handle = handler(**defect)

    class Receiver(BaseHTTPRequestHandler):
        def answer(self, status, text):
            self.send_response(status)
            self.send_header("Content-Length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        def do_GET(self):
            if self.path == "/effects":
                self.answer(200, str(len(effects)))
            else:
                self.answer(404, "")

        def do_POST(self):
            self.answer(*handle(read(self), self.headers.get))

        def log_message(self, *_):
            pass

    class Server(ThreadingHTTPServer):
        # Its default of 5 waiting connections is less than a burst.
        request_queue_size = 128

        def handle_error(self, *_):
            pass

    def serve(port, listening):
        server = Server(("127.0.0.1", port), Receiver)
        listening(server.server_port)
        server.serve_forever()

    return serve


def verifying(**defect):
    return lambda: http(verify=verifier(**defect))


def first_part(request):
    return request.rfile.read(min(int(request.headers["Content-Length"]), 65536))


def raising(body, header):
    """As the exception of a library that nobody catches."""
    from world import Refused

    try:
        return verifier()(body, header)
    except Refused as refused:
        raise RuntimeError(str(refused)) from refused


def exiting(webhook_id, event):
    if event.get("card", {}) is None:
        os._exit(1)
    return work_once(webhook_id, event)


def checked_then_inserted(webhook_id, event):
    if webhook_id in seen:
        return None
    time.sleep(0.05)
    seen.add(webhook_id)
    effects.append(webhook_id)


def naive_utc():
    """As datetime.utcnow().timestamp() on a machine with another time zone: off by some hours."""
    return (datetime.now() - timedelta(hours=5)).timestamp()


def indexed(body, header):
    """Takes the signature apart as if the header were always there, and always in its form."""
    header("webhook-signature").split(",")[1]
    return verifier()(body, header)


defects = {
    "http-dict-as-text": verifying(body_of=lambda body: str(json.loads(body)).encode()),
    "http-json-dumps": verifying(body_of=lambda body: json.dumps(json.loads(body)).encode()),
    "http-keys-sorted": verifying(
        body_of=lambda body: json.dumps(json.loads(body), sort_keys=True, separators=(",", ":")).encode()
    ),
    "http-not-ascii-ignored": verifying(body_of=lambda body: body.decode("ascii", "ignore").encode()),
    "http-latin-1": verifying(body_of=lambda body: body.decode("latin-1").encode()),
    "http-bytes-as-text": verifying(body_of=lambda body: str(body).encode()),
    "http-base64-for-urls": verifying(encode=lambda mac: base64.urlsafe_b64encode(mac).decode()),
    "http-hexdigest": verifying(encode=lambda mac: mac.hex()),
    "http-secret-encoded": verifying(key=lambda: os.environ["WEBHOOK_SECRET"].encode()),
    "http-in-signature": verifying(is_same=lambda given, expected: given in expected),
    "http-in-header": verifying(signatures_in=lambda header: [header], is_same=lambda given, expected: expected in given),
    "http-naive-utc": verifying(now=naive_utc),
    "http-old-timestamp": verifying(is_fresh=lambda age: True),
    "http-content-length-only": lambda: http(
        read=lambda request: request.rfile.read(int(request.headers.get("Content-Length") or 0))
    ),
    "http-first-64-kb": lambda: http(read=first_part),
    "http-read-to-the-end": lambda: http(read=lambda request: request.rfile.read()),
    "http-verification-not-caught": lambda: http(verify=raising),
    "http-missing-header-not-caught": lambda: http(verify=indexed),
    "http-exits-on-null": lambda: http(work=exiting),
    "http-checked-then-inserted": lambda: http(work=checked_then_inserted),
}
rights = {"http-right": http}

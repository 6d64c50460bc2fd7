"""Loads receivers of one Python framework, each with the environment of its own, and serves them all on one port."""

import asyncio
import importlib.util
import io
import json
import os
import sys
from contextlib import redirect_stdout
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

framework, receivers = sys.argv[1], json.loads(sys.argv[2])


def load(number, receiver):
    os.environ.update(receiver["env"])
    spec = importlib.util.spec_from_file_location(f"receiver_{number}", receiver["file"])
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def wsgi(app, environ):
    answer = {}

    def start_response(status, headers, exc_info=None):
        answer["status"] = int(status.split(" ")[0])

    text = b"".join(app(environ, start_response))
    return answer["status"], text


async def asgi(app, environ, headers):
    body = environ["wsgi.input"].read()
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": environ["REQUEST_METHOD"],
        "scheme": "http", "path": environ["PATH_INFO"], "query_string": environ["QUERY_STRING"].encode(),
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers],
        "server": ("127.0.0.1", 80),
    }
    answer = {"text": b""}

    is_cut = len(body) < int(dict(headers).get("Content-Length") or 0)

    async def receive():
        if is_cut:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        if message["type"] == "http.response.start":
            answer["status"] = message["status"]
        else:
            answer["text"] += message.get("body", b"")

    await app(scope, receive, send)
    return answer["status"], answer["text"]


if framework == "python-django":
    from django.conf import settings

    settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF="urls_of_nobody")
    import django
    from django.core.wsgi import get_wsgi_application

    application = get_wsgi_application()

modules = [load(number, receiver) for number, receiver in enumerate(receivers)]


def answer(module, environ, headers):
    if framework == "python-fastapi":
        return asyncio.run(asgi(module.app, environ, headers))
    if framework == "python-flask":
        return wsgi(module.app, environ)
    from django.test import override_settings

    with override_settings(ROOT_URLCONF=module):
        return wsgi(application, environ)


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path, _, query = self.path.partition("?")
        _, number, rest = path.split("/", 2)
        environ = {
            "REQUEST_METHOD": "POST", "PATH_INFO": "/" + rest, "QUERY_STRING": query, "SCRIPT_NAME": "",
            "CONTENT_TYPE": self.headers.get("Content-Type", ""), "CONTENT_LENGTH": str(len(body)),
            "SERVER_NAME": "127.0.0.1", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1",
            "wsgi.input": io.BytesIO(body), "wsgi.errors": sys.stderr, "wsgi.url_scheme": "http",
            "wsgi.version": (1, 0), "wsgi.multithread": True, "wsgi.multiprocess": False, "wsgi.run_once": False,
        }
        for name, value in self.headers.items():
            key = "HTTP_" + name.upper().replace("-", "_")
            # As servers of WSGI do: a comma without a space.
            environ[key] = environ[key] + "," + value if key in environ else value
        with redirect_stdout(io.StringIO()):
            status, text = answer(modules[int(number)], environ, self.headers.items())
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
for number, receiver in enumerate(receivers):
    url = f"http://127.0.0.1:{server.server_port}/{number}/webhooks"
    print(json.dumps({"scheme": receiver["scheme"], "url": url}, separators=(",", ":")), flush=True)
server.serve_forever()

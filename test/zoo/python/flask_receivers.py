"""Receivers on Flask, served by the server of its own library."""

import json

from flask import Flask, abort, redirect, request
from werkzeug.serving import make_server

from world import effects, handler, is_event, work_once


def flask(path="/webhooks", before=None, raw=lambda: request.get_data(), debug=False, status_of=int, **defect):
    handle = handler(**defect)
    app = Flask(__name__)
    app.debug = debug

    @app.get("/effects")
    def counted():
        return str(len(effects))

    @app.post(path)
    def webhooks():
        early = before and before()
        if early:
            return early
        status, text = handle(raw(), request.headers.get)
        return text, status_of(status)

    def serve(port, listening):
        wsgi = app
        if debug:
            from werkzeug.debug import DebuggedApplication

            wsgi = DebuggedApplication(app, evalex=False)
        server = make_server("127.0.0.1", port, wsgi, threaded=True)
        server.log = lambda *_: None
        listening(server.server_port)
        server.serve_forever()

    return serve


def exactly_json():
    if request.headers["Content-Type"] != "application/json":
        abort(415)


def field_of_event(webhook_id, event):
    event["event"].split(".")
    return work_once(webhook_id, event)


def silently(body):
    return request.get_json(silent=True) or {}


def known_only(webhook_id, event):
    if event["event"].startswith("loyalty."):
        return 400, "unknown event"
    return work_once(webhook_id, event)


defects = {
    "flask-json-dumps": lambda: flask(raw=lambda: json.dumps(request.get_json(), separators=(",", ":")).encode()),
    "flask-form": lambda: flask(raw=lambda: request.form["payload"].encode()),
    "flask-read-after-the-form": lambda: flask(before=lambda: request.stream.read() and None),
    "flask-content-type-compared": lambda: flask(before=exactly_json),
    "flask-field-not-validated": lambda: flask(validate=lambda event: True, work=field_of_event),
    "flask-debug": lambda: flask(debug=True, validate=lambda event: True, work=field_of_event),
    "flask-get-json-silent": lambda: flask(parse=silently, validate=lambda event: event == {} or is_event(event)),
    "flask-trailing-slash": lambda: flask(path="/webhooks/"),
    "flask-login-required": lambda: flask(before=lambda: redirect("/login?next=/webhooks")),
    "flask-unknown-event": lambda: flask(work=known_only),
    "flask-refused-with-200": lambda: flask(status_of=lambda status: 200 if status == 401 else status),
}
rights = {"flask-right": flask}

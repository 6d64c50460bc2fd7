"""Receivers on Django: over ASGI with uvicorn, or over WSGI as with its own server."""

import json
import socket
import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.conf import settings
from django.http import HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from world import effects, handler, work_once

urlpatterns = []


def counted(request):
    return HttpResponse(str(len(effects)))


def django(view=None, route="webhooks", wsgi=False, debug=False, hosts=("*",), body_of=None, **defect):
    handle = handler(**defect)

    def webhooks(request):
        if request.method != "POST":
            return HttpResponse(status=405)
        body = body_of(request) if body_of else request.body
        status, text = handle(body, request.headers.get)
        return HttpResponse(text, status=status, content_type="text/plain")

    urlpatterns[:] = [path("effects", counted), path(route, (view or csrf_exempt)(webhooks))]
    settings.configure(
        DEBUG=debug,
        ALLOWED_HOSTS=list(hosts),
        ROOT_URLCONF=sys.modules[__name__],
        SECRET_KEY="zoo",
        MIDDLEWARE=["django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware"],
        LOGGING_CONFIG=None,
        DEFAULT_CHARSET="utf-8",
    )
    return serve_wsgi if wsgi else serve_asgi


def serve_asgi(port, listening):
    import uvicorn
    from django.core.asgi import get_asgi_application

    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(128)
    listening(listener.getsockname()[1])
    config = uvicorn.Config(get_asgi_application(), log_level="critical", lifespan="off")
    uvicorn.Server(config).run(sockets=[listener])


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    request_queue_size = 128


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


def serve_wsgi(port, listening):
    from django.core.wsgi import get_wsgi_application

    server = make_server("127.0.0.1", port, get_wsgi_application(), server_class=Server, handler_class=Quiet)
    listening(server.server_port)
    server.serve_forever()


def same(view):
    return view


def field_of_event(webhook_id, event):
    event["event"].split(".")
    return work_once(webhook_id, event)


defects = {
    "django-forgery-guard": lambda: django(view=same),
    "django-append-slash": lambda: django(route="webhooks/"),
    "django-allowed-hosts": lambda: django(hosts=["example.com"]),
    "django-debug": lambda: django(debug=True, validate=lambda event: True, work=field_of_event),
    "django-post-as-json": lambda: django(body_of=lambda request: json.dumps(request.POST.dict()).encode()),
    "django-wsgi-chunked": lambda: django(wsgi=True),
}
rights = {"django-right": django}

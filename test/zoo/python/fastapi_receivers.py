"""Receivers on FastAPI, served by uvicorn."""

import asyncio
import json
import socket
from typing import Any, Dict

import uvicorn
from fastapi import BackgroundTasks, FastAPI, Header, Request
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel

from world import effects, handler, seen, work_once


class Event(BaseModel):
    event: str
    occurred_at: Any = None


class ClosedEvent(Event):
    """As of a team that lists the fields of all its events: others are refused, the nested ones are not looked at."""

    card: Any = None
    account: Any = None
    customer: Any = None
    payment: Any = None
    check: Any = None

    class Config:
        extra = "forbid"


def fastapi(add=None):
    """A receiver; `add` adds a route of its own for webhooks."""
    app = FastAPI()

    @app.get("/effects")
    def counted():
        return len(effects)

    (add or raw_body(handler()))(app)

    def serve(port, listening):
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(128)
        listening(listener.getsockname()[1])
        uvicorn.Server(uvicorn.Config(app, log_level="critical")).run(sockets=[listener])

    return serve


def respond(answer):
    status, text = answer
    return PlainTextResponse(text, status)


def raw_body(handle):
    def add(app):
        @app.post("/webhooks")
        async def webhooks(request: Request):
            return respond(handle(await request.body(), request.headers.get))

    return add


def parameter_as_dict(app):
    handle = handler()

    @app.post("/webhooks")
    async def webhooks(request: Request, event: Dict[str, Any]):
        return respond(handle(json.dumps(event, separators=(",", ":")).encode(), request.headers.get))


def closed_model(app):
    handle = handler()

    @app.post("/webhooks")
    async def webhooks(request: Request, event: ClosedEvent):
        return respond(handle(await request.body(), request.headers.get))


def header_with_underscore(app):
    handle = handler()

    @app.post("/webhooks")
    async def webhooks(request: Request, webhook_signature: str = Header(convert_underscores=False)):
        return respond(handle(await request.body(), request.headers.get))


def in_background(app):
    """Right: the work comes after the answer."""
    handle = handler(work=lambda webhook_id, event: None)

    @app.post("/webhooks")
    async def webhooks(request: Request, background: BackgroundTasks):
        status, text = handle(await request.body(), request.headers.get)
        if status == 200:
            background.add_task(work_once, request.headers["webhook-id"], None)
        return PlainTextResponse(text, status, background=background)


def awaits_between(app):
    """Looks and inserts with an await between them."""
    handle = handler(work=lambda webhook_id, event: None)

    @app.post("/webhooks")
    async def webhooks(request: Request):
        status, text = handle(await request.body(), request.headers.get)
        webhook_id = request.headers.get("webhook-id")
        if status == 200 and webhook_id not in seen:
            await asyncio.sleep(0.05)
            seen.add(webhook_id)
            effects.append(webhook_id)
        return PlainTextResponse(text, status)


def any_method(app):
    handle = handler()

    @app.api_route("/webhooks", methods=["POST", "PUT"])
    async def webhooks(request: Request):
        return respond(handle(await request.body(), request.headers.get))


def unhandled_json(app):
    verify = handler(parse=lambda body: {"event": ""})

    @app.post("/webhooks")
    async def webhooks(request: Request):
        status, text = verify(await request.body(), request.headers.get)
        if status == 200:
            json.loads(await request.body())
        return PlainTextResponse(text, status)


defects = {
    "fastapi-parameter-as-dict": lambda: fastapi(parameter_as_dict),
    "fastapi-closed-model": lambda: fastapi(closed_model),
    "fastapi-header-with-underscore": lambda: fastapi(header_with_underscore),
    "fastapi-awaits-between": lambda: fastapi(awaits_between),
    "fastapi-accepts-put": lambda: fastapi(any_method),
    "fastapi-json-error-not-caught": lambda: fastapi(unhandled_json),
}
rights = {"fastapi-right": fastapi, "fastapi-right-in-background": lambda: fastapi(in_background)}

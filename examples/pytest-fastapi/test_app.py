import os
import socket
import threading
import time

import httpx
import pytest
import uvicorn

from app import create_app

sandbox = httpx.Client(base_url=os.environ["SANDBOX_URL"], timeout=30)
secret = os.environ["WEBHOOK_SECRET"]


@pytest.fixture(scope="module")
def receiver():
    """The address of the app, and the cards that it keeps."""
    cards = {}
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(create_app(secret, cards), log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}/webhooks", cards
    server.should_exit = True
    thread.join()


@pytest.fixture(autouse=True)
def subscription(receiver):
    """An empty sandbox with a subscription of the app."""
    url, cards = receiver
    cards.clear()
    sandbox.post("/sandbox/reset", json={}).raise_for_status()
    sandbox.post("/sandbox/subscriptions", json={"url": url}).raise_for_status()


def trigger(event: str, **more) -> None:
    sandbox.post("/sandbox/events", json={"event": event, **more}).raise_for_status()


def wait(**query) -> dict:
    return sandbox.get("/sandbox/wait", params={"kind": "delivery", **query}).json()


def test_a_card_that_arrives_twice_is_kept_once(receiver):
    _, cards = receiver
    trigger("card.created", fault="duplicate(2)")
    assert wait(state="succeeded")["met"]
    assert len(cards) == 1


def test_a_forged_event_is_refused():
    trigger("card.created", fault="tamper(body)")
    assert wait(state="refused")["met"]

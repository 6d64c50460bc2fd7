"""What all Python receivers of the zoo share: the secret, the effects, a right verification and a right way to handle an event."""

import base64
import hashlib
import hmac
import json
import os
import threading
import time
from types import SimpleNamespace

SECRET = os.environ["WEBHOOK_SECRET"]

# The ids of the events whose work was done. A receiver without a defect has each once.
effects = []
seen = set()
lock = threading.Lock()


class Refused(Exception):
    pass


# The steps of a verification of Standard Webhooks. A defect replaces one of them.
steps = {
    "key": lambda: base64.b64decode(SECRET.removeprefix("whsec_")),
    "digest": hashlib.sha256,
    "encode": lambda mac: base64.b64encode(mac).decode(),
    "body_of": lambda body: body,
    "now": time.time,
    "is_fresh": lambda age: abs(age) <= 300,
    "signatures_in": lambda header: [one[3:] for one in header.split(" ") if one.startswith("v1,")],
    "is_same": lambda given, expected: hmac.compare_digest(given.encode(), expected.encode()),
}


def verifier(**defect):
    """A function that returns the id of the event, and raises Refused if the request is not genuine."""
    way = SimpleNamespace(**{**steps, **defect})

    def verify(body, header):
        webhook_id, timestamp, signature = (header(f"webhook-{part}") for part in ("id", "timestamp", "signature"))
        if not (webhook_id and timestamp and signature):
            raise Refused("a header is missing")
        if not (timestamp.isdecimal() and way.is_fresh(way.now() - int(timestamp))):
            raise Refused("the timestamp is too old")
        signed = f"{webhook_id}.{timestamp}.".encode() + way.body_of(body)
        expected = way.encode(hmac.new(way.key(), signed, way.digest).digest())
        if not any(way.is_same(given, expected) for given in way.signatures_in(signature)):
            raise Refused("the signature does not match")
        return webhook_id

    return verify


def is_event(event):
    return isinstance(event, dict) and isinstance(event.get("event"), str)


def work_once(webhook_id, event):
    with lock:
        if webhook_id not in seen:
            seen.add(webhook_id)
            effects.append(webhook_id)


def handler(verify=verifier(), parse=json.loads, validate=is_event, work=work_once):
    """What a receiver does with a request, whatever its framework: verify, parse, work, answer."""

    def handle(body, header):
        try:
            webhook_id = verify(body, header)
        except Refused as refused:
            return 401, str(refused)
        try:
            event = parse(body)
        except ValueError:
            return 400, "The body is not JSON."
        if not validate(event):
            return 422, "The body is not an event."
        return work(webhook_id, event) or (200, "ok")

    return handle

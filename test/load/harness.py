"""Prints the webhooks that exported locustfiles sign, without Locust: folder, name and secret of each come on stdin."""

import json
import os
import runpy
import sys
import types

locust = types.ModuleType("locust")
locust.HttpUser = object
locust.constant_throughput = lambda rate: None
locust.task = lambda task: task
sys.modules["locust"] = locust


class Client:
    """Keeps the requests that a user sends."""

    def __init__(self):
        self.sent = []

    def post(self, url, data, headers, name, allow_redirects):
        self.sent.append({"url": url, "headers": headers, "body": data.decode(), "event": name})


made = {}
for test in json.load(sys.stdin):
    os.environ["WEBHOOK_SECRET"] = test["secret"]
    Sender = runpy.run_path(f"{test['folder']}/locustfile.py")["Sender"]
    users = [Sender(), Sender()]
    client = Client()
    for user in users:
        user.client = client
        user.on_start()
        for _ in range(2):
            user.deliver()
    made[test["name"]] = client.sent
json.dump(made, sys.stdout)

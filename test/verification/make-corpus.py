"""Writes fixtures/wrong-signatures: requests that are signed wrongly, one mistake each.

    python3 test/verification/make-corpus.py

Nothing of the sandbox's own code takes part: keys, digests and encodings are those of Python's standard library, and
Ed25519 is the reference code of RFC 8032. The same files come out each time.
"""

import base64
import gzip
import hashlib
import hmac
import json
import pathlib
import unicodedata
import urllib.parse
import zlib
from datetime import datetime, timezone

FOLDER = pathlib.Path(__file__).parents[2] / "fixtures" / "wrong-signatures"
NOW = 1773144000
WIDTH = 110
AT = datetime.fromtimestamp(NOW, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def drawn(label: str, size: int) -> bytes:
    """Bytes that look random and follow from the label."""
    return hashlib.shake_256(f"wrong signatures: {label}".encode()).digest(size)


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def b64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode()


def mac(key, *parts, digest="sha256") -> bytes:
    message = b"".join(part.encode() if isinstance(part, str) else part for part in parts)
    return hmac.new(key.encode() if isinstance(key, str) else key, message, digest).digest()


def lenient(text: str) -> bytes:
    """As Node decodes base64: either alphabet, padding or none."""
    text = text.replace("-", "+").replace("_", "/").rstrip("=")
    text = text[: len(text) - (1 if len(text) % 4 == 1 else 0)]
    return base64.b64decode(text + "=" * (-len(text) % 4))


def compact(value, **options) -> bytes:
    """As JSON.stringify and httpx write it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, **options).encode()


def pythonic(value, **options) -> bytes:
    """As json.dumps writes it by itself."""
    return json.dumps(value, **options).encode()


# RFC 8032, section 6, cut down to signing.
P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def point_add(a, b):
    m, n = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = n - m, d - c, d + c, n + m
    return (e * f, g * h, f * g, e * h)


def point_mul(scalar, point):
    total = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            total = point_add(total, point)
        point = point_add(point, point)
        scalar >>= 1
    return total


GY = 4 * pow(5, P - 2, P) % P
GX = 15112221349535400772501151409588531511454012693041857206046113283949847762202
G = (GX, GY, 1, GX * GY % P)


def compress(point) -> bytes:
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return int.to_bytes(y | ((x & 1) << 255), 32, "little")


def ed25519(seed: bytes, message: bytes) -> bytes:
    digest = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(digest[:32], "little") & ((1 << 254) - 8) | (1 << 254)
    public = compress(point_mul(scalar, G))
    r = int.from_bytes(hashlib.sha512(digest[32:] + message).digest(), "little") % Q
    point = compress(point_mul(r, G))
    challenge = int.from_bytes(hashlib.sha512(point + public + message).digest(), "little") % Q
    return point + int.to_bytes((r + challenge * scalar) % Q, 32, "little")


def ed25519_public(seed: bytes) -> bytes:
    digest = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(digest[:32], "little") & ((1 << 254) - 8) | (1 << 254)
    return compress(point_mul(scalar, G))


# Keys, as their vendors give them out.
WHSEC = "whsec_" + b64(drawn("standard webhooks", 24))
STAGING = "whsec_" + b64(drawn("standard webhooks, staging", 24))
SVIX = "whsec_" + b64(drawn("svix", 24))
STRIPE = "whsec_" + drawn("stripe", 16).hex()
PLATFORM = "whsec_" + b64(drawn("platform", 24))
GITHUB = "gh-" + drawn("github", 12).hex()
SLACK = drawn("slack", 16).hex()
SHOPIFY = "shpss_" + drawn("shopify", 16).hex()
PADDLE = "pdl_ntfset_" + drawn("paddle", 16).hex()
ZOOM = b64url(drawn("zoom", 15))
SQUARE = b64url(drawn("square", 16)).rstrip("=")
TWILIO = drawn("twilio", 16).hex()
ADYEN = drawn("adyen", 32).hex().upper()
INCREASE = "we_" + drawn("increase", 20).hex()
ED_SEED = drawn("ed25519", 32)
WHPK = "whpk_" + b64(ed25519_public(ED_SEED))
CUSTOM = "k_" + drawn("custom", 18).hex()
RFC = "whsec_" + b64(drawn("http message signatures", 32))

KEY = base64.b64decode(WHSEC[6:])
SVIX_KEY = base64.b64decode(SVIX[6:])
RFC_KEY = base64.b64decode(RFC[6:])

CARD = {
    "event": "card.created",
    "occurred_at": "2026-03-10T11:59:58.120394+00:00",
    "card": {
        "status": "Active",
        "card_account_id": "6a1f0f5e-2b3c-4d5e-8f60-718293a4b5c6",
        "last_four": "4242",
        "card_id": "0d9c8b7a-6f5e-4d3c-9b2a-190807f6e5d4",
        "customer_id": "3e2d1c0b-a998-4776-a554-433221100fed",
    },
}
ORDER = {
    "id": "ord_77120",
    "type": "order.paid",
    "customer": {"name": "Zoë Brønsted", "city": "København"},
    "lines": [{"sku": "A-100", "qty": 2, "price": 19.5}, {"sku": "B<7>&C", "qty": 1, "price": 4}],
    "total": 43,
    "return_url": "https://shop.example.com/orders/77120",
}
PLAIN = {"id": "evt_5519", "type": "invoice.paid", "data": {"amount": 2193, "currency": "usd", "paid": True}}

entries: dict[str, list[dict]] = {}


def add(name, scheme, cause, story, *, headers, body, secret, url=None, method="POST", config=None, known=(), before=(), also=None):
    """`also` is the second cause, where two things are wrong at once."""
    sent = [["content-type", "application/json"], *headers] if not any(h[0].lower() == "content-type" for h in headers) else headers
    entries.setdefault(scheme if cause else "beyond-explanation", []).append(
        {
            "name": name,
            "scheme": scheme,
            "story": story,
            "at": AT,
            "endpoint": {"scheme": (config or {}).get("scheme", scheme), "secret": secret, **({"before": list(before)} if before else {}), **({"custom": config["custom"]} if config and "custom" in config else {})},
            "known": list(known),
            "request": {
                "method": method,
                "url": url or "https://hooks.example.com/in/corpus",
                "headers": [list(pair) for pair in sent],
                "body_base64": b64(body),
            },
            "wrong": {"cause": cause, **({"also": also} if also else {})},
        }
    )


def standard(signature, *, ts=NOW, ident="msg_2Lh9KRb0pzN4LePd3XiA4v12Axj", names="webhook"):
    return [[f"{names}-id", ident], [f"{names}-timestamp", str(ts)], [f"{names}-signature", signature]]


MSG = "msg_2Lh9KRb0pzN4LePd3XiA4v12Axj"


def v1(body, key=KEY, ts=NOW, ident=MSG, digest="sha256") -> bytes:
    return mac(key, f"{ident}.{ts}.", body, digest=digest)


def sw(name, cause, story, *, body, made, **more):
    """Standard Webhooks: `made` are the bytes of the digest, or the whole signature."""
    signature = made if isinstance(made, str) else "v1," + b64(made)
    headers = more.pop("headers", None) or standard(signature, **more.pop("head", {}))
    add(name, "standard-webhooks", cause, story, headers=headers, body=body, secret=WHSEC, **more)


card, order, plain = compact(CARD), compact(ORDER), compact(PLAIN)

# --- Standard Webhooks -------------------------------------------------------------------------------------------------
sw("secret-as-text", "secret_as_text", "Python: hmac.new(os.environ['WEBHOOK_SECRET'].encode(), …): the whsec_ text itself is the key.", body=card, made=v1(card, key=WHSEC))
sw("prefix-decoded-too", "secret_prefix_kept", "Node: Buffer.from(secret, 'base64') without cutting whsec_ off; Node decodes that without a word.", body=card, made=v1(card, key=lenient(WHSEC)))
sw("staging-secret", "other_secret", "The deployment of production signs with the secret of staging.", body=card, made=v1(card, key=base64.b64decode(STAGING[6:])), known=[STAGING])
sw("staging-secret-as-text", "other_secret", "The secret of staging, and the whsec_ text itself is the key.", body=card, made=v1(card, key=STAGING), known=[STAGING], also="secret_as_text")
sw("staging-secret-newline", "other_secret", "The secret of staging, over a file whose newline curl --data took away.", body=card, made=v1(card + b"\n", key=base64.b64decode(STAGING[6:])), known=[STAGING], also="trailing_newline")
sw("staging-secret-relay", "other_secret", "The secret of staging, over json.dumps with its spaces; httpx sent it without.", body=plain, made=v1(pythonic(PLAIN), key=base64.b64decode(STAGING[6:])), known=[STAGING], also="reserialised")
sw("secret-of-last-week", "old_secret", "The endpoint has a new secret; the sender was not told.", body=card, made=v1(card, key=base64.b64decode(STAGING[6:])), before=[STAGING])
sw("old-secret-prefix-decoded", "old_secret", "The secret before, which Node decoded together with its whsec_.", body=card, made=v1(card, key=lenient(STAGING)), before=[STAGING], also="secret_prefix_kept")
sw("hexdigest", "hex_for_base64", "Python: .hexdigest() out of habit.", body=card, made="v1," + v1(card).hex())
sw("urlsafe", "base64url", "Java: Base64.getUrlEncoder() in place of getEncoder().", body=plain, made="v1," + b64url(v1(plain)), )
sw("raw-std-encoding", "padding_missing", "Go: base64.RawStdEncoding leaves the = away.", body=card, made="v1," + b64(v1(card)).rstrip("="))
sw("no-version", "version_prefix_missing", "The signature stands in the header without v1, before it.", body=card, made=b64(v1(card)))
sw("body-alone", "body_only_signed", "Carried over from a GitHub integration: only the body is signed.", body=card, made=mac(KEY, card))
sw("without-id", "id_not_signed", "Carried over from Stripe: timestamp, dot, body.", body=card, made=mac(KEY, f"{NOW}.", card))
sw("without-timestamp", "timestamp_not_signed", "The id is signed, the time is only sent.", body=card, made=mac(KEY, f"{MSG}.", card))
sw("colons", "other_separator", "Joined by ':' as Slack does.", body=card, made=mac(KEY, f"{MSG}:{NOW}:", card))
sw("order-swapped", "other_order", "Timestamp before id.", body=card, made=mac(KEY, f"{NOW}.{MSG}.", card))
sw("date-now", "milliseconds", "Node: Date.now() in the header and in what is signed.", body=card, made=v1(card, ts=NOW * 1000 + 417), head={"ts": NOW * 1000 + 417})
sw("date-now-signed", "milliseconds", "The header is in seconds, what is signed in milliseconds.", body=card, made=v1(card, ts=NOW * 1000))
sw("cached-timestamp", "other_timestamp", "The signer cached its timestamp 37 seconds ago; the header is fresh.", body=card, made=v1(card, ts=NOW - 37))
sw("retry-with-old-signature", "other_timestamp", "A retry after a minute: the header is made anew, the signature is that of the first attempt.", body=plain, made=v1(plain, ts=NOW - 60))
sw("id-of-the-event", "other_id", "What is signed has the id of the event in the body, the header that of the message.", body=plain, made=v1(plain, ident="evt_5519"))
sw("sha512", "other_digest", "C#: HMACSHA512 for HMACSHA256.", body=card, made=v1(card, digest="sha512"))
sw("requests-and-httpx", "reserialised", "Python: json.dumps(payload) is signed, httpx.post(json=payload) writes it without spaces.", body=compact(PLAIN), made=v1(pythonic(PLAIN)))
sw("flask-get-json", "reserialised", "A Flask relay: request.get_json(), then requests.post(data=json.dumps(data)); the signature is the sender's over compact JSON.", body=pythonic(PLAIN), made=v1(compact(PLAIN)))
sw("signed-indented", "pretty_printed", "JSON.stringify(payload, null, 2) is signed for the log's sake, and the body is compact.", body=card, made=v1(json.dumps(CARD, indent=2).encode()))
sw("sort-keys", "keys_sorted", "Python: json.dumps(payload, sort_keys=True, separators=(',', ':')) is signed.", body=card, made=v1(compact(CARD, sort_keys=True)))
sw("go-encoder-newline", "trailing_newline", "Go: json.NewEncoder(w).Encode sends a newline that json.Marshal, which was signed, does not write.", body=card + b"\n", made=v1(card))
sw("gzip-on-its-way", "content_encoding", "The JSON is signed, then compressed on its way.", body=gzip.compress(card, mtime=0), made=v1(card), headers=[["content-type", "application/json"], ["content-encoding", "gzip"], *standard("v1," + b64(v1(card)))])
# brotli.compress(plain) of Python's brotli 1.2.0, which is no part of the standard library.
BROTLI = base64.b64decode("G1oAIJwHti1s+8KRuEii9cdgIoccpJ5/J8htqV9mbECiJcsTvjg30eIsFp0KywOHHLgfA06otoCkxmw4Hs9kaL370DaxX0t52kVNBgj7+T525ihCW88dAOig/w==")
sw("brotli-undone", "content_encoding", "The brotli that was signed is undone by a proxy, which passes on the JSON.", body=plain, made=v1(BROTLI))
sw("queue-of-twenty-minutes", "stale", "Signed when the job was queued; the queue took twenty minutes.", body=card, made=v1(card, ts=NOW - 1200), head={"ts": NOW - 1200})
sw("clock-ahead", "future", "The sender's clock is ten minutes ahead.", body=card, made=v1(card, ts=NOW + 600), head={"ts": NOW + 600})
sw("proxy-strips-timestamp", "missing_header", "An API gateway passes on the headers of its list only; webhook-timestamp is not on it.", body=card, made=v1(card), headers=[h for h in standard("v1," + b64(v1(card))) if h[0] != "webhook-timestamp"])
sw("iso-in-header", "malformed_header", "webhook-timestamp holds an ISO 8601 time.", body=card, made=v1(card, ts=AT), head={"ts": AT})

# --- Svix --------------------------------------------------------------------------------------------------------------
def svix(name, cause, story, *, body, made, **more):
    signature = made if isinstance(made, str) else "v1," + b64(made)
    headers = [["user-agent", "Svix-Webhooks/1.62.0"], *standard(signature, names="svix", **more.pop("head", {}))]
    headers = more.pop("headers", headers)
    add(name, "svix", cause, story, headers=headers, body=body, secret=SVIX, **more)


svix("bom", "byte_order_mark", ".NET: new StreamWriter(stream, Encoding.UTF8) sends a byte order mark that was not signed.", body=b"\xef\xbb\xbf" + order, made=v1(order, key=SVIX_KEY))
svix("windows-file", "line_endings", "The payload is a file that git checked out with CRLF; signed was the one with LF.", body=json.dumps(PLAIN, indent=2).replace("\n", "\r\n").encode(), made=v1(json.dumps(PLAIN, indent=2).encode(), key=SVIX_KEY))
table = b"id,amount\nevt_5519,2193\nevt_5520,80\n"
svix("bom-and-crlf", "byte_order_mark", "Windows: the file that is sent has a byte order mark and CRLF; signed was the text as git has it.", body=b"\xef\xbb\xbf" + table.replace(b"\n", b"\r\n"), made=v1(table, key=SVIX_KEY), headers=[["content-type", "text/csv"], *standard("v1," + b64(v1(table, key=SVIX_KEY)), names="svix")], also="line_endings")
svix("bom-and-newline", "byte_order_mark", "PowerShell: Out-File puts a byte order mark before the text and a newline behind it.", body=b"\xef\xbb\xbf" + order + b"\n", made=v1(order, key=SVIX_KEY), also="trailing_newline")
svix("crlf-and-newline", "line_endings", "The file was checked out with CRLF, and an editor has put a newline at its end.", body=table.replace(b"\n", b"\r\n") + b"\n", made=v1(table, key=SVIX_KEY), also="trailing_newline")
svix("decomposed", "charset", "macOS: the name is signed composed (NFC) and sent decomposed (NFD).", body=unicodedata.normalize("NFD", order.decode()).encode(), made=v1(order, key=SVIX_KEY))
svix("stream-read-twice", "empty_body_signed", "The request's stream was read before; the signer gets nothing any more.", body=order, made=v1(b"", key=SVIX_KEY))
svix("object-object", "object_signed", "Node: `${id}.${ts}.${payload}` with an object for its JSON.", body=order, made=v1(b"[object Object]", key=SVIX_KEY))
svix("stringified-twice", "double_json", "JSON.stringify on what was JSON text already.", body=order, made=v1(json.dumps(order.decode(), ensure_ascii=False).encode(), key=SVIX_KEY))
svix("echo-adds-newline", "trailing_newline", "Shell: echo \"$BODY\" | openssl dgst signs a newline that curl does not send.", body=order, made=v1(order + b"\n", key=SVIX_KEY))
svix("ensure-ascii", "escapes", "Python: signed with ensure_ascii=True, sent with False.", body=order, made=v1(json.dumps(ORDER, separators=(",", ":")).encode(), key=SVIX_KEY))
svix("names-of-standard-webhooks", "other_scheme", "The endpoint is set to svix, the sender moved on to the webhook-* headers.", body=order, made=v1(order, key=SVIX_KEY), headers=standard("v1," + b64(v1(order, key=SVIX_KEY))))

# --- The platform's own ------------------------------------------------------------------------------------------------
def platform(name, cause, story, *, body, header, **more):
    add(name, "platform", cause, story, headers=[["Signature", header]], body=body, secret=PLATFORM, **more)


platform("key-decoded", "secret_decoded", "The whsec_ secret is base64-decoded as for Standard Webhooks; here it is text.", body=card, header=f"t={NOW},v2=" + mac(base64.b64decode(PLATFORM[6:]), f"{NOW}.", card).hex())
platform("v2-as-v1", "version_prefix_wrong", "The signature over the raw body stands under v1, which is over Python's JSON.", body=card, header=f"t={NOW},v1=" + mac(PLATFORM, f"{NOW}.", card).hex())
platform("stripped-prefix", "secret_prefix_stripped", "whsec_ was taken off as if it were a label.", body=card, header=f"t={NOW},v2=" + mac(PLATFORM[6:], f"{NOW}.", card).hex())

# --- Stripe ------------------------------------------------------------------------------------------------------------
def stripe(name, cause, story, *, body, made, ts=NOW, key=STRIPE, **more):
    header = f"t={ts},v1=" + (made if isinstance(made, str) else made.hex())
    add(name, "stripe", cause, story, headers=[["user-agent", "Stripe/1.0 (+https://stripe.com/docs/webhooks)"], ["Stripe-Signature", header]], body=body, secret=key, **more)


pretty = json.dumps(PLAIN, indent=2).encode()
stripe("express-json", "pretty_printed", "Stripe signs its indented body; express.json() and JSON.stringify(req.body) passed it on compact.", body=plain, made=mac(STRIPE, f"{NOW}.", pretty))
stripe("secret-as-base64", "secret_decoded", "The endpoint's secret is stripped and base64-decoded as Svix does; Stripe's is text.", body=pretty, made=mac(lenient(STRIPE[6:]), f"{NOW}.", pretty))
stripe("upper-case", "letter_case", "Java: String.format(\"%02X\", b).", body=pretty, made=mac(STRIPE, f"{NOW}.", pretty).hex().upper())
stripe("cli-secret", "other_secret", "stripe listen printed a secret of its own; the app still has that of the dashboard.", body=pretty, made=mac("whsec_" + drawn("stripe cli", 32).hex(), f"{NOW}.", pretty), known=["whsec_" + drawn("stripe cli", 32).hex()])
stripe("cli-secret-decoded", "other_secret", "The secret that stripe listen printed, and base64-decoded besides.", body=pretty, made=mac(lenient(drawn("stripe cli", 32).hex()), f"{NOW}.", pretty), known=["whsec_" + drawn("stripe cli", 32).hex()], also="secret_decoded")
stripe("base64-digest", "base64_for_hex", "Ruby: Base64.strict_encode64 in place of hexdigest.", body=pretty, made=b64(mac(STRIPE, f"{NOW}.", pretty)))
stripe("canonical-json", "keys_sorted", "A relay signs canonical JSON, whose keys are in alphabetical order, and sends its own.", body=compact(PLAIN), made=mac(STRIPE, f"{NOW}.", compact(PLAIN, sort_keys=True)))
stripe("time-with-its-name", "other_timestamp", "The header is split at its comma and no further: t= stands before the time that is signed.", body=pretty, made=mac(STRIPE, f"t={NOW}.", pretty))

# --- GitHub ------------------------------------------------------------------------------------------------------------
def github(name, cause, story, *, body, header, kind="application/json", **more):
    headers = [["content-type", kind], ["user-agent", "GitHub-Hookshot/044aadd"], ["X-GitHub-Event", "push"], ["X-GitHub-Delivery", "72d3162e-cc78-11e3-81ab-4c9367dc0958"], ["X-Hub-Signature-256", header]]
    add(name, "github", cause, story, headers=headers, body=body, secret=GITHUB, **more)


push = compact({"ref": "refs/heads/main", "pusher": {"name": "zoë", "email": "z@example.com"}, "compare": "https://github.com/o/r/compare/a...b"})
github("dotenv-quotes", "secret_quoted", "docker --env-file keeps the quotation marks of SECRET=\"…\".", body=push, header="sha256=" + mac(f'"{GITHUB}"', push).hex())
github("sha1", "other_digest", "The digest of the old X-Hub-Signature under the name of the new one.", body=push, header="sha256=" + mac(GITHUB, push, digest="sha1").hex())
github("varchar-64", "truncated", "The header went through a database column of 64 characters, prefix included.", body=push, header=("sha256=" + mac(GITHUB, push).hex())[:64])
github("form-encoded", "url_encoding", "The hook is set to form-encoded bodies; what was signed is the JSON in its field.", body=b"payload=" + urllib.parse.quote_plus(push.decode()).encode(), header="sha256=" + mac(GITHUB, push).hex(), kind="application/x-www-form-urlencoded")
github("hash-of-secret-and-body", "plain_hash", "PHP: hash('sha256', $secret . $body) in place of hash_hmac.", body=push, header="sha256=" + hashlib.sha256(GITHUB.encode() + push).hexdigest())
github("arguments-swapped", "key_message_swapped", "PHP: hash_hmac('sha256', $secret, $body).", body=push, header="sha256=" + mac(push, GITHUB).hex())
github("php-slashes", "escapes", "PHP: json_encode escapes slashes in what is sent; signed was JSON_UNESCAPED_SLASHES.", body=push.replace(b"/", b"\\/"), header="sha256=" + mac(GITHUB, push).hex())
github("no-algorithm", "version_prefix_missing", "The bare hex, without sha256= before it.", body=push, header=mac(GITHUB, push).hex())
github("last-letter-lost", "secret_miscopied", "The secret was marked by hand and copied without its last letter.", body=push, header="sha256=" + mac(GITHUB[:-1], push).hex())
github("length-in-letters", "body_shortened", "Content-Length is body.length: the ë takes two bytes, and the last brace did not come.", body=push[:-1], header="sha256=" + mac(GITHUB, push).hex())

# --- Slack -------------------------------------------------------------------------------------------------------------
def slack(name, cause, story, *, body, made, ts=NOW, kind=(), **more):
    headers = [*kind, ["user-agent", "Slackbot 1.0 (+https://api.slack.com/robots)"], ["X-Slack-Request-Timestamp", str(ts)], ["X-Slack-Signature", "v0=" + made.hex()]]
    add(name, "slack", cause, story, headers=headers, body=body, secret=SLACK, **more)


slash = compact({"token": "x", "team_id": "T061EG9R6", "event": {"type": "app_mention", "text": "<@U0LAN0Z89> grüße & more"}})
slack("file-with-newline", "secret_whitespace", "The secret is read from a mounted file that ends with a newline.", body=slash, made=mac(SLACK + "\n", f"v0:{NOW}:", slash))
slack("kubernetes", "secret_base64", "kubectl get secret -o yaml: the base64 of the secret was copied.", body=slash, made=mac(b64(SLACK.encode()), f"v0:{NOW}:", slash))
slack("dots", "other_separator", "Joined by dots.", body=slash, made=mac(SLACK, f"v0.{NOW}.", slash))
slack("go-html-escape", "escapes", "Go: json.Marshal writes \\u003c, \\u003e and \\u0026; signed was the text without them.", body=slash.replace(b"<", b"\\u003c").replace(b">", b"\\u003e").replace(b"&", b"\\u0026"), made=mac(SLACK, f"v0:{NOW}:", slash))
command = b"command=%2Fweather&text=94070+S%C3%A3o+Paulo%21&user_name=zo%C3%AB~1"
COMMAND = [["content-type", "application/x-www-form-urlencoded"]]
slack("form-percent-twenty", "url_encoding", "A gateway decodes the form and writes %20 where it had +.", body=command.replace(b"+", b"%20"), made=mac(SLACK, f"v0:{NOW}:", command), kind=COMMAND)
slack("form-lower-case", "url_encoding", "A relay writes its percent escapes in lower case.", body=command.replace(b"%C3%A3", b"%c3%a3").replace(b"%2F", b"%2f").replace(b"%C3%AB", b"%c3%ab"), made=mac(SLACK, f"v0:{NOW}:", command), kind=COMMAND)
slack("form-encoded-anew", "url_encoding", "A Python relay: parse_qsl, then urlencode, which leaves ~ as it is; signed was the form of a browser.", body=urllib.parse.urlencode(urllib.parse.parse_qsl(command.decode())).encode(), made=mac(SLACK, f"v0:{NOW}:", command.replace(b"~", b"%7E")), kind=COMMAND)
slack("latin-1", "charset", "Java: body.getBytes() on a machine whose default charset is ISO-8859-1.", body=slash, made=mac(SLACK, f"v0:{NOW}:", slash.decode().encode("latin-1")))
slack("ascii", "charset", "C#: Encoding.ASCII.GetString(bytes), which has a question mark for each byte beyond.", body=slash, made=mac(SLACK, f"v0:{NOW}:", bytes(b if b < 128 else 63 for b in slash)))

# --- Shopify -----------------------------------------------------------------------------------------------------------
def shopify(name, cause, story, *, body, made, kind="application/json", more_headers=(), **more):
    headers = [["content-type", kind], ["X-Shopify-Topic", "orders/paid"], ["X-Shopify-Webhook-Id", "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043"], *more_headers, ["X-Shopify-Hmac-Sha256", made if isinstance(made, str) else b64(made)]]
    add(name, "shopify", cause, story, headers=headers, body=body, secret=SHOPIFY, **more)


shopify("base64-of-hex", "double_encoded", "Ruby: Base64.encode64(OpenSSL::HMAC.hexdigest(…)).", body=order, made=b64(mac(SHOPIFY, order).hex().encode()))
shopify("upper-cased-config", "secret_case", "A configuration service writes its values in capitals.", body=order, made=mac(SHOPIFY.upper(), order))
shopify("api-gateway", "body_base64", "A gateway hands binary bodies over as base64, and the function passes that on.", body=b64(order).encode(), made=mac(SHOPIFY, order))
shopify("deflated", "content_encoding", "Signed before it was deflated.", body=zlib.compress(order), made=mac(SHOPIFY, order), more_headers=[["content-encoding", "deflate"]])
shopify("names-in-pascal-case", "reserialised", "C#: the order is read into an object and signed as JsonSerializer writes it, by the names of its properties.", body=b'{"id":"ord_77120","return_url":"https://shop.example.com"}', made=mac(SHOPIFY, b'{"Id":"ord_77120","ReturnUrl":"https://shop.example.com"}'))
shopify("hexdigest", "hex_for_base64", "PHP: hash_hmac gives hex unless its last argument is true.", body=order, made=mac(SHOPIFY, order).hex())
shopify("floats", "reserialised", "A relay in Node parses the body and writes it anew: 43.0, which Python wrote and signed, becomes 43.", body=b'{"id":"ord_77120","total":43,"tax":9.5}', made=mac(SHOPIFY, b'{"id":"ord_77120","total":43.0,"tax":9.5}'))

# --- Paddle, Zoom, Increase --------------------------------------------------------------------------------------------
def paddle(name, cause, story, *, body, made, ts=NOW):
    add(name, "paddle", cause, story, headers=[["Paddle-Signature", f"ts={ts};h1={made.hex()}"]], body=body, secret=PADDLE)


paddle("undefined", "secret_missing", "Node: createHmac('sha256', `${process.env.PADDLE_SECRET}`) with the variable not set.", body=plain, made=mac("undefined", f"{NOW}:", plain))
paddle("dot", "other_separator", "Stripe's dot between time and body.", body=plain, made=mac(PADDLE, f"{NOW}.", plain))
paddle("ten-seconds", "stale", "Ten seconds in a queue, of which the scheme allows five.", body=plain, made=mac(PADDLE, f"{NOW - 10}:", plain), ts=NOW - 10)


def zoom(name, cause, story, *, body, made, ts=NOW):
    add(name, "zoom", cause, story, headers=[["x-zm-request-timestamp", str(ts)], ["x-zm-signature", "v0=" + made.hex()]], body=body, secret=ZOOM)


zoom("body-alone", "body_only_signed", "The answer to Zoom's URL validation signs the token alone; so did the sender.", body=plain, made=mac(ZOOM, plain))
zoom("python-dict", "object_signed", "Python: f'v0:{ts}:{payload}' with a dict: single quotes and True.", body=plain, made=mac(ZOOM, f"v0:{NOW}:{PLAIN}"))


def increase(name, cause, story, *, body, made, t=AT):
    add(name, "increase-legacy", cause, story, headers=[["Increase-Webhook-Signature", f"t={t},v1={made.hex()}"]], body=body, secret=INCREASE)


increase("unix-seconds-signed", "timestamp_format", "The header holds ISO 8601, what is signed Unix seconds.", body=plain, made=mac(INCREASE, f"{NOW}.", plain))
increase("body-alone", "body_only_signed", "Only the body is signed, the time is only sent.", body=plain, made=mac(INCREASE, plain))

# --- Square, Twilio, Adyen ---------------------------------------------------------------------------------------------
SQUARE_URL = "https://hooks.example.com/square/events"


def square(name, cause, story, *, signed_url, url=SQUARE_URL, body=plain, key=SQUARE):
    add(name, "square", cause, story, headers=[["x-square-hmacsha256-signature", b64(mac(key, signed_url, body))]], body=body, secret=SQUARE, url=url)


square("load-balancer-http", "method_or_url", "TLS ends at the load balancer: the app puts http:// before its host.", signed_url=SQUARE_URL, url=SQUARE_URL.replace("https", "http"))
square("trailing-slash", "method_or_url", "Registered with a slash at the end, requested without.", signed_url=SQUARE_URL + "/")
square("body-alone", "body_only_signed", "The URL is left out of what is signed.", signed_url="")

TWILIO_URL = "https://hooks.example.com/twilio/status?kind=sms"
twilio_body = b"AccountSid=ACxx&Body=Gr%C3%BC%C3%9Fe&From=%2B15005550006&To=%2B15005550001"
twilio_fields = "AccountSidACxxBodyGrüßeFrom+15005550006To+15005550001"
FORM = [["content-type", "application/x-www-form-urlencoded"]]
add("port-in-url", "twilio", "method_or_url", "The app puts its URL together with what it listens on behind the proxy, plain HTTP and another port.", headers=[*FORM, ["X-Twilio-Signature", b64(mac(TWILIO, "http://hooks.example.com:8080/twilio/status?kind=sms", twilio_fields, digest="sha1"))]], body=twilio_body, secret=TWILIO, url=TWILIO_URL)
add("query-dropped", "twilio", "method_or_url", "Signed without the query of the URL.", headers=[*FORM, ["X-Twilio-Signature", b64(mac(TWILIO, "https://hooks.example.com/twilio/status", twilio_fields, digest="sha1"))]], body=twilio_body, secret=TWILIO, url=TWILIO_URL)
add("sha256", "twilio", "other_digest", "SHA-256, which every other vendor uses; Twilio's is SHA-1.", headers=[*FORM, ["X-Twilio-Signature", b64(mac(TWILIO, TWILIO_URL, twilio_fields))]], body=twilio_body, secret=TWILIO, url=TWILIO_URL)


def twilio_json(name, cause, story, *, signed_url, url):
    """Twilio's way with JSON: the URL alone is signed, and holds the digest of the body."""
    sha = hashlib.sha256(plain).hexdigest()
    value = b64(mac(TWILIO, signed_url.replace("{sha}", sha), digest="sha1"))
    add(name, "twilio", cause, story, headers=[["X-Twilio-Signature", value]], body=plain, secret=TWILIO, url=url.replace("{sha}", sha))


TWILIO_JSON = "https://hooks.example.com/twilio/status?kind=sms&bodySHA256={sha}"
twilio_json("json-behind-tls", "method_or_url", "TLS ends at the proxy: the app believes in http://.", signed_url=TWILIO_JSON, url=TWILIO_JSON.replace("https", "http"))
twilio_json("json-port", "method_or_url", "The app puts its URL together with what it listens on, plain HTTP and another port.", signed_url=TWILIO_JSON, url=TWILIO_JSON.replace("https", "http").replace(".com", ".com:8443"))
twilio_json("json-trailing-slash", "method_or_url", "A router has put a slash behind the path.", signed_url=TWILIO_JSON, url=TWILIO_JSON.replace("status?", "status/?"))
twilio_json("json-query-sorted", "method_or_url", "A cache in between sorts the parameters.", signed_url=TWILIO_JSON, url="https://hooks.example.com/twilio/status?bodySHA256={sha}&kind=sms")
twilio_json("json-query-encoded", "method_or_url", "A framework writes the query anew, with + for %20.", signed_url=TWILIO_JSON.replace("sms", "a%20b"), url=TWILIO_JSON.replace("sms", "a+b"))


def adyen(name, cause, story, *, body, made):
    add(name, "adyen", cause, story, headers=[["hmacsignature", made if isinstance(made, str) else b64(made)]], body=body, secret=ADYEN)


adyen("hex-key-as-text", "secret_as_text", "The key's hex digits themselves are the key.", body=plain, made=mac(ADYEN, plain))
adyen("hex", "hex_for_base64", "The signature is written as hex.", body=plain, made=mac(bytes.fromhex(ADYEN), plain).hex())

# --- Ed25519 -----------------------------------------------------------------------------------------------------------
def ed(name, cause, story, *, body, signed, seed=ED_SEED, encode=b64, ts=NOW, **more):
    headers = standard("v1a," + encode(ed25519(seed, signed)), ts=ts)
    add(name, "standard-webhooks-ed25519", cause, story, headers=headers, body=body, secret=WHPK, **more)


ed("asymmetric-newline", "trailing_newline", "The body's file ends with a newline that curl --data took away.", body=card, signed=f"{MSG}.{NOW}.".encode() + card + b"\n")
ed("asymmetric-without-id", "id_not_signed", "Timestamp, dot, body.", body=card, signed=f"{NOW}.".encode() + card)
ed("asymmetric-hex", "hex_for_base64", "signature.hex() in Python.", body=card, signed=f"{MSG}.{NOW}.".encode() + card, encode=bytes.hex)

# --- HTTP Message Signatures -------------------------------------------------------------------------------------------
RFC_URL = "https://hooks.example.com/rfc9421"


def rfc(name, cause, story, *, signed_url=RFC_URL, url=RFC_URL, signed_method="POST", digest_of=None, body=plain, key=RFC_KEY):
    digest = "sha-256=:" + b64(hashlib.sha256(body if digest_of is None else digest_of).digest()) + ":"
    params = f'("@method" "@target-uri" "content-digest" "webhook-id");created={NOW};expires={NOW + 300};keyid="k1";alg="hmac-sha256"'
    base = "\n".join([f'"@method": {signed_method}', f'"@target-uri": {signed_url}', f'"content-digest": {digest}', f'"webhook-id": {MSG}', f'"@signature-params": {params}'])
    headers = [["webhook-id", MSG], ["Content-Digest", digest], ["Signature-Input", f"sig1={params}"], ["Signature", "sig1=:" + b64(mac(key, base)) + ":"]]
    add(name, "http-message-signatures", cause, story, headers=headers, body=body, secret=RFC, url=url)


rfc("http-behind-tls", "method_or_url", "TLS ends at the proxy: the receiver believes in http://.", url=RFC_URL.replace("https", "http"))
rfc("digest-of-another-body", "body_digest", "Content-Digest was made before the last fields were filled in.", digest_of=b'{"id":"evt_5519","type":"invoice.paid"}')
rfc("put-for-post", "method_or_url", "Signed for PUT, sent as POST.", signed_method="PUT")
rfc("secret-as-text-here", "secret_as_text", "The whsec_ text itself is the key.", key=RFC.encode())

# --- A recipe of one's own ---------------------------------------------------------------------------------------------
RECIPE = {"headers": {"X-Acme-Time": "{ts}", "X-Acme-Signature": "{signature}"}, "signs": "{ts}\n{body}", "digest": "sha512", "encoding": "base64url", "key": "text"}


def custom(name, cause, story, *, made, body=plain, ts=NOW):
    add(name, "custom", cause, story, headers=[["X-Acme-Time", str(ts)], ["X-Acme-Signature", made]], body=body, secret=CUSTOM, config={"custom": RECIPE})


custom("acme-sha256", "other_digest", "SHA-256 where the recipe says SHA-512.", made=b64url(mac(CUSTOM, f"{NOW}\n", plain)))
custom("acme-other-alphabet", "base64url", "The usual alphabet of base64 where the recipe says base64url.", made=b64(mac(CUSTOM, f"{NOW}\n", plain, digest="sha512")))
custom("acme-dot", "other_separator", "A dot for the newline.", made=b64url(mac(CUSTOM, f"{NOW}.", plain, digest="sha512")))

# --- Beyond explanation ------------------------------------------------------------------------------------------------
raised = compact({**PLAIN, "data": {**PLAIN["data"], "amount": 21930}})
sw("amount-raised", None, "Somebody changed the amount on its way.", body=raised, made=v1(plain))
stripe("currency-changed", None, "Three letters of the body were changed after it was signed.", body=pretty.replace(b"usd", b"eur"), made=mac(STRIPE, f"{NOW}.", pretty))
github("another-push", None, "The signature of another delivery.", body=push, header="sha256=" + mac(GITHUB, push.replace(b"main", b"develop")).hex())
slack("word-changed", None, "A word of the message was changed.", body=slash.replace(b"more", b"less"), made=mac(SLACK, f"v0:{NOW}:", slash))
sw("unknown-secret", None, "Signed with a secret that nobody here knows.", body=card, made=v1(card, key=drawn("nobody's", 24)))
github("unknown-text", None, "Signed with a password that nobody here knows.", body=push, header="sha256=" + mac("correct horse battery staple", push).hex())
shopify("unknown-app", None, "Signed with the secret of an app that nobody here knows.", body=order, made=mac("shpss_" + drawn("another app", 16).hex(), order))
ed("unknown-key", None, "Signed with a private key whose public one nobody here knows.", body=card, signed=f"{MSG}.{NOW}.".encode() + card, seed=drawn("another key", 32))
sw("random-bytes", None, "32 random bytes for a signature.", body=card, made=drawn("noise", 32))
stripe("random-hex", None, "32 random bytes for a signature.", body=pretty, made=drawn("more noise", 32))
sw("body-cut-in-half", None, "A proxy passed on the first half and called it whole.", body=card[: len(card) // 2], made=v1(card))
zoom("last-brace-lost", None, "The end of the body is missing.", body=plain[:-9], made=mac(ZOOM, f"v0:{NOW}:", plain))
sw("sha3", "other_digest", "HMAC over SHA3-256, which no scheme here uses.", body=card, made=v1(card, digest="sha3_256"))
paddle("blake2", None, "Keyed BLAKE2b in place of an HMAC.", body=plain, made=hashlib.blake2b(f"{NOW}:".encode() + plain, key=PADDLE.encode(), digest_size=32).digest())
svix("derived-key", None, "A key derived of the secret by PBKDF2.", body=order, made=v1(order, key=hashlib.pbkdf2_hmac("sha256", SVIX_KEY, b"pepper", 1000)))
github("peppered", None, "A constant that only the sender knows stands before the body.", body=push, header="sha256=" + mac(GITHUB, "acme-pepper-71|", push).hex())
square("another-host", None, "Signed for a host that this request says nothing of.", signed_url="https://old-hooks.acme.example/square/events")
shopify("field-dropped", None, "A relay dropped a field of the body.", body=compact({k: v for k, v in ORDER.items() if k != "return_url"}), made=mac(SHOPIFY, order))
stripe("list-reordered", None, "A relay put the lines of the order in another sequence.", body=compact({**ORDER, "lines": ORDER["lines"][::-1]}), made=mac(STRIPE, f"{NOW}.", order))
custom("acme-two-rounds", None, "An HMAC of the HMAC, as AWS chains them.", made=b64url(mac(mac(CUSTOM, str(NOW), digest="sha512"), plain, digest="sha512")))

sw("unknown-secret-as-text", None, "A secret that nobody here knows, as text, with another one known.", body=card, made=v1(card, key="whsec_" + b64(drawn("nobody's", 24))), known=[STAGING])
slack("form-field-changed", None, "A field of the form was changed, and the form encoded anew.", body=command.replace(b"Paulo", b"Pedro").replace(b"+", b"%20"), made=mac(SLACK, f"v0:{NOW}:", command), kind=COMMAND)
twilio_json("json-parameter-changed", None, "A parameter of the URL has another value.", signed_url=TWILIO_JSON, url=TWILIO_JSON.replace("sms", "mms"))
sw("stored-gzip", None, "What was signed is gzip with a name and a time in it, which no other run of gzip writes again.", body=plain, made=v1(gzip.compress(plain, mtime=NOW)))

lines = b"order 10 paid to a, b and c"
github("text-spaces-dropped", None, "Text, not JSON: somebody took the spaces out of it.", body=lines, header="sha256=" + mac(GITHUB, lines.replace(b" ", b"")).hex())
github("text-number-changed", None, "Text, not JSON: a number in it has another writing.", body=lines, header="sha256=" + mac(GITHUB, lines.replace(b"10", b"10.0")).hex())
github("text-slash-escaped", None, "Text, not JSON: a backslash stands before the slash.", body=b"a/b", header="sha256=" + mac(GITHUB, b"a\\/b").hex())
github("number-cut", None, "What was signed is no JSON: nothing stands behind the decimal point.", body=b'{"n":1.0}', header="sha256=" + mac(GITHUB, b'{"n":1.}').hex())
altered = b64(mac(SHOPIFY, order))
shopify("last-bits-changed", "signature_miscopied", "The last letter of the signature was changed; what is different is thrown away by whoever decodes it.", body=order, made=altered[:-2] + chr(ord(altered[-2]) + 1) + "=")


def written(value, indent=0, before=0) -> str:
    """JSON as the project's formatter leaves it: what holds plain values alone stands on one line where it fits."""
    if not isinstance(value, (dict, list)) or not value:
        return json.dumps(value, ensure_ascii=False)
    inner, space = " " * (indent + 2), " " * indent
    if isinstance(value, dict):
        members = [f"{inner}{json.dumps(key)}: {written(one, indent + 2, len(key) + 4)}" for key, one in value.items()]
        return "{\n" + ",\n".join(members) + f"\n{space}}}"
    flat = json.dumps(value, ensure_ascii=False)
    if not any(isinstance(one, (dict, list)) for one in value) and indent + before + len(flat) < WIDTH:
        return flat
    return "[\n" + ",\n".join(inner + written(one, indent + 2) for one in value) + f"\n{space}]"


FOLDER.mkdir(parents=True, exist_ok=True)
for scheme, list_ in entries.items():
    (FOLDER / f"{scheme}.json").write_text(written(list_) + "\n")
explained = sum(len(list_) for scheme, list_ in entries.items() if scheme != "beyond-explanation")
print(f"{explained} with a cause, {len(entries['beyond-explanation'])} without")

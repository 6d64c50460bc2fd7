"""Right receivers that verify with the published libraries of vendors, on http.server."""

import stripe

from http_receivers import http
from world import SECRET, Refused


def by_stripe(body, header):
    try:
        stripe.WebhookSignature.verify_header(body.decode(), header("stripe-signature") or "", SECRET, 300)
        return header("webhook-id")
    except stripe.error.SignatureVerificationError as error:
        raise Refused(str(error)) from error


defects = {}
rights = {"library-stripe": lambda: http(verify=by_stripe)}

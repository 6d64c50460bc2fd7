/** Explains the verdict about a receiver's answer to a handshake. */
import type { HandshakeKind, LastHandshake, Outcome } from '../wire.ts'
import { duration } from './duration.ts'
import { sayOutcome } from './outcome.ts'

/** The senders, as they call themselves. */
export const handshakeNames: Readonly<Record<HandshakeKind, string>> = {
  slack: 'Slack',
  zoom: 'Zoom',
  cloudevents: 'CloudEvents',
  graph: 'Microsoft Graph',
}

/** What a receiver answers to each. */
const answers: Readonly<Record<HandshakeKind, string>> = {
  slack: 'Answer a request whose type is url_verification with status 200 and its challenge as the body.',
  zoom: 'Answer the event endpoint.url_validation with status 200 and JSON: plainToken as received, and encryptedToken, the HMAC-SHA256 of plainToken with the secret, in hex.',
  cloudevents:
    'Answer OPTIONS with the headers WebHook-Allowed-Origin (the requested origin or *) and WebHook-Allowed-Rate (requests per minute or *).',
  graph:
    'Answer a request with the parameter validationToken with status 200, the type text/plain, and the decoded token as the body.',
}

const fixes = {
  base64: 'Write the HMAC in hex, not in base64.',
  unkeyed: "Compute HMAC-SHA256 with the subscription's secret as the key, not a plain SHA-256.",
  encoded: 'Decode the token of the URL before you return it.',
  quoted: 'Return the token as plain text, without quotes.',
}

type Given = Pick<LastHandshake, 'kind' | 'verdict' | 'duration_ms'> & { outcome: Outcome }

/** What the answer shows, and what to change. `fix` is null if the receiver passed. */
export function sayHandshake({ kind, verdict, outcome, duration_ms }: Given): {
  summary: string
  fix: string | null
} {
  const name = handshakeNames[kind]
  switch (verdict.code) {
    case 'ok':
      return { summary: `The receiver passed the handshake of ${name}.`, fix: null }
    case 'no_answer':
      return {
        summary: `The receiver did not answer the handshake of ${name}: ${sayOutcome(outcome)}.`,
        fix:
          outcome.kind === 'timed_out'
            ? `Answer within ${duration(Math.round(duration_ms))}.`
            : 'Start the receiver, then send the handshake again.',
      }
    case 'wrong_status':
      return {
        summary: `The receiver answered the handshake of ${name} with HTTP ${verdict.status}.`,
        fix: answers[kind],
      }
    case 'wrong_type':
      return {
        summary: `The answer to the handshake of ${name} has ${verdict.content_type === null ? 'no content type' : `the content type ${verdict.content_type}`}, not text/plain.`,
        fix: answers[kind],
      }
    case 'missing':
      return {
        summary:
          verdict.part === 'body'
            ? `The answer to the handshake of ${name} is empty. Expected: ${verdict.expected}.`
            : `The answer to the handshake of ${name} lacks the ${verdict.part} ${verdict.name}. Expected: ${verdict.expected}.`,
        fix: answers[kind],
      }
    case 'wrong':
      return {
        summary: `The answer to the handshake of ${name} has a wrong ${verdict.name}. Expected: ${verdict.expected}, received: ${verdict.received}.`,
        fix: verdict.how === 'other' ? answers[kind] : fixes[verdict.how],
      }
  }
}

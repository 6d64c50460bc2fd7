import { expect, test } from 'vitest'
import type { HandshakeVerdict, Outcome } from '../../server/wire.ts'
import { sayHandshake } from '../../server/words/handshake.ts'
import { sayOutcome } from '../../server/words/outcome.ts'

const late: Outcome = { kind: 'timed_out', after_ms: 3000, phase: 'waiting' }
const responded: Outcome = { kind: 'responded', status: 200 }
const say = (
  kind: 'slack' | 'zoom' | 'cloudevents' | 'graph',
  verdict: HandshakeVerdict,
  outcome: Outcome = responded,
) => sayHandshake({ kind, verdict, outcome, duration_ms: 3000 })

test('a receiver that passed needs no fix', () => {
  expect(say('slack', { code: 'ok' })).toEqual({
    summary: 'The receiver passed the handshake of Slack.',
    fix: null,
  })
})

test.each<[Parameters<typeof say>, string, string]>([
  [
    ['zoom', { code: 'no_answer' }, late],
    `The receiver did not answer the handshake of Zoom: ${sayOutcome(late)}.`,
    'Answer within 3 s.',
  ],
  [
    ['cloudevents', { code: 'wrong_status', status: 405 }],
    'The receiver answered the handshake of CloudEvents with HTTP 405.',
    'Answer OPTIONS with the headers WebHook-Allowed-Origin (the requested origin or *) and WebHook-Allowed-Rate (requests per minute or *).',
  ],
  [
    ['graph', { code: 'wrong_type', content_type: null }],
    'The answer to the handshake of Microsoft Graph has no content type, not text/plain.',
    'Answer a request with the parameter validationToken with status 200, the type text/plain, and the decoded token as the body.',
  ],
  [
    ['slack', { code: 'missing', part: 'body', name: 'challenge', expected: 'abc' }],
    'The answer to the handshake of Slack is empty. Expected: abc.',
    'Answer a request whose type is url_verification with status 200 and its challenge as the body.',
  ],
  [
    ['zoom', { code: 'missing', part: 'field', name: 'encryptedToken', expected: 'abc' }],
    'The answer to the handshake of Zoom lacks the field encryptedToken. Expected: abc.',
    'Answer the event endpoint.url_validation with status 200 and JSON: plainToken as received, and encryptedToken, the HMAC-SHA256 of plainToken with the secret, in hex.',
  ],
  [
    [
      'zoom',
      { code: 'wrong', part: 'field', name: 'encryptedToken', expected: 'abc', received: 'q', how: 'base64' },
    ],
    'The answer to the handshake of Zoom has a wrong encryptedToken. Expected: abc, received: q.',
    'Write the HMAC in hex, not in base64.',
  ],
])('the verdict %o in words', (given, summary, fix) => {
  expect(say(...given)).toEqual({ summary, fix })
})

import { expect, test } from 'vitest'
import type { ReplyFacts } from '../../server/wire.ts'
import { cutWords, exchangeChangeWords, replyWords } from '../../server/words/reply.ts'
import { answeredWords } from '../../server/words/short.ts'

const to = 'http://localhost:3000/hook'
const outcome = { kind: 'responded', status: 200 } as const

test.each<[ReplyFacts, number, string]>([
  [{ kind: 'default' }, 200, 'no reply is set: 200'],
  [{ kind: 'default', no_rule: true }, 200, 'no rule matches: 200'],
  [{ kind: 'fixed' }, 202, 'fixed'],
  [{ kind: 'fixed', no_rule: true }, 202, 'no rule matches'],
  [{ kind: 'template' }, 200, 'fixed'],
  [
    { kind: 'template', template_problem: 'too long' },
    500,
    'fixed: its template could not be filled in (too long): 500',
  ],
  [{ kind: 'rule', rule: 2 }, 202, 'rule 2'],
  [{ kind: 'rule', rule: 'big', step: { number: 1, of: 3 } }, 503, 'rule “big”: step 1 of 3'],
  [{ kind: 'step', step: { number: 2, of: 2 } }, 204, 'step 2 of 2'],
  [{ kind: 'step', no_rule: true, step: { number: 2, of: 2 } }, 204, 'no rule matches: step 2 of 2'],
  [{ kind: 'hang', rule: 1 }, 0, 'rule 1: hang'],
  [{ kind: 'cut' }, 0, 'fixed: reset'],
  [{ kind: 'cut', to }, 0, `forwarding to ${to} was cut short: the sandbox ended`],
  [{ kind: 'forced', forced: '503' }, 503, 'forced by the URL: 503'],
  [{ kind: 'hang', forced: 'hang' }, 0, 'forced by the URL: hang'],
  [{ kind: 'forwarding', to }, 0, `being forwarded to ${to}`],
  [{ kind: 'forwarded', to }, 202, `forwarded to ${to}: 202`],
  [
    { kind: 'forward_failed', to, outcome: { kind: 'responded', status: 101 } },
    502,
    `forwarding to ${to} failed (the response was 101): 502`,
  ],
  [
    { kind: 'forward_failed', to, outcome, bytes: 9, instead: { kind: 'step', step: { number: 1, of: 2 } } },
    503,
    `forwarding to ${to} failed (the response has more than 9 bytes): step 1 of 2`,
  ],
  [{ kind: 'forward_failed', to, text: 'late' }, 502, `forwarding to ${to} failed (late): 502`],
  [{ kind: 'forward_circle', way: ['a', 'b'] }, 508, 'not forwarded: the request goes in a circle, a → b'],
  [{ kind: 'too_large', bytes: 1 }, 413, 'the body is over 1 byte'],
  [
    { kind: 'rate_limited', limit: { limit: 5, per: '1s', burst: 2 } },
    429,
    'rate limit: 5 per 1s, 2 at once',
  ],
  [{ kind: 'sender_gone', bytes: 4 }, 0, 'none: the sender disconnected after 4 bytes'],
  [{ kind: 'refused', refused: { code: 'x', message: 'No.' } }, 400, 'refused: No.'],
  [{ kind: 'unknown', text: 'as before' }, 200, 'as before'],
  [
    { kind: 'default', url_problem: { given: 'reply=abc', problem: 'not_forcible' } },
    200,
    'no reply is set: 200; reply=abc is not an answer that can be forced',
  ],
])('%j, %i: %s', (facts, status, said) => {
  expect(replyWords({ ...facts, status })).toBe(said)
})

test('the sender’s response has one word everywhere', () => {
  expect(answeredWords({ status: 503, kind: 'step' })).toBe('answered 503')
  expect(answeredWords({ status: 0, kind: 'forwarding' })).toBe('not answered yet')
  expect(answeredWords({ status: 0, kind: 'cut' })).toBe('reset')
  expect(answeredWords({ status: 0, kind: 'forward_failed', instead: { kind: 'cut' } })).toBe('reset')
  expect(answeredWords({ status: 0, kind: 'hang' })).toBe('no answer')
})

test('an incomplete body has a reason', () => {
  expect(cutWords({ kind: 'sender_gone', bytes: 1 })).toBe('The sender disconnected after 1 byte.')
  expect(cutWords({ kind: 'refused', refused: { code: 'x', message: 'Too slow.' } })).toBe('Too slow.')
})

test.each([
  [
    { code: 'host_added' },
    'The request had no Host header, which HTTP/1.1 requires, so the sandbox added one.',
  ],
  [
    { code: 'path_alone', came: 'http://a/b' },
    'The request target was http://a/b, the form for proxies. The sandbox sent only the path.',
  ],
  [
    { code: 'http_version', came: '1.0', sent: '1.1' },
    'The request arrived as HTTP/1.0 and was sent as HTTP/1.1.',
  ],
  [
    { code: 'headers_left_out', names: ['TE', 'Upgrade'] },
    'The sandbox did not send the headers TE, Upgrade.',
  ],
  [{ code: 'trailers_left_out', names: ['X-Sum'] }, 'The sandbox did not send the trailers X-Sum.'],
] as const)('a change during an exchange: %j', (change, words) => {
  expect(exchangeChangeWords({ ...change, names: 'names' in change ? [...change.names] : [] })).toBe(words)
})

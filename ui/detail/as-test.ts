/** Writes records as runnable tests. */
import type { Attempt, Call, Capture, Delivery, Event, HeaderPair } from '../../server/wire.ts'
import { ofTheMessage } from '../../server/words/header-names.ts'
import { notAgain } from '../commands/curl.ts'
import { sameEvent } from './same-event.ts'

/** Text as code in single quotes, on one line. */
const quoted = (text: string): string =>
  `'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')}'`

const head = (about: readonly string[]) => [
  ...about.map((line) => `// ${line}`),
  "import assert from 'node:assert/strict'",
  "import test from 'node:test'",
  '',
]
const testOf = (name: string, lines: readonly string[]) => [
  `test(${quoted(name)}, async () => {`,
  ...lines.map((line) => (line === '' ? '' : `  ${line}`)),
  '})',
  '',
]

interface Sent {
  method: string
  url: string
  headers: readonly HeaderPair[]
  body: string
  body_base64?: string | null | undefined
}

/** A `fetch` with the exact body. */
function fetchLines({ method, url, headers, body, body_base64 = null }: Sent): string[] {
  const kept = headers.filter(([name]) => !ofTheMessage.includes(name.toLowerCase()))
  const bytes = body_base64 === null ? quoted(body) : `Buffer.from(${quoted(body_base64)}, 'base64')`
  return [
    `const answer = await fetch(${quoted(url)}, {`,
    `  method: ${quoted(method)},`,
    '  headers: [',
    ...kept.map(([name, value]) => `    [${quoted(name)}, ${quoted(value)}],`),
    '  ],',
    ...(body === '' && body_base64 === null ? [] : [`  body: ${bytes},`]),
    '})',
  ]
}

/** The request as code for Node and browsers. */
export const fetchCode = (sent: Sent): string =>
  [...fetchLines(sent), 'console.log(answer.status, await answer.text())', ''].join('\n')

/** The expected response of a correct receiver, as an assertion and in words. */
function rightly(delivery: Delivery, attempt: Attempt): { words: string; line: string } {
  if (delivery.reason_code === 'may_refuse')
    return {
      words: `accepts or refuses ${delivery.event}${attempt.fault === null ? '' : ` with ${attempt.fault}`}`,
      line: "assert.ok(answer.ok || (answer.status >= 400 && answer.status < 500), 'answered ' + answer.status)",
    }
  const isRefusal = delivery.state === 'refused' || delivery.state === 'wrongly_accepted'
  if (isRefusal && attempt.fault !== null)
    return {
      words: `refuses ${delivery.event} with ${attempt.fault}`,
      line: "assert.ok(answer.status >= 400 && answer.status < 500, 'answered ' + answer.status)",
    }
  return { words: `accepts ${delivery.event}`, line: "assert.ok(answer.ok, 'answered ' + answer.status)" }
}

/** A test of a receiver with the exact bytes of an attempt. */
export function attemptTest(delivery: Delivery, attempt: Attempt): string {
  const { words, line } = rightly(delivery, attempt)
  return [
    ...head([
      `The exact bytes of ${delivery.id}, attempt ${attempt.number}. Run with: node --test`,
      `Signed at ${attempt.signed_at}. A receiver that checks the age rejects it unless its clock shows that time. Or resend it.`,
      ...notAgain(attempt, 'fetch').map(({ fault, detail }) => `fetch cannot reproduce ${fault}: ${detail}.`),
    ]),
    ...testOf(`the receiver ${words}`, [...fetchLines(attempt.request), line]),
  ].join('\n')
}

/** A test of a client that repeats the call and expects the same response. */
export function callTest({ id, method, path, status, error_code, request }: Call, base: string): string {
  const { headers, body, body_base64 } = request
  const sent = { method, url: base + path, headers, body: body ?? '', body_base64 }
  const expected =
    status === 0
      ? ['await assert.rejects(asked)']
      : [
          `assert.equal(answer.status, ${status})`,
          ...(error_code === null ? [] : [`assert.equal((await answer.json()).Code, ${quoted(error_code)})`]),
        ]
  const asked = fetchLines(sent).map((line, index) =>
    status === 0 && index === 0 ? line.replace('const answer = await ', 'const asked = ') : line,
  )
  return [
    ...head([`Repeats the call ${id}. Run with: node --test`]),
    ...testOf(`${method} ${path} ${status === 0 ? 'gets no response' : `returns ${status}`}`, [
      ...asked,
      ...expected,
    ]),
  ].join('\n')
}

/** Waits for records of the sandbox, and asserts that they arrive. */
function waitLines(base: string, asked: Record<string, string>): string[] {
  return [
    'const asked = new URLSearchParams({',
    ...Object.entries(asked).map(([name, value]) => `  ${name}: ${value},`),
    '})',
    `const came = await (await fetch(\`${base}/sandbox/wait?\${asked}\`)).json()`,
    'assert.ok(came.met, JSON.stringify(came.closest ?? came, null, 2))',
  ]
}

/** A test of a sender: waits for a request like this one, with an equally valid signature. */
export function captureTest({ id, endpoint, event, verdict }: Capture, base: string): string {
  const isVerified = verdict.result === 'verified'
  const comes = isVerified ? 'verified' : 'signed or not'
  return [
    ...head([`Expects a request at /in/${endpoint}, ${comes}, as ${id}. Run with: node --test`]),
    ...testOf(`/in/${endpoint} receives a request${isVerified ? ' with a valid signature' : ''}`, [
      `const { captures } = await (await fetch('${base}/sandbox/captures?limit=1')).json()`,
      '',
      '// Send the request here.',
      '',
      ...waitLines(base, {
        kind: quoted('capture'),
        endpoint: quoted(endpoint),
        ...(event !== null && { event: quoted(event) }),
        ...(isVerified && { verdict: quoted('verified') }),
        since: 'captures[0]?.seq ?? 0',
        timeout_ms: '5000',
      }),
    ]),
  ].join('\n')
}

/** A test of receivers: sends the event again, and every delivery must succeed. */
export function eventTest(fired: Event, base: string): string {
  const { id, event } = fired
  return [
    ...head([`Sends ${id} again to every matching subscription. Run with: node --test`]),
    ...testOf(`${event} is delivered`, [
      ...fetchLines({
        method: 'POST',
        url: `${base}/sandbox/events`,
        headers: [['content-type', 'application/json']],
        body: JSON.stringify(sameEvent(fired)),
      }),
      'const { events, deliveries, error } = await answer.json()',
      'assert.ok(answer.ok, error?.message)',
      "assert.ok(deliveries.length > 0, 'no subscription matches the event')",
      ...waitLines(base, {
        kind: quoted('delivery'),
        event_id: 'events[0].id',
        state: quoted('succeeded'),
        count: 'deliveries.length',
        timeout_ms: '10000',
      }),
    ]),
  ].join('\n')
}

/** The mistakes that a receiver shows by what it accepts, or by how it refuses. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Check } from '../../server/wire.ts'
import { sayProbe } from '../../server/words/check.ts'
import { sayFix } from '../../server/words/check-fixes.ts'
import { type ReceivedRequest, startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

interface Way {
  body?: (body: Buffer) => Buffer | string
  write?: (mac: Buffer) => string
  /** How far the receiver's time is from ours, in seconds. */
  offS?: number
}

/** Whether a receiver that verifies in this way accepts a request. */
function verifies({ headers, body }: ReceivedRequest, way: Way): boolean {
  const timestamp = Number(headers['webhook-timestamp'])
  const isFresh = Math.abs(Date.now() / 1000 + (way.offS ?? 0) - timestamp) <= 300
  if (!isFresh) return false
  const mac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`)
    .update(way.body?.(body) ?? body)
    .digest()
  return headers['webhook-signature'] === `v1,${way.write?.(mac) ?? mac.toString('base64')}`
}

type Answer = 'drop' | { status: number; text: string }

/** Checks a receiver that answers so, with one probe. */
async function checked(probe: string, answer: (request: ReceivedRequest) => Answer) {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([
    (response) => {
      const request = receiver.requests.at(-1)
      const what = request ? answer(request) : 'drop'
      if (what === 'drop') response.destroy()
      else response.writeHead(what.status).end(what.text)
    },
  ])
  const { check } = await sandbox.post<{ check: Check }>('/sandbox/checks', {
    url: receiver.url,
    secret,
    only: [probe],
  })
  const now = async () => (await sandbox.get<{ check: Check }>(`/sandbox/checks/${check.id}`)).check
  await expect.poll(async () => (await now()).state).toBe('done')
  return (await now()).probes.find(({ id }) => id === probe)
}

const [ok, no] = [
  { status: 200, text: 'ok' },
  { status: 401, text: 'the signature does not match' },
]
const verifying = (way: Way) => (request: ReceivedRequest) => (verifies(request, way) ? ok : no)

test.each<[string, Way]>([
  ['body_not_read', { body: () => '{}' }],
  ['clock_off', { offS: -5 * 3600 }],
  ['hex_in_base64', { write: (mac) => Buffer.from(mac.toString('hex')).toString('base64') }],
  ['base64_unpadded', { write: (mac) => mac.toString('base64').replace('=', '') }],
  ['base64url', { write: (mac) => mac.toString('base64').replaceAll('+', '-').replaceAll('/', '_') }],
])('%s is proved by a delivery that the receiver accepts', async (code, way) => {
  const probe = await checked('accepts-valid', verifying(way))
  expect(probe?.mistake).toMatchObject({ code, certainty: 'proved' })
})

/** As Python prints a dict of texts, numbers and dicts. */
const asDict = (bytes: Buffer) =>
  bytes
    .toString()
    .replaceAll('"', "'")
    .replaceAll(':', ': ')
    .replaceAll(/(?<=\d): (?=\d)/g, ':')
    .replaceAll(',', ', ')
const outermostSorted = (bytes: Buffer) => {
  if (bytes.length === 0) return ''
  const event: Record<string, unknown> = JSON.parse(bytes.toString())
  return JSON.stringify(Object.fromEntries(Object.entries(event).toSorted()))
}
test.each<[probe: string, code: string, way: Way]>([
  ['accepts-valid', 'keys_sorted', { body: outermostSorted }],
  ['accepts-valid', 'object_signed', { body: asDict }],
  ['accepts-non-ascii', 'charset', { body: (bytes) => bytes.toString('ascii') }],
  ['accepts-non-ascii', 'charset', { body: (bytes) => bytes.toString().replace(/[^\0-\x7f]/g, '') }],
])('%s: what a language makes of a body is proved: %s', async (id, code, way) => {
  const probe = await checked(id, verifying(way))
  expect(probe?.mistake).toMatchObject({ code, certainty: 'proved' })
})

test('a mistake is proved by another refusal, where the receiver cannot use the body', async () => {
  const probe = await checked('accepts-valid', (request) =>
    verifies(request, { body: () => '' }) ? { status: 400, text: 'not JSON' } : no,
  )
  expect(probe?.mistake).toMatchObject({ code: 'empty_body_signed', certainty: 'proved' })
})

test('a receiver that writes the event again without unknown fields is named at the probe of unknown fields', async () => {
  const known = (name: string, value: unknown) => (name === 'new_field' ? undefined : value)
  const body = (bytes: Buffer) => JSON.stringify(JSON.parse(bytes.toString() || '{}', known))
  const probe = await checked('accepts-unknown-field', verifying({ body }))
  expect(probe?.mistake).toMatchObject({ code: 'fields_dropped', certainty: 'proved' })
})

test.each(['missing signature header', 'API key required'])(
  '%s, also without a signature: the receiver does not find the header',
  async (text) => {
    const probe = await checked('accepts-valid', () => ({ status: 400, text }))
    expect(probe?.mistake).toMatchObject({ code: 'header_not_read', certainty: 'likely' })
  },
)

test('FastAPI misses a header of the signature that it reads by another name', async () => {
  const text =
    '{"detail":[{"type":"missing","loc":["header","webhook_signature"],"msg":"Field required","input":null}]}'
  const probe = await checked('accepts-valid', () => ({ status: 422, text }))
  expect(probe?.mistake).toMatchObject({ code: 'header_not_read' })
})

test('the page of Django for an unknown host names the host', async () => {
  const text = '<html><body>\n  <h1>Bad Request (400)</h1><p></p>\n</body></html>'
  const probe = await checked('accepts-valid', () => ({ status: 400, text }))
  expect(probe?.mistake).toMatchObject({ code: 'unknown_host' })
})

test('a receiver that breaks where the signature is missing does not refuse with 4xx', async () => {
  const probe = await checked('refuses-with-4xx', (request) =>
    request.method === 'POST' && !('webhook-signature' in request.headers) ? 'drop' : verifying({})(request),
  )
  expect(probe).toMatchObject({ result: 'fail', fact: { code: 'no_answer' } })
})

test('a 404 is a wrong path for the valid delivery only', () => {
  const limits = { toleranceS: 300, signature: ['webhook-signature'] }
  const fixOf = (id: string) =>
    sayProbe({
      id,
      fact: { code: 'refused', status: 404, answer: '' },
      mistake: null,
      framework: null,
      limits,
      result: 'fail',
    }).fix
  expect(fixOf('accepts-valid')).toBe(sayFix('not_found', null, limits))
  expect(fixOf('accepts-unknown-event')).toBe(sayFix('unknown_event', null, limits))
})

test('a refusal that depends on the time, and not on the signature, proves nothing', async () => {
  let count = 0
  const probe = await checked('accepts-valid', () => {
    count++
    // The order of the requests makes it: most are answered in one way, some in the other.
    return count % 3 === 0 ? { status: 401, text: 'bad signature' } : { status: 400, text: 'Too late' }
  })
  expect(probe?.mistake).not.toMatchObject({ certainty: 'proved' })
})

test('a receiver that says it finds the time too old is believed', async () => {
  const probe = await checked('accepts-valid', () => ({ status: 400, text: 'timestamp out of tolerance' }))
  expect(probe?.mistake).toMatchObject({ code: 'time_refused', certainty: 'likely' })
})

test('a receiver that misses a field, and no header, refuses the content', async () => {
  const probe = await checked('accepts-valid', () => ({ status: 400, text: '{"error":"type is required"}' }))
  expect(probe?.mistake).toMatchObject({ code: 'fields', certainty: 'likely' })
})

test('what proves a mistake by another refusal differs from its forgery by the signature alone', async () => {
  const sent: Pick<ReceivedRequest, 'headers'>[] = []
  const probe = await checked('accepts-valid', (request) => {
    sent.push(request)
    const isForged = String(request.headers['webhook-signature']).startsWith('v1,=')
    return sent.length <= 3 || isForged
      ? { status: 400, text: 'refused' }
      : { status: 422, text: 'no such card' }
  })
  expect(probe?.mistake).toMatchObject({ certainty: 'proved' })
  const bySameId = new Map(
    sent.map(({ headers }) => [
      headers['webhook-id'],
      sent.filter((one) => one.headers['webhook-id'] === headers['webhook-id']),
    ]),
  )
  const pairs = [...bySameId.values()].filter(({ length }) => length === 2)
  expect(pairs.length).toBeGreaterThan(0)
  for (const [one, other] of pairs)
    expect(one?.headers['webhook-timestamp']).toBe(other?.headers['webhook-timestamp'])
})

/** A HAR is imported: this sandbox's own, and those in the form of browsers and proxies. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Capture } from '../../../server/wire.ts'
import { sized, startCaptures } from '../world.ts'

interface Answer {
  imported: number
  skipped: number
  lost: { code: string; entries: number }[]
  error: { message: string }
}
type Captures = Awaited<ReturnType<typeof startCaptures>>

const bring = (sandbox: Captures, entries: unknown, more = {}) =>
  sandbox.request<Answer>('POST', '/sandbox/captures/import', {
    log: { version: '1.2', entries },
    ...more,
  })
const whole = async (sandbox: Captures): Promise<Capture[]> =>
  Promise.all((await sandbox.captures('?limit=500')).map(({ id }) => sandbox.capture(id)))
const without = ({ seq: _, imported: __, ...rest }: Capture) => rest

const entry = (request: object, more = {}) => ({
  startedDateTime: '2026-11-28T02:00:00.000+01:00',
  time: 12,
  request: {
    method: 'POST',
    url: 'https://shop.example/hook?x=1',
    httpVersion: 'h2',
    headers: [],
    ...request,
  },
  response: { status: 201 },
  ...more,
})
const header = (name: string, value: string) => ({ name, value })

test("the sandbox's own HAR comes back the same", async () => {
  const sandbox = await startCaptures()
  await sandbox.subscribe(`${sandbox.url}/in/demo`)
  await sandbox.trigger('card.created')
  await sandbox.trigger('card.created', { fault: 'tamper(body)' })
  await sandbox.settle()
  await sandbox.catch({ headers: [sized(Buffer.from([0, 255])), 'X-Name: caf\u00e9'] }, Buffer.from([0, 255]))
  await sandbox.catch(
    { path: '/in/other?x=%zz', headers: ['Transfer-Encoding: chunked'] },
    '1\r\na\r\n0\r\nX-T: 1\r\n\r\n',
  )
  const before = await whole(sandbox)
  const har = await (await fetch(`${sandbox.url}/sandbox/captures.har`)).json()
  const again = await bring(sandbox, har.log.entries)
  expect(again.body).toMatchObject({ imported: 0, skipped: before.length, lost: [] })
  await sandbox.post('/sandbox/reset')
  const { status, body } = await bring(sandbox, har.log.entries)
  expect([status, body]).toMatchObject([200, { imported: before.length, skipped: 0, lost: [] }])
  expect((await whole(sandbox)).map(without)).toEqual(before.map(without))
})

test('the request of a browser becomes a capture, signed and judged by its own time', async () => {
  const sandbox = await startCaptures()
  const secret = 'mine'
  await sandbox.post('/sandbox/endpoints', { name: 'shop', scheme: 'stripe', secret })
  const text = '{"f":"\u00fc"}'
  const at = Date.parse('2026-11-28T01:00:00Z') / 1000
  const signature = createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')
  const headers = [
    header(':method', 'POST'),
    header(':authority', 'shop.example'),
    header('Content-Type', 'application/json'),
    header('X-Two', 'a\nb'),
    header('Stripe-Signature', `t=${at},v1=${signature}`),
  ]
  const one = entry({ headers, postData: { mimeType: 'application/json', text }, bodySize: 10 })
  const { body } = await bring(sandbox, [one, one], { endpoint: 'shop' })
  expect(body).toMatchObject({ imported: 1, skipped: 1 })
  expect(body.lost.map(({ code }) => code).sort()).toEqual(['pseudo_headers', 'raw_bytes'])
  const [capture] = await whole(sandbox)
  expect(capture).toMatchObject({
    endpoint: 'shop',
    path: '/in/shop/hook',
    query: 'x=1',
    method: 'POST',
    http_version: '1.1',
    received_at: '2026-11-28T01:00:00.000000Z',
    headers: [
      ['Host', 'shop.example'],
      ['Content-Type', 'application/json'],
      ['X-Two', 'a'],
      ['X-Two', 'b'],
      ['Stripe-Signature', `t=${at},v1=${signature}`],
    ],
    body: text,
    imported: true,
    verdict: { result: 'verified', scheme: 'stripe' },
    reply: { kind: 'recorded', status: 201 },
  })
})

/** A request that a proxy recorded long ago, signed by `sign` with the secret of the endpoint. */
async function recorded(
  [scheme, name]: [scheme: string, name: string],
  sign: (secret: string, body: string, url: string) => string,
  { url = 'https://shop.example/hook?x=1', written = (body: string) => body } = {},
) {
  const sandbox = await startCaptures()
  const secret = 'a secret of the shop'
  await sandbox.post('/sandbox/endpoints', { name: 'shop', scheme, secret })
  const text = '{"name":"caf\u00e9","id":7}'
  const headers = [header('Content-Type', 'application/json'), header(name, sign(secret, text, url))]
  const one = entry({ url, headers, postData: { mimeType: 'application/json', text: written(text) } })
  const { body } = await bring(sandbox, [one], { endpoint: 'shop' })
  expect(body.imported).toBe(1)
  // A list waits 2 s for searches at most, and a search may take longer on a busy machine.
  await expect.poll(async () => (await whole(sandbox))[0]?.verdict.explained).toBe(true)
  const [capture] = await whole(sandbox)
  return { sandbox, verdict: capture?.verdict, causes: capture?.verdict.causes.map(({ cause }) => cause) }
}
const sha256 = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')
const then = Date.parse('2026-11-28T01:00:00Z') / 1000
const byStripe =
  (at = then, change = (text: string) => text) =>
  (secret: string, text: string) =>
    `t=${at},v1=${sha256(secret, `${at}.${change(text)}`)}`

// Long ago is not late: the time of the request counts.
test.each<[string, string[], (secret: string, text: string) => string]>([
  ['a body that was written again', ['reserialised'], byStripe(then, (text) => text.replaceAll('":', '": '))],
  ['a signature of an hour before', ['stale'], byStripe(then - 3600)],
  ['another secret', [], (_, text) => byStripe()('other', text)],
])('a failed signature is explained as if it had arrived here: %s', async (_, causes, sign) => {
  const found = await recorded(['stripe', 'Stripe-Signature'], sign)
  expect(found.verdict).toMatchObject({ explained: true })
  expect(found.causes).toEqual(causes)
})

test.each(['https://shop.example/hook?x=1', 'http://shop.example:8080/', 'https://shop.example'])(
  'a signature over the URL is verified with the URL that was called: %s',
  async (url) => {
    const sign = (secret: string, text: string, to: string) =>
      createHmac('sha256', secret)
        .update(to + text)
        .digest('base64')
    const found = await recorded(['square', 'x-square-hmacsha256-signature'], sign, { url })
    expect(found.verdict).toMatchObject({ result: 'verified' })
  },
)

test('bodies come in the forms that browsers and proxies write', async () => {
  const sandbox = await startCaptures()
  const bodyOf = async (request: object) => {
    await sandbox.post('/sandbox/captures/delete', {})
    const { body } = await bring(sandbox, [entry(request)])
    const [capture] = await sandbox.captures()
    const lost = body.lost.map(({ code }) => code).filter((code) => code !== 'raw_bytes')
    return capture?.body_omitted
      ? [null, ...lost]
      : [(await sandbox.bytesOf(capture?.id ?? '')).toString('hex'), ...lost]
  }
  expect(await bodyOf({ postData: { text: 'AP8=', encoding: 'base64' } })).toEqual(['00ff'])
  expect(await bodyOf({ postData: { text: 'a\u00ff' } })).toEqual(['61c3bf'])
  // Chrome writes each byte as a character where the body is no text.
  expect(await bodyOf({ headers: [header('content-length', '2')], postData: { text: 'a\u00ff' } })).toEqual([
    '61ff',
  ])
  expect(await bodyOf({ headers: [header('content-length', '9')], postData: { text: 'a' } })).toEqual([
    '61',
    'length_differs',
  ])
  expect(await bodyOf({ postData: { params: [{ name: 'a b', value: 'c' }] } })).toEqual([
    '612b623d63',
    'form_rebuilt',
  ])
  expect(await bodyOf({ bodySize: 4 })).toEqual([null, 'body_missing'])
  expect(await bodyOf({ method: 'GET', bodySize: 0 })).toEqual([''])
})

test('what is no request of HTTP is left out, and said', async () => {
  const sandbox = await startCaptures()
  const { body } = await bring(sandbox, [
    entry({ url: 'data:text/plain,x' }),
    entry({ method: 'NO METHOD' }),
    entry({ url: 'wss://shop.example/live' }, { _webSocketMessages: [{ type: 'send', data: 'x' }] }),
  ])
  expect(body.imported).toBe(1)
  expect(body.lost).toEqual(
    expect.arrayContaining(
      ['not_http', 'invalid', 'web_socket_messages'].map((code) =>
        expect.objectContaining({ code, entries: 1 }),
      ),
    ),
  )
})

test.each([
  [[{ request: { method: 'POST' } }], /log\.entries\.0/],
  [[entry({ headers: 'none' })], /log\.entries\.0\.request\.headers/],
  ['none', /log\.entries/],
])('an invalid HAR is refused with its place: %j', async (entries, place) => {
  const sandbox = await startCaptures()
  const { status, body } = await bring(sandbox, entries)
  expect([status, body.error.message]).toEqual([422, expect.stringMatching(place)])
})

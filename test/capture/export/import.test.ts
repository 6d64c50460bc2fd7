import { expect, test } from 'vitest'
import type { Capture, CaptureRow } from '../../../server/wire.ts'
import { startTarget } from '../forward/world.ts'
import { sized, startCaptures } from '../world.ts'

type Captures = Awaited<ReturnType<typeof startCaptures>>
interface Imported {
  imported: number
  skipped: number
  renamed: { id: string; as: string }[]
  exchanges: number
}

const linesOf = async (sandbox: Captures, query = ''): Promise<string[]> =>
  (await (await fetch(`${sandbox.url}/sandbox/captures.jsonl${query}`)).text()).split('\n').slice(0, -1)
const parsed = async (sandbox: Captures) => (await linesOf(sandbox)).map((line) => JSON.parse(line))
const bring = (sandbox: Captures, captures: unknown[]) =>
  sandbox.request<Imported & { error: { code: string; message: string } }>(
    'POST',
    '/sandbox/captures/import',
    { captures },
  )
const without = ({ seq: _, imported: __, ...rest }: CaptureRow) => rest

async function whole(sandbox: Captures): Promise<Capture[]> {
  const rows = (await sandbox.captures('?limit=500')).toReversed()
  return Promise.all(rows.map(({ id }) => sandbox.capture(id)))
}

/** Captures of every kind: signed well and badly, binary, chunked with trailers, over the limit, cut, replayed. */
async function fill(sandbox: Captures) {
  const subscription = await sandbox.subscribe(`${sandbox.url}/in/demo`)
  await sandbox.trigger('card.created', { count: 2 })
  await sandbox.trigger('card.created', { fault: 'tamper(body)' })
  await sandbox.settle()
  await sandbox.catch({ headers: [sized(Buffer.from([0, 255])), 'X-Name: caf\u00e9'] }, Buffer.from([0, 255]))
  await sandbox.catch({ headers: ['Transfer-Encoding: chunked'] }, '1\r\na\r\n0\r\nX-T: 1\r\n\r\n')
  await sandbox.exchange(sandbox.head({ headers: [sized('x'.repeat(5001))] }), 'x'.repeat(5001))
  const last = await sandbox.catch({ path: '/in/other?x=%zz', headers: ['Content-Length: 0'] })
  await sandbox.post(`/sandbox/captures/${last.id}/replay`, { url: `${sandbox.url}/in/again` })
  return subscription
}

test('what was exported comes back the same after a reset, but for its numbers', async () => {
  const sandbox = await startCaptures({ body_limit_bytes: 5000 })
  await fill(sandbox)
  const before = await whole(sandbox)
  expect(before.length).toBeGreaterThanOrEqual(8)
  const bodies = await Promise.all(before.map(({ id }) => sandbox.bytesOf(id)))
  const lines = await linesOf(sandbox)
  expect(lines).toHaveLength(before.length)
  await sandbox.post('/sandbox/reset')
  expect(await sandbox.captures()).toEqual([])

  const { status, body } = await bring(
    sandbox,
    lines.map((line) => JSON.parse(line)),
  )
  expect([status, body]).toEqual([200, { imported: before.length, skipped: 0, renamed: [], exchanges: 0 }])
  const after = await whole(sandbox)
  const bare = (captures: Capture[]) =>
    captures.map((one) => ({
      ...without(one),
      verdict: { ...one.verdict, signed_content: null },
      exchanges: one.exchanges.map(({ seq: _, ...rest }) => rest),
    }))
  expect(bare(after)).toEqual(bare(before))
  expect(after.every(({ imported }) => imported)).toBe(true)
  expect(await Promise.all(after.map(({ id }) => sandbox.bytesOf(id)))).toEqual(bodies)
  expect(await sandbox.captures('?q=caf')).toHaveLength(1)
})

test('what comes after an import has ids of its own, although the seed would have made the same', async () => {
  const sandbox = await startCaptures()
  for (let i = 0; i < 3; i++) await sandbox.catch({ headers: [sized('a')] }, 'a')
  const lines = await parsed(sandbox)
  await sandbox.post('/sandbox/reset')
  expect((await bring(sandbox, lines)).body.imported).toBe(3)
  for (let i = 0; i < 3; i++) await sandbox.catch({ headers: [sized('b')] }, 'b')
  const rows = await sandbox.captures()
  expect(new Set(rows.map(({ id }) => id)).size).toBe(6)
  expect(sandbox.troubles).toEqual([])
})

test('the same again is skipped; another of the same id gets a new one, which is named', async () => {
  const sandbox = await startCaptures()
  const { id } = await sandbox.catch({ headers: [sized('a')] }, 'a')
  const [line] = await parsed(sandbox)
  expect((await bring(sandbox, [line, line])).body).toEqual({
    imported: 0,
    skipped: 2,
    renamed: [],
    exchanges: 0,
  })
  const other = { ...line, body_base64: Buffer.from('b').toString('base64') }
  const { body } = await bring(sandbox, [other])
  expect(body).toMatchObject({ imported: 1, skipped: 0, renamed: [{ id }] })
  const as = body.renamed[0]?.as ?? ''
  expect(await sandbox.capture(as)).toMatchObject({ body: 'b', imported: true })
  expect(await sandbox.capture(id)).toMatchObject({ body: 'a', imported: false })
})

test('exchanges since the capture arrived are added once', async () => {
  const from = await startCaptures()
  const target = await startTarget()
  const { id } = await from.catch({ headers: [sized('a')] }, 'a')
  const replay = () => from.post(`/sandbox/captures/${id}/replay`, { url: target.origin })
  await replay()
  const before = await parsed(from)
  await replay()
  await from.clock({ mode: 'manual' })
  await replay()
  await replay()
  const after = await parsed(from)

  const to = await startCaptures()
  // Takes the ids that the second and third would have.
  const { id: other } = await to.catch({ headers: [sized('b')] }, 'b')
  for (let i = 0; i < 3; i++) await to.post(`/sandbox/captures/${other}/replay`, { url: target.origin })
  expect((await bring(to, before)).body).toMatchObject({ imported: 1, exchanges: 0 })
  const as = (await to.newestCapture()).id
  const renamed = after.map((line) => ({ ...line, id: as }))
  expect((await bring(to, renamed)).body).toEqual({ imported: 0, skipped: 1, renamed: [], exchanges: 3 })
  const bare = ({ exchanges }: Capture) =>
    exchanges.map(({ id: _, seq: __, capture_id: ___, ...rest }) => rest)
  expect(bare(await to.capture(as))).toEqual(bare(await from.capture(id)))
  expect((await bring(to, renamed)).body).toMatchObject({ skipped: 1, exchanges: 0 })
  expect(
    (
      await bring(
        to,
        before.map((line) => ({ ...line, id: as })),
      )
    ).body.exchanges,
  ).toBe(0)
  expect((await to.capture(as)).exchanges).toHaveLength(4)
  expect((await to.capture(other)).exchanges).toHaveLength(3)
})

test.for([
  ['a header that begins another', { headers: [['X-A', '1\r\nX-B: 2']] }, 'captures.1.headers.0.1'],
  ['a path that ends the line', { path: '/in/demo HTTP/1.1\r\nX: y' }, 'captures.1.path'],
  ['a path that leads to another host', { path: '@192.0.2.1/in/demo' }, 'captures.1.path'],
  ['a method that is none', { method: 'GET /' }, 'captures.1.method'],
  ['an id of something else', { id: 'evt_00000001abcdefghjkmnpqrstv' }, 'captures.1.id'],
  ['a size that is another', { body_size: 7 }, 'captures.1.body_size'],
  ['a body that is no base64', { body_base64: '***' }, 'captures.1.body_base64'],
  ['a body where none was kept', { body_omitted: true }, 'captures.1.body_base64'],
  ['a time that is none', { received_at: 'yesterday' }, 'captures.1.received_at'],
  ['a verdict of no kind', { verdict: { result: 'fine' } }, 'captures.1.verdict.result'],
  ['an endpoint that cannot be', { endpoint: '../x' }, 'captures.1.endpoint'],
  ['half a character', { note: '\ud800' }, 'captures.1.note'],
  ['no line at all', null, 'captures.1'],
] as const)('%s is refused by its place, and nothing is taken in', async ([, change, place]) => {
  const sandbox = await startCaptures()
  await sandbox.catch({ headers: [sized('a')] }, 'a')
  const [line] = await parsed(sandbox)
  await sandbox.post('/sandbox/reset')
  const bad = change === null ? 'x' : { ...line, ...change }
  const { status, body } = await bring(sandbox, [line, bad])
  expect([status, body.error.code]).toEqual([422, 'invalid_field'])
  expect(body.error.message).toContain(`${place}: `)
  expect(await sandbox.captures()).toEqual([])
})

test('an unreadable request is imported too, and cannot be replayed', async () => {
  const sandbox = await startCaptures()
  await sandbox.exchange(
    ['BREW /in/demo/a b HTTP/9', sandbox.host, 'no colon', 'X-A: b\0c\rd', '', ''].join('\r\n'),
  )
  const lines = await parsed(sandbox)
  expect(lines).toMatchObject([{ method: 'BREW', path: '/in/demo/a b', http_version: '9', body_cut: false }])
  await sandbox.post('/sandbox/reset')
  expect((await bring(sandbox, lines)).body).toMatchObject({ imported: 1 })
  const replay = (asked: Record<string, unknown>) =>
    sandbox.request('POST', `/sandbox/captures/${lines[0].id}/replay`, asked)
  expect([(await replay({})).status, (await replay({ body: 'x' })).status]).toEqual([409, 409])
})

test('a trailer that would begin another line is not sent again, with whatever body', async () => {
  const sandbox = await startCaptures()
  await sandbox.catch({ headers: ['Transfer-Encoding: chunked'] }, '1\r\na\r\n0\r\nX-T: 1\r\n\r\n')
  const [line] = await parsed(sandbox)
  await sandbox.post('/sandbox/reset')
  await bring(sandbox, [{ ...line, body_cut: true, trailers: [['X-T', '1\rX-U: 2']] }])
  const path = `/sandbox/captures/${line.id}/replay`
  expect((await sandbox.request('POST', path, { body: 'x' })).status).toBe(409)
})

test('an older export says neither version nor trailers of what was sent', async () => {
  const sandbox = await startCaptures()
  await sandbox.exchange(`POST /in/demo HTTP/1.0\r\n${sandbox.host}\r\n\r\n`)
  const { id } = await sandbox.newestCapture()
  await sandbox.post(`/sandbox/captures/${id}/replay`, { url: `${sandbox.url}/in/other` })
  const line = (await parsed(sandbox)).find((one) => one.id === id)
  const [{ changes: _, request, ...exchange }] = line.exchanges
  const { http_version: __, trailers: ___, ...older } = request
  await sandbox.post('/sandbox/reset')
  const { status } = await bring(sandbox, [{ ...line, exchanges: [{ ...exchange, request: older }] }])
  expect(status).toBe(200)
  expect((await sandbox.capture(id)).exchanges).toMatchObject([
    { request: { http_version: '1.0', trailers: [] }, changes: [] },
  ])
})

test('an export is the filtered list, and ends with what was there when it began', async () => {
  const sandbox = await startCaptures()
  for (let i = 0; i < 230; i++)
    await sandbox.exchange(
      sandbox.head({ path: `/in/${i % 2 ? 'odd' : 'even'}`, headers: [sized(`${i}`)] }),
      `${i}`,
    )
  const bodies = (await linesOf(sandbox, '?endpoint=even')).map((line) =>
    Number(Buffer.from(JSON.parse(line).body_base64, 'base64').toString()),
  )
  expect(bodies).toEqual(Array.from({ length: 115 }, (_, i) => 2 * i))
})

test('a response that is not text is exported in base64 and imported byte for byte; older exports have none', async () => {
  const bytes = Buffer.from([0, 255, 254])
  const target = await startTarget((response) => response.end(bytes))
  const sandbox = await startCaptures()
  const { id } = await sandbox.catch({ headers: [sized('{}')] }, '{}')
  await sandbox.post(`/sandbox/captures/${id}/replay`, { url: target.origin })
  const { exchanges } = await sandbox.capture(id)
  expect(exchanges[0]?.response).toMatchObject({ body: null, body_base64: bytes.toString('base64') })
  const lines = await parsed(sandbox)
  await sandbox.post('/sandbox/reset')
  await bring(sandbox, lines)
  expect((await sandbox.capture(id)).exchanges[0]?.response).toEqual(exchanges[0]?.response)
  await sandbox.post('/sandbox/reset')
  const [{ body_base64: _, ...older }] = [lines[0].exchanges[0].response]
  const exchange = { ...lines[0].exchanges[0], response: { ...older, body: 'ok' } }
  expect((await bring(sandbox, [{ ...lines[0], exchanges: [exchange] }])).status).toBe(200)
  expect((await sandbox.capture(id)).exchanges[0]?.response).toMatchObject({ body: 'ok', body_base64: null })
})

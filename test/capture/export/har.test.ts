import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { startTap, startTarget } from '../forward/world.ts'
import { sized, startCaptures } from '../world.ts'

const require = createRequire(import.meta.url)
const schemas: Record<string, object> = require('har-schema')

/** The published schema of HAR 1.2, by which tools check what they import. */
function isHar() {
  const ajv = new Ajv({
    strict: false,
    formats: {
      'date-time': true,
      uri: (text: string) => URL.canParse(text) && !/[^\x21-\x7e]/.test(text),
      ipv4: true,
      ipv6: true,
    },
  })
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'))
  for (const schema of Object.values(schemas)) ajv.addSchema(schema)
  const check = ajv.getSchema('har.json#')
  if (!check) throw new Error('no schema')
  return (value: unknown) => (check(value) ? [] : (check.errors ?? []))
}

interface Har {
  log: {
    version: string
    entries: (Record<string, unknown> & { request: Record<string, unknown>; _id: string })[]
  }
}

test('a capture is an entry of HAR 1.2 by the published schema', async () => {
  const sandbox = await startCaptures()
  const capture = await sandbox.catch(
    {
      path: '/in/demo?a=1&a=x%20y&b',
      headers: [
        sized('{"a":"é"}'),
        'Content-Type: application/json',
        'Cookie: k=v; l=w=x',
        'X-A: 1',
        'x-a: 2',
      ],
    },
    Buffer.from('{"a":"é"}'),
  )
  const har = await sandbox.get<Har>(`/sandbox/captures/${capture.id}/har`)
  expect(isHar()(har)).toEqual([])
  const [entry] = har.log.entries
  expect(entry?.request).toMatchObject({
    method: 'POST',
    url: `http://127.0.0.1:${sandbox.port}/in/demo?a=1&a=x%20y&b`,
    httpVersion: 'HTTP/1.1',
    queryString: [
      { name: 'a', value: '1' },
      { name: 'a', value: 'x y' },
      { name: 'b', value: '' },
    ],
    cookies: [
      { name: 'k', value: 'v' },
      { name: 'l', value: 'w=x' },
    ],
    headers: capture.headers.map(([name, value]) => ({ name, value })),
    postData: { mimeType: 'application/json', text: '{"a":"é"}' },
    bodySize: 10,
  })
  expect(entry).toMatchObject({ _id: capture.id, _verdict: { result: 'unsigned' }, _framing: 'length' })
})

test('bytes that are no text are base64, and odd targets make valid addresses beside what was sent', async () => {
  const sandbox = await startCaptures()
  const bytes = Buffer.from([0, 255, 1])
  await sandbox.exchange(
    Buffer.from('POST /in/demo/|%zz?x=[1]#f HTTP/1.0\r\nContent-Length: 3\r\n\r\n'),
    bytes,
  )
  const { id } = await sandbox.newestCapture()
  const har = await sandbox.get<Har>(`/sandbox/captures/${id}/har`)
  expect(isHar()(har)).toEqual([])
  expect(har.log.entries[0]).toMatchObject({
    request: {
      url: `${sandbox.url}/in/demo/%7C%25zz?x=%5B1%5D`,
      postData: { mimeType: '', text: bytes.toString('base64'), encoding: 'base64' },
    },
    _path: '/in/demo/|%zz',
    _query: 'x=[1]',
    _target: '/in/demo/|%zz?x=[1]#f',
  })
})

test.each<[string, Buffer, Record<string, unknown>]>([
  ['text', Buffer.from('{"a":"é"}'), { size: 10, text: '{"a":"é"}' }],
  ['no text', Buffer.from([0, 255]), { size: 2, text: 'AP8=', encoding: 'base64' }],
  [
    'more than is kept',
    Buffer.alloc(70_000, 'a'),
    { size: 65_536, text: 'a'.repeat(65_536), _truncated: true },
  ],
])('the response of a receiver behind the endpoint is included: %s', async (_, bytes, content) => {
  const target = await startTarget((response) =>
    response
      .writeHead(302, [
        'Set-Cookie',
        'a=1; Path=/',
        'set-cookie',
        'b=2',
        'Content-Type',
        'x/y',
        'Location',
        '/z',
      ])
      .end(bytes),
  )
  const tap = await startTap([`${target.origin}/hook?own=1`, 'http://127.0.0.1:1/'])
  await tap.catch({ path: '/in/tap/x', headers: [sized('a')] }, 'a')
  const { id } = await tap.withExchanges(2)
  const har = await tap.get<Har>(`/sandbox/captures/${id}/har`)
  expect(isHar()(har)).toEqual([])
  const { response } = har.log.entries[0] as unknown as { response: { headers: { name: string }[] } }
  expect(response).toMatchObject({
    status: 302,
    cookies: [
      { name: 'a', value: '1' },
      { name: 'b', value: '2' },
    ],
    content: { mimeType: 'x/y', ...content },
    redirectURL: '/z',
    bodySize: content._truncated ? -1 : content.size,
  })
  expect(response.headers.slice(0, 4).map(({ name }) => name)).toEqual([
    'Set-Cookie',
    'set-cookie',
    'Content-Type',
    'Location',
  ])
  expect(response.headers.map(({ name }) => name.toLowerCase())).not.toContain('connection')
})

test('an entry says where nothing of the answer is kept but its status, and why', async () => {
  const target = await startTarget()
  const tap = await startTap(target.origin)
  const commentOf = async (path: string) => {
    const { id } = await tap.catch({ path, headers: [sized('')] })
    const har = await tap.get<Har>(`/sandbox/captures/${id}/har`)
    expect(isHar()(har)).toEqual([])
    return har.log.entries[0]?.comment
  }
  expect(await commentOf('/in/demo/503')).toMatch(
    /^Only the status of the response is stored, without headers and body: the sandbox itself responded \(.*503.*\)\.$/,
  )
  expect(await commentOf('/in/tap')).toBeUndefined()
  await tap.post('/sandbox/endpoints', { name: 'gone', reply: { outcome: 'reset' } })
  await tap.exchange(tap.head({ path: '/in/gone', headers: [sized('')] })).catch(() => '')
  const har = await tap.get<Har>('/sandbox/captures.har?endpoint=gone')
  expect(har.log.entries[0]?.comment).toMatch(/^No response was sent \(.*\)\.$/)
})

test('all that match are one document, oldest first', async () => {
  const sandbox = await startCaptures()
  for (let i = 0; i < 250; i++)
    await sandbox.exchange(
      sandbox.head({ path: `/in/${i % 2 ? 'odd' : 'even'}/${i}`, headers: [sized(`${i}`)] }),
      `${i}`,
    )
  const har = await sandbox.get<Har>('/sandbox/captures.har?endpoint=odd')
  expect(isHar()(har)).toEqual([])
  expect(har.log.entries.map(({ request }) => request.postData)).toEqual(
    Array.from({ length: 125 }, (_, i) => ({ mimeType: '', text: `${2 * i + 1}` })),
  )
  expect((await sandbox.get<Har>('/sandbox/captures.har?endpoint=none')).log.entries).toEqual([])
  expect((await sandbox.request('GET', '/sandbox/captures.har?endpont=odd')).status).toBe(400)
})

test('the first of two Host headers is used in the address', async () => {
  const sandbox = await startCaptures()
  await sandbox.exchange(
    'POST /in/demo HTTP/1.1\r\nHost: localhost:1\r\nHost: localhost:2\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
  )
  const { id } = await sandbox.newestCapture()
  const har = await sandbox.get<Har>(`/sandbox/captures/${id}/har`)
  expect(isHar()(har)).toEqual([])
  expect(har.log.entries[0]?.request.url).toBe('http://localhost:1/in/demo')
})

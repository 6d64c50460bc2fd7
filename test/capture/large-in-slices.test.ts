import { expect, test } from 'vitest'
import { realOutside } from '../../server/outside.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { turnsDuring } from '../helpers/turns.ts'

/** An outside whose slices end at each pause, so that the turns do not depend on the machine. */
function steppingOutside() {
  let ms = 0
  return { ...realOutside(), elapsed: () => (ms += 5) }
}
const start = (config = {}) => startSandbox(config, steppingOutside())
const json = { 'content-type': 'application/json' }
const body = (rows: number, change = 0) =>
  JSON.stringify({
    event: 'card.created',
    rows: Array.from({ length: rows }, (_, at) => ({ id: `row_${at}`, n: at * (1 + change) })),
  })

async function send(url: string, text: string, headers: Record<string, string> = {}) {
  await (
    await fetch(`${url}/in/big`, { method: 'POST', body: text, headers: { ...json, ...headers } })
  ).text()
}

test('a large capture is read and verified with pauses, and recorded as a small one is', async () => {
  const sandbox = await start()
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': `v1,${'A'.repeat(43)}=`,
  }
  for (let n = 0; n < 40; n++) await sandbox.subscribe(`${sandbox.url}/in/big`)
  const small = await turnsDuring(send(sandbox.url, body(1), headers))
  const large = await turnsDuring(send(sandbox.url, body(8000), headers))
  // A pause for each few secrets.
  expect(large).toBeGreaterThan(small + 5)
  const [one, other] = await sandbox.captures()
  expect(one).toMatchObject({
    event: 'card.created',
    webhook_id: 'evt_1',
    verdict: other?.verdict && { result: 'failed' },
  })
})

test('the difference of two large bodies is found with pauses', async () => {
  const sandbox = await start()
  await send(sandbox.url, body(8000))
  await send(sandbox.url, body(8000, 1))
  const [after, before] = await sandbox.captures()
  const answer = sandbox.get<{ diff: { json: unknown[] } }>(
    `/sandbox/captures/${before?.id}/diff?with=${after?.id}`,
  )
  expect(await turnsDuring(answer)).toBeGreaterThan(60)
  expect((await answer).diff.json).toHaveLength(7999)
  expect((await answer).diff.json[4]).toEqual({ path: 'rows.5.n', change: 'changed', before: 5, after: 10 })
})

test('the requests of a HAR are verified with pauses', async () => {
  const sandbox = await start()
  const entries = Array.from({ length: 60 }, (_, n) => ({
    startedDateTime: '2026-01-01T09:00:00Z',
    request: {
      method: 'POST',
      url: `https://example.com/${n}`,
      headers: [],
      postData: { text: `{"n":${n}}` },
    },
  }))
  const imported = sandbox.post('/sandbox/captures/import', { log: { entries } })
  expect(await turnsDuring(imported)).toBeGreaterThan(60)
  expect(await imported).toMatchObject({ imported: 60, skipped: 0 })
})

test('the entries of a long import are checked with a pause after each, and what is wrong is named by its place', async () => {
  const sandbox = await start()
  const entries = Array.from({ length: 300 }, (_, n) => ({
    startedDateTime: '2026-01-01T09:00:00Z',
    request: {
      method: 'POST',
      url: `https://example.com/${n}`,
      headers: [],
      postData: { text: 'x'.repeat(200) },
    },
  }))
  const refused = (imported: object) =>
    fetch(`${sandbox.url}/sandbox/captures/import`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(imported),
    })
  const odd = { ...entries[0], request: { method: 1 } }
  const har = refused({ log: { entries: [...entries, odd] } })
  expect(await turnsDuring(har)).toBeGreaterThan(300)
  expect((await (await har).json()).error.message).toMatch(/^log\.entries\.300\.request\.method: must be/)
  const lines = refused({ captures: Array.from({ length: 300 }, () => ({ id: 'x'.repeat(200) })) })
  expect(await turnsDuring(lines)).toBeGreaterThan(300)
  expect((await (await lines).json()).error.message).toMatch(/^captures\.0\.id: must be/)
})

test('words are searched in large bodies some at a time', async () => {
  const sandbox = await start()
  for (let n = 0; n < 12; n++) await send(sandbox.url, body(2000, n))
  const found = sandbox.captures('?q=-nothing&limit=12')
  expect(await turnsDuring(found)).toBeGreaterThan(12)
  expect(await found).toHaveLength(12)
  const within = sandbox.captures('?q=*ow_1999&limit=12')
  expect(await turnsDuring(within)).toBeGreaterThan(12)
  expect(await within).toHaveLength(12)
})

test('a large request to the API is read with pauses', async () => {
  const sandbox = await start()
  const asked = (members: number) =>
    fetch(`${sandbox.url}/sandbox/captures/import`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ captures: [], unknown: Array.from({ length: members }, (_, n) => n) }),
    })
  expect((await asked(1)).status).toBe(422)
  const small = await turnsDuring(asked(1))
  expect(await turnsDuring(asked(80_000))).toBeGreaterThan(small + 60)
})

test('a long answer is sent in pieces, and never joined to one text', async () => {
  const sandbox = await start()
  const fat = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`x-fat-${n}`, 'f'.repeat(1000)]))
  for (let n = 0; n < 60; n++) await send(sandbox.url, '{}', fat)
  // Without a socket, which would cut a single text into pieces too.
  const { host } = new URL(sandbox.url)
  const asked = new Request(`${sandbox.url}/sandbox/captures?limit=60`, { headers: { host } })
  const response = await sandbox.fetch(asked)
  expect(response.headers.get('content-type')).toBe('application/json')
  const pieces: Uint8Array[] = []
  for await (const piece of response.body ?? []) pieces.push(piece)
  // 60 captures of 12 KB, in pieces of about 64 KB.
  expect(pieces.length).toBeGreaterThan(8)
  expect(JSON.parse(Buffer.concat(pieces).toString()).captures).toHaveLength(60)
})

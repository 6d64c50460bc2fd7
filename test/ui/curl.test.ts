import { expect, test, vi } from 'vitest'
import type { Call } from '../../server/wire.ts'
import { curlOf } from '../../server/words/curl.ts'
import { sandboxCurl } from '../../ui/commands/curl.ts'
import { runAgainst, sendBytes, startWire } from '../capture/export/wire.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const sent = { method: 'POST', url: 'http://127.0.0.1:1/x', headers: [], body: '' }

vi.stubGlobal('location', new URL(sent.url))

/** What a command sends, its head and its body apart. */
async function sentBy(command: string): Promise<{ head: string; body: Buffer }> {
  const wire = await startWire()
  await runAgainst(command, { from: 1, to: wire.port })
  expect(wire.taken).toHaveLength(1)
  const bytes = wire.taken[0] ?? Buffer.alloc(0)
  const end = bytes.indexOf('\r\n\r\n')
  return { head: bytes.toString('latin1', 0, end), body: bytes.subarray(end + 4) }
}

const bodies: [about: string, body: string][] = [
  ['that is longer than a word of a command may be', '{"a":"é"}'.repeat(30_000)],
  ['that begins with an @', '@me'],
  ['with what a terminal would change', 'a\r\nb\n\tc\u0000\u200b\n'],
  ['with quotes', `{"it's":"$HOME \`x\` \\n"}`],
]
test.for(bodies)('a body %s is sent byte for byte', async ([, body]) => {
  expect((await sentBy(curlOf({ ...sent, body }))).body.toString()).toBe(body)
})

test.for(bodies)('a member of a request %s reaches the sandbox unchanged', async ([, text]) => {
  const { head, body } = await sentBy(sandboxCurl('POST', '/x', { text }))
  expect(JSON.parse(body.toString())).toEqual({ text })
  expect(head).toMatch(/^content-type: application\/json$/im)
})

test('a HEAD request waits for no body', async () => {
  const sandbox = await startSandbox()
  const command = curlOf({ ...sent, method: 'HEAD', url: `${sandbox.url}/sandbox/health` })
  await runAgainst(command.replace('curl ', 'curl --fail --max-time 3 '), { from: 1, to: 1 })
})

test('a path is sent unchanged', async () => {
  const path = '/a/../{b}/%2e%2E/[1-2]?c[]={d,e}'
  expect((await sentBy(curlOf({ ...sent, url: `http://127.0.0.1:1${path}` }))).head).toContain(
    `POST ${path} HTTP`,
  )
})

test('headers are sent unchanged: non-ASCII bytes, empty values, and no added content type', async () => {
  const name = Buffer.from('Zoë ☂ %s \\n').toString('latin1')
  const headers: [string, string][] = [
    ['X-Name', name],
    ['X-Empty', ''],
  ]
  const { head } = await sentBy(curlOf({ ...sent, headers, body: '{}' }))
  expect(head).toContain(`\r\nX-Name: ${name}\r\n`)
  expect(head).toMatch(/\r\nX-Empty:\s*(\r|$)/)
  expect(head).not.toMatch(/content-type/i)
})

test('a call is repeated as stored', async () => {
  const sandbox = await startSandbox()
  const bytes =
    'PUT /api/v0.1/none HTTP/1.1\r\nhost: localhost\r\nx-name: Zoë\r\nx-empty:\r\ncontent-length: 2\r\n\r\n{}'
  await sendBytes(Number(new URL(sandbox.url).port), Buffer.from(bytes))
  const { calls } = await sandbox.get<{ calls: { id: string }[] }>('/sandbox/calls?limit=1')
  const { call } = await sandbox.get<{ call: Call }>(`/sandbox/calls/${calls[0]?.id}`)
  const { method, request } = call
  const { head } = await sentBy(
    curlOf({ ...sent, method, headers: request.headers, body: request.body ?? '' }),
  )
  expect(Buffer.from(head, 'latin1').toString()).toContain('x-name: Zoë')
  expect(head).toMatch(/\r\nx-empty:\s*(\r|$)/)
})

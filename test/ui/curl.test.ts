import { expect, test } from 'vitest'
import { curlOf, sandboxCurl } from '../../ui/parts/curl.ts'
import { runAgainst, startWire } from '../capture/export/wire.ts'

const sent = { method: 'POST', url: 'http://127.0.0.1:1/x', headers: [], body: '' }

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
test.for(bodies)('a body %s goes out to the byte', async ([, body]) => {
  expect((await sentBy(curlOf({ ...sent, body }))).body.toString()).toBe(body)
})

test.for(bodies)('a member of an order %s reaches the sandbox as it is', async ([, text]) => {
  const { head, body } = await sentBy(sandboxCurl('POST', sent.url, { text }))
  expect(JSON.parse(body.toString())).toEqual({ text })
  expect(head).toMatch(/^content-type: application\/json$/im)
})

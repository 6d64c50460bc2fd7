import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { Capture } from '../../server/wire.ts'
import { captureSign } from '../../ui/verdict/capture-sign.ts'
import { captureTitle } from '../../ui/verdict/capture-title.ts'
import { startCaptures } from '../capture/world.ts'
import { runHere } from '../cli/here.ts'

/** What the page and the terminal say of a capture whose body is not whole. */
async function wordsOf(sandbox: Awaited<ReturnType<typeof startCaptures>>, capture: Capture) {
  const { id } = capture
  const { out } = await runHere(['capture', 'show', id, '--url', sandbox.url])
  const { decoded } = await sandbox.get<{ decoded: { problem: string } }>(`/sandbox/captures/${id}/decoded`)
  return { row: captureSign(capture), head: captureTitle(capture).text, out, decoded: decoded.problem }
}

test.each([
  ['Transfer-Encoding: chunked', '5\r\nhello\r\nzz\r\n', 400, 'a chunk does not begin with its size in hex'],
  ['Content-Length: five', 'hello', 400, 'Content-Length is not a number'],
])(
  'a body that was refused in its middle (%s) is not shown as cut off by its sender',
  async (header, body, status, why) => {
    const sandbox = await startCaptures()
    await sandbox.exchange(sandbox.head({ headers: [header] }), body)
    const capture = await sandbox.newestCapture()
    const { row, head, out, decoded } = await wordsOf(sandbox, capture)
    expect(row).toEqual({ tone: 'bad', text: `${status} · refused` })
    expect(head).toContain(`Not checked: The request cannot be read: ${why}`)
    expect(out).toContain('  the sandbox refused the rest')
    expect(decoded).toContain(`The request cannot be read: ${why}`)
  },
)

test('a body that arrived too slowly is shown as refused', async () => {
  const sandbox = await startCaptures({ receive_timeout_ms: 1500 })
  await sandbox.exchange(sandbox.head({ headers: ['Content-Length: 100'] }), 'slow')
  const { row, head } = await wordsOf(sandbox, await sandbox.newestCapture())
  expect(row.text).toBe('408 · refused')
  expect(head).toBe('Not checked: The request was not complete in time')
})

test('a body whose sender disconnected is shown as cut off', async () => {
  const sandbox = await startCaptures()
  const socket = connect(sandbox.port, '127.0.0.1', () => {
    socket.write(`${sandbox.head({ headers: ['Content-Length: 100'] })}half`, () => socket.destroy())
  })
  await sandbox.waitFor('kind=capture')
  const words = await wordsOf(sandbox, await sandbox.newestCapture())
  expect(words.row).toEqual({ tone: 'wait', text: 'cut off' })
  expect(words.head).toBe('Not checked: the sender disconnected before the body was complete')
  expect(words.out).toContain('  the sender disconnected here')
  expect(words.decoded).toBe('The sender disconnected after 4 bytes.')
})

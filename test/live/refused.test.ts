import { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { parseConfig } from '../../server/config.ts'
import { openPort, serve } from '../../server/listener.ts'
import { realOutside } from '../../server/outside.ts'

/** What is told of errors on connections that are closed by the time they come. */
async function toldOf(...errors: Error[]): Promise<string[]> {
  const config = parseConfig({ port: 0 })
  const port = await openPort(config)
  onTestFinished(port.door.shut)
  const lines: string[] = []
  const nothing = async () => {}
  serve(port, {
    config,
    outside: realOutside(),
    receive: nothing,
    recordUnread: nothing,
    handle: nothing,
    live: { accept() {}, close() {} },
    onTrouble: () => {},
    onRefused: (line) => lines.push(line),
  })
  for (const error of errors) port.server.emit('clientError', error, new Socket())
  return lines
}

test('a sender with a closed connection is logged as disconnected', async () => {
  const error = Object.assign(new Error('Parse Error'), { code: 'HPE_INVALID_METHOD' })
  expect(await toldOf(error)).toEqual([
    expect.stringMatching(
      /^Refused a request from a disconnected client: 400 The request cannot be read: the /,
    ),
  ])
})

test('an interrupted response of the sandbox is not an unreadable request', async () => {
  expect(await toldOf(new Error('The database is gone'))).toEqual([])
})

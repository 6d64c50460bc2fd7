import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import { readBody } from '../../server/capture/read-body.ts'
import { createAnswerReader } from '../../server/client/parser.ts'
import { readIncoming } from '../../server/http/read-limited.ts'
import { heldMb } from '../helpers/memory.ts'
import { turnsDuring } from '../helpers/turns.ts'

const count = 200_000
const one = Buffer.from('x')
const emitter = () => {
  const headers = { 'transfer-encoding': 'chunked' }
  return Object.assign(new EventEmitter(), { headers }) as unknown as IncomingMessage
}

const gatherers = {
  'a request at an endpoint'() {
    const request = emitter()
    const read = readBody(request, count)
    return {
      piece: () => request.emit('data', Buffer.from(one)),
      async whole() {
        request.emit('end')
        return (await read).body
      },
    }
  },
  'a request of the control API'() {
    const request = emitter()
    const read = readIncoming(request, count)
    return {
      piece: () => request.emit('data', Buffer.from(one)),
      whole() {
        request.emit('end')
        return read
      },
    }
  },
  'an answer of a receiver'() {
    const reader = createAnswerReader({ keepBytes: count })
    reader.take(Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'))
    const chunk = Buffer.from('1\r\nx\r\n')
    return {
      piece: () => reader.take(chunk),
      whole() {
        reader.take(Buffer.from('0\r\n\r\n'))
        return reader.answer().body
      },
    }
  },
}

test.each(Object.entries(gatherers))(
  'the body of %s that comes byte by byte takes hardly more memory than its bytes',
  async (_, gather) => {
    const { piece, whole } = gather()
    const before = heldMb()
    for (let i = 0; i < count; i++) piece()
    expect(heldMb() - before).toBeLessThan(2)
    const read = await whole()
    expect(Buffer.isBuffer(read) && read.equals(Buffer.alloc(count, 'x'))).toBe(true)
  },
)

test('the pieces of a body are joined once, although its end is followed by its close', async () => {
  const request = emitter()
  const read = readBody(request, count)
  for (const piece of ['ab', 'cd']) request.emit('data', Buffer.from(piece))
  const join = vi.spyOn(Buffer, 'concat')
  request.emit('end')
  request.emit('close')
  const joined = join.mock.calls.length
  join.mockRestore()
  expect([String((await read).body), joined]).toEqual(['abcd', 1])
})

test('large bodies that end together are joined in a turn each', async () => {
  const requests = Array.from({ length: 20 }, emitter)
  const read = requests.map((request) => readBody(request, count))
  for (const request of requests)
    for (let i = 0; i < 2; i++) request.emit('data', Buffer.alloc(count / 2, 'x'))
  for (const request of requests) request.emit('end')
  expect(await turnsDuring(Promise.all(read))).toBeGreaterThanOrEqual(20)
  for (const { body } of await Promise.all(read)) expect(body).toHaveLength(count)
})

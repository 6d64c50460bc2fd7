import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startCaptures, statusOf } from './world.ts'

const limit = 1024
const chunk = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`

test('a body of exactly the limit is kept', async () => {
  const sandbox = await startCaptures({ body_limit_bytes: limit })
  const capture = await sandbox.catch({ headers: [`Content-Length: ${limit}`] }, 'x'.repeat(limit))
  expect(capture).toMatchObject({ body_size: limit, body_omitted: false, reply: { status: 200 } })
})

test('one byte more: 413 with the fix, recorded with its size and without the body', async () => {
  const sandbox = await startCaptures({ body_limit_bytes: limit })
  const capture = await sandbox.catch({ headers: [`Content-Length: ${limit + 1}`] }, 'x'.repeat(limit + 1))
  expect(statusOf(capture.answer)).toBe(413)
  expect(capture.answer).toContain('body_too_large')
  expect(capture).toMatchObject({
    body: null,
    body_base64: null,
    body_size: limit + 1,
    body_omitted: true,
    reply: { status: 413 },
  })
  expect(capture.verdict).toMatchObject({
    result: 'unsigned',
    hint: expect.stringContaining('body_limit_bytes'),
  })
  const { status, body } = await sandbox.request<{ error: { code: string } }>(
    'GET',
    `/sandbox/captures/${capture.id}/body`,
  )
  expect([status, body.error.code]).toEqual([404, 'body_not_kept'])
})

test('a chunked body over the limit is answered and recorded alike', async () => {
  const sandbox = await startCaptures({ body_limit_bytes: limit })
  const capture = await sandbox.catch(
    { headers: ['Transfer-Encoding: chunked'] },
    chunk(1000),
    chunk(1000),
    '0\r\n\r\n',
  )
  expect(statusOf(capture.answer)).toBe(413)
  expect(capture).toMatchObject({ body_size: 2000, body_omitted: true })
})

test('a forced answer does not hide that a body was too large', async () => {
  const sandbox = await startCaptures({ body_limit_bytes: limit })
  const capture = await sandbox.catch(
    { path: '/in/demo/200', headers: [`Content-Length: ${limit + 1}`] },
    'x'.repeat(limit + 1),
  )
  expect(capture.reply.status).toBe(413)
})

test('a sender of many times the limit still gets to read the answer', async () => {
  const sandbox = await startCaptures({ body_limit_bytes: limit })
  const size = 8_000_000
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(sandbox.port, '127.0.0.1')
    let text = ''
    socket.on('data', (data) => (text += data))
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
    socket.write(sandbox.head({ headers: [`Content-Length: ${size}`] }))
    const piece = Buffer.alloc(64_000)
    let left = size
    const push = () => {
      while (left > 0) {
        const part = piece.subarray(0, Math.min(left, piece.length))
        left -= part.length
        if (!socket.write(part)) return void socket.once('drain', push)
      }
    }
    push()
  })
  expect(statusOf(answer)).toBe(413)
  expect(await sandbox.newestCapture()).toMatchObject({ body_size: size, body_omitted: true })
})

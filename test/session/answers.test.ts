import { expect, test } from 'vitest'
import { plainWire, type Sender } from '../../server/client/send.ts'
import { createPlayback } from '../../server/session/playback.ts'
import { onRequest, startSocketServer } from '../client/answers.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { replayOf, sessionOf, start } from './world.ts'

const answer = Buffer.concat([
  Buffer.from(
    'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
  ),
  Buffer.from('4\r\n\xff\xfe\x00\x80\r\n0\r\nX-Sum: 1\r\n\r\n', 'latin1'),
])

async function recorded() {
  const { url } = await startSocketServer((socket) => onRequest(socket, () => socket.write(answer)))
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: start })
  await sandbox.subscribe(url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const session = await sessionOf(sandbox)
  const [attempt] = session.outcome.attempts
  if (!attempt) throw new Error('no attempt was made')
  return { session, attempt }
}

const nobody: Sender = {
  send: () => {
    throw new Error('nothing is sent for real')
  },
  comesFrom: () => false,
  close: async () => {},
}

test('a response that is not text is replayed with its bytes, trailers and interim responses', async () => {
  const { session, attempt } = await recorded()
  const { playback } = createPlayback(session, { isExact: true, isLive: false })
  const { url, headers } = attempt.request
  const request = { url, headers, body: Buffer.alloc(0), wire: plainWire }
  const { response } = await playback
    .sender(nobody, () => undefined)
    .send(request, { timeoutMs: 0, attempt: { id: attempt.id, deliveryId: attempt.delivery_id } }).done
  expect(response).toMatchObject({
    body: Buffer.from([0xff, 0xfe, 0x00, 0x80]),
    trailers: [['X-Sum', '1']],
    interim: [{ status: 103, headers: [['Link', '</a>']] }],
  })
})

test('a session that was recorded before such bytes were kept is played as ever', async () => {
  const { session } = await recorded()
  const text = JSON.stringify({ session }).replace(',"body_base64":"//4AgA=="', '')
  expect(text).not.toContain('//4AgA==')
  expect(await replayOf(text)).toMatchObject({ code: 0 })
})

import { request } from 'node:http'
import { createServer } from 'node:net'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { pairsOf } from '../../server/wire/header-pairs.ts'
import { runsOf } from '../helpers/runs.ts'
import { readAnswer } from './answers.ts'

interface Read {
  status: number
  headers: [string, string][]
  body: string
}

/** A server that says the same to everybody and hangs up. */
async function startSpeaker() {
  let raw = ''
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.from(raw, 'latin1')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return (text: string) => {
    raw = text
    return port
  }
}

/** What Node's own client makes of it; null where it reports an error. */
function byNode(port: number): Promise<Read | null> {
  return new Promise((resolve) => {
    const sent = request({ port, host: '127.0.0.1', method: 'POST', agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', () => resolve(null))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: pairsOf(response.rawHeaders),
          body: Buffer.concat(chunks).toString('latin1'),
        }),
      )
    })
    sent.on('error', () => resolve(null))
    sent.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve({ status: response.statusCode ?? 0, headers: pairsOf(response.rawHeaders), body: '' })
    })
    sent.end()
  })
}

function byOurs(raw: string): Read | null {
  const read = readAnswer([Buffer.from(raw, 'latin1')])
  if ('bad' in read) return null
  return { status: read.status, headers: [...read.headers], body: read.body.toString('latin1') }
}

const ok = 'HTTP/1.1 200 OK\r\n'
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`

test.each([
  `${ok}Content-Length: 2\r\n\r\nhi`,
  `${ok}content-length:2\r\n\r\nhi`,
  `${ok}Content-Length: 2 \r\n\r\nhi`,
  `${ok}\r\nup to the end`,
  `${ok}Content-Length: 0\r\n\r\n`,
  'HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 299 caf\u00e9 \u00ff\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.0 200 OK\r\n\r\nold',
  'HTTP/1.0 200 OK\r\nContent-Length: 6\r\n\r\noldest',
  '\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  `${ok}X-A: 1\r\nx-a: 2\r\nX-A: \r\nContent-Length: 0\r\n\r\n`,
  `${ok}X-A: caf\u00e9\u00ff\r\nContent-Length: 0\r\n\r\n`,
  `${ok}X-A: a:b: c\r\nContent-Length: 0\r\n\r\n`,
  `${ok}X-A:\r\nContent-Length: 0\r\n\r\n`,
  `${ok}X-A:  a  b \t\r\nContent-Length: 0\r\n\r\n`,
  `${ok}!#$%&'*+-.^_\`|~: 1\r\nContent-Length: 0\r\n\r\n`,
  `${chunked}3\r\nabc\r\n0\r\n\r\n`,
  `${chunked}3;x=y\r\nabc\r\nA\r\n0123456789\r\n000\r\n\r\n`,
  `${chunked}3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n`,
  `${chunked}0\r\n\r\n`,
  `${ok}Transfer-Encoding: gzip, chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`,
  `${ok}Transfer-Encoding: gzip\r\n\r\nall of it`,
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\nx',
  'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 204 No Content\r\n\r\n',
  'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\n\r\n',
  'HTTP/1.1 599 Odd\r\nContent-Length: 1\r\n\r\nx',
  'HTTP/1.1 999 Odder\r\nContent-Length: 0\r\n\r\n',
  // What neither takes for an answer.
  `${ok}Content-Length: 9\r\n\r\nhi`,
  `${ok}Content-Length: x\r\n\r\n`,
  `${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`,
  `${ok}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${ok}X A: 1\r\n\r\n`,
  `${ok}no colon\r\n\r\n`,
  `${ok}X-A : 1\r\n\r\n`,
  `${ok}: 1\r\n\r\n`,
  `${ok}X-A: \u0000\r\n\r\n`,
  `${ok}X-A: \u007f\r\n\r\n`,
  `${ok}X-A: a\rb\r\n\r\n`,
  `${ok} X-A: 1\r\n\r\n`,
  `${chunked}g\r\n`,
  `${chunked}3\r\nabcd\r\n0\r\n\r\n`,
  `${chunked}3\r\nabc`,
  'HTTP/1.1 20 OK\r\n\r\n',
  'HTTP/1.1 2000 OK\r\n\r\n',
  'HTTP/1.2 200 OK\r\n\r\n',
  'HTTP/3 200 OK\r\n\r\n',
  'http/1.1 200 OK\r\n\r\n',
  'SSH-2.0-x\r\n',
  'ICY 200 OK\r\n\r\n',
  '',
])('%j means to us what it means to the client of Node', async (raw) => {
  const serve = await startSpeaker()
  expect(byOurs(raw)).toEqual(await byNode(serve(raw)))
})

test.each([
  ['lines that end without a carriage return', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nhi', 'hi'],
  ['a length with a tab behind it', `${ok}Content-Length: 2\t\r\n\r\nhi`, 'hi'],
  ['bytes behind the answer', `${ok}Content-Length: 2\r\n\r\nhi there`, 'hi'],
  ['a length that is said twice', `${ok}Content-Length: 2\r\nContent-Length: 2\r\n\r\nhi`, 'hi'],
])('we take what the client of Node refuses: %s', async (_, raw, body) => {
  expect(byOurs(raw)).toMatchObject({ status: 200, body })
})

test('random answers mean to us what they mean to the client of Node', async () => {
  const serve = await startSpeaker()
  const piece = fc.constantFrom(
    'HTTP/1.1 200 OK',
    'HTTP/1.1 204 No',
    'HTTP/1.0 500 x',
    'X-A: 1',
    'x-b:\t2 ',
    'Content-Length: 3',
    'Transfer-Encoding: chunked',
    'Connection: close',
    'odd',
    '3',
    'abc',
    '0',
    '',
    '',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 9 }), async (lines) => {
      const raw = `HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n`
      const [ours, node] = [byOurs(raw), await byNode(serve(raw))]
      // Node takes bytes behind an answer for an error of it; to us they only end the connection.
      if (node === null && ours !== null) expect(byOurs(raw.slice(0, -1))).toEqual(ours)
      else expect(ours).toEqual(node)
    }),
    runsOf({ seed: 4, numRuns: 300 }),
  )
})

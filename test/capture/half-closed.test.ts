import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'

/** Sends bytes, ends its side, and answers all that came until the other side ended too. */
function endedAfter(sandbox: TestSandbox, bytes: string): Promise<string> {
  const { hostname, port } = new URL(sandbox.url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    let came = ''
    socket.on('data', (data) => {
      came += data
    })
    socket.on('error', reject)
    socket.on('end', () => {
      socket.end()
      resolve(came)
    })
    socket.end(bytes)
  })
}
const request = ({ url }: TestSandbox, target: string) =>
  `POST ${target} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Length: 2\r\n\r\nhi`
const answersIn = (text: string) => text.match(/HTTP\/1\.1 \d+/g) ?? []

test.each([1, 20, 100, 300])(
  '%i requests sent at once by a half-closed client are all answered',
  async (count) => {
    const sandbox = await startSandbox()
    const came = await endedAfter(sandbox, request(sandbox, '/in/demo').repeat(count))
    expect(answersIn(came)).toHaveLength(count)
    expect((await sandbox.get<{ counts: { captures: number } }>('/sandbox/health')).counts.captures).toBe(
      count,
    )
  },
)

test('an answer that is held back still goes to who has ended its side', async () => {
  const sandbox = await startSandbox()
  const came = await endedAfter(sandbox, request(sandbox, '/in/demo?reply=201&delay=30ms'))
  expect(answersIn(came)).toEqual(['HTTP/1.1 201'])
})

test('what never gets an answer ends with its sender', async () => {
  const sandbox = await startSandbox()
  expect(await endedAfter(sandbox, request(sandbox, '/in/demo?reply=hang'))).toBe('')
  const waiting = `GET /sandbox/wait?kind=event HTTP/1.1\r\nHost: ${new URL(sandbox.url).host}\r\n\r\n`
  expect(await endedAfter(sandbox, waiting)).toBe('')
})

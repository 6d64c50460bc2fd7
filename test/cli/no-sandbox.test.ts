import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { version } from '../../server/version.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runHere } from './here.ts'

const html = '<html>Another program</html>'

test.each([['har'], ['har', 'cap_1'], ['export'], ['curl', 'cap_1'], ['body', 'cap_1'], ['show', 'cap_1']])(
  'capture %s: what another program answers is not printed for a capture',
  async (...words) => {
    const other = await startReceiver([(response) => response.end(html)])
    const { code, out, log } = await runHere(['capture', ...words, '--url', new URL(other.url).origin])
    expect([code, out]).toEqual([1, []])
    expect(log).toEqual([
      `${new URL(other.url).origin} is not a sandbox. Give the address of a sandbox with --url URL.`,
    ])
  },
)

test.each(['{"error":"unauthorized"}', '{"error":{"code":7}}', '{"error":null}', 'null', html])(
  'a refusal by another program, %s, is distinguished from a refusal by a sandbox',
  async (body) => {
    const other = await startReceiver([(response) => response.writeHead(401).end(body)])
    for (const words of [['clock'], ['capture', 'har'], ['trigger', 'card.created']]) {
      const { code, out, log } = await runHere([...words, '--url', new URL(other.url).origin])
      expect([code, out]).toEqual([1, []])
      expect(log).toEqual([
        `${new URL(other.url).origin} responded with status 401, but not as a sandbox. Give the address of a sandbox with --url URL.`,
      ])
    }
  },
)

test('a sandbox of another version without a route is distinguished from a refusal', async () => {
  const error = { code: 'route_unknown', message: 'Nothing is at GET /sandbox/clock.', fix: 'GET …' }
  const other = await startReceiver([
    (response) => response.writeHead(404).end(JSON.stringify({ error })),
    (response) => response.end(JSON.stringify({ version: '0.0.9', platform: {} })),
  ])
  const url = new URL(other.url).origin
  const { code, out, log } = await runHere(['clock', '--url', url])
  expect([code, out]).toEqual([1, []])
  expect(log).toEqual([
    `The sandbox at ${url} is version 0.0.9 and lacks GET /sandbox/clock, which this command of version ${version} needs. Restart the sandbox with the version of this command.`,
  ])
})

test('an address of TLS at which none is spoken is refused with the one that is meant', async () => {
  const url = new URL((await startReceiver()).url).origin
  const { code, log } = await runHere(['deliveries', '--url', url.replace('http:', 'https:')])
  expect([code, log]).toEqual([
    1,
    [
      `No sandbox responds at ${url.replace('http:', 'https:')}: the server does not use TLS. Use http instead: --url ${url}`,
    ],
  ])
})

test('for a name with two dead addresses, the message names both', async () => {
  const refused = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:9`))
  const failed = new TypeError('fetch failed', { cause: new AggregateError(refused) })
  const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(failed)
  onTestFinished(() => fetching.mockRestore())
  const { code, log } = await runHere(['deliveries', '--url', 'http://localhost:9'])
  expect([code, log]).toEqual([
    1,
    [expect.stringContaining('No sandbox responds at http://localhost:9: connect ECONNREFUSED ::1:9.')],
  ])
})

/** Patience that is a hundredth of what it is, where it is no longer than this, in ms. */
function hasten(longest = Number.POSITIVE_INFINITY) {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const hastened = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => timeout(ms > longest ? ms : ms / 100))
  onTestFinished(() => hastened.mockRestore())
}

test('an address that takes connections and answers nothing is given up', async () => {
  hasten()
  const silent = new URL((await startReceiver([() => {}])).url).origin
  for (const [words, more] of [
    [['fault-rule', 'add', 'drop'], ' The request may still take effect.'],
    [['deliveries'], ''],
    [['listen'], ''],
  ] as const) {
    const { code, out, log } = await runHere([...words, '--url', silent])
    expect([code, out, log]).toEqual([
      1,
      [],
      [
        `${silent} accepts connections, but does not respond.${more} Check whether the sandbox is suspended, or choose another sandbox with --url URL.`,
      ],
    ])
  }
})

test('a slow request is awaited as long as the sandbox reports its health', async () => {
  // Until it is looked, but not how long the health may take.
  hasten(3000)
  let asked = 0
  let slow: ServerResponse | undefined
  const sandbox = await startReceiver([
    (response) => {
      if (response.req.url !== '/sandbox/health') slow = response
      else response.end('{}', () => ++asked === 5 && slow?.end('{"fault_rules": [], "next": null}'))
    },
  ])
  const { code, out } = await runHere(['fault-rule', 'list', '--json', '--url', new URL(sandbox.url).origin])
  expect([code, out, asked]).toEqual([0, [], 5])
})

test.each(['/', '/sandbox', '/sandbox/health', '/api/v0.1/', '/in/demo', '/?view=stream#errors'])(
  'the address of a page or a route, such as %s, is one of the sandbox too',
  async (path) => {
    const sandbox = await startSandbox()
    const { code, out, log } = await runHere(['clock', '--url', `${new URL(sandbox.url).origin}${path}`])
    expect([code, out, log]).toEqual([0, [expect.stringContaining('real')], []])
  },
)

/** Holds what a command says of receivers against every fault: no false alarm for a correct receiver, whatever the retries. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { listFaults } from '../../server/faults/expectation.ts'
import type { DeliveryRow } from '../../server/wire.ts'
import { runHere, startHere } from '../cli/here.ts'
import { holdTimers } from '../helpers/held-time.ts'
import { sample } from '../helpers/long.ts'
import { oneIn } from '../helpers/rows.ts'
import { startSandbox } from '../helpers/sandbox.ts'

/** What the author of a correct receiver may choose. */
interface Choices {
  /** The most bytes of a body. */
  limit?: number
  /** Whether it refuses what is labelled as another type or charset. */
  isStrict?: boolean
  /** Whether it ends the connection of a sender that has not sent the whole body at once. */
  isHasty?: boolean
}

/** A correct receiver on the published library. `mistake` replaces its status by another. */
async function startRight(
  { limit = 100_000, isStrict = true, isHasty = false }: Choices = {},
  mistake: (status: number, request: IncomingMessage, first: boolean) => number = (status) => status,
) {
  const held = { secret: '' }
  const known = new Set<string>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (isHasty && Number(request.headers['content-length']) > Buffer.concat(chunks).length)
        request.socket.destroy()
    })
    request.on('end', () => {
      const id = String(request.headers['webhook-id'])
      const status = judge(request, Buffer.concat(chunks))
      response.writeHead(mistake(status, request, !known.has(id))).end()
      known.add(id)
    })
  })
  function judge({ headers }: IncomingMessage, body: Buffer): number {
    const type = headers['content-type'] ?? ''
    if (isStrict && !/^application\/json(?:\s*;\s*charset=utf-8)?$/i.test(type)) return 415
    if (body.length > limit) return 413
    try {
      new Webhook(held.secret).verify(body, headers as Record<string, string>)
      const event: unknown = JSON.parse(body.toString('utf8'))
      if (typeof event !== 'object' || event === null || Array.isArray(event)) return 400
      return 'card' in event && !JSON.stringify(event.card).includes('"status"') ? 422 : 200
    } catch (error) {
      return error instanceof SyntaxError ? 400 : 401
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, held, close }
}

interface World {
  receiver: Awaited<ReturnType<typeof startRight>>
  /** In place of the default schedule. */
  retry_delays?: string[] | undefined
}

/** A sandbox whose retries come quickly: its clock runs fast, and signatures follow the wall clock. */
async function startFast({ receiver, retry_delays }: World) {
  const sandbox = await startSandbox({ delivery: retry_delays === undefined ? {} : { retry_delays } })
  await sandbox.clock({ speed: 100_000 })
  const { id, secret } = await sandbox.subscribe(receiver.url)
  receiver.held.secret = secret
  await sandbox.trigger('customer.updated')
  await sandbox.settle()
  const newest = async () =>
    (await sandbox.get<{ deliveries: DeliveryRow[] }>('/sandbox/deliveries?limit=1')).deliveries[0]
  return {
    sandbox,
    id,
    newest,
    /** Runs `trigger --wait` with a fault. */
    async triggered(fault: string) {
      const args = ['trigger', 'card.created', '--fault', fault, '--wait', '--url', sandbox.url]
      const { code, out, log } = await runHere(args)
      const row = await newest()
      return { code, state: row?.state, reason: row?.reason_code, said: [...out, ...log].join('\n') }
    },
  }
}

const faults = listFaults()
  .filter(({ fault }) => fault !== 'sticky')
  .flatMap(({ fault, example }) => {
    if (fault === 'slow') return ['slow(100kb)']
    if (fault === 'charset') return [example, 'charset(utf-8)', 'charset(iso-8859-1)']
    return [example]
  })
const together = ['truncate | tamper(body)', 'slow(100kb) | unsigned', 'charset(utf-16) | duplicate(2)']
const policies: [string, string[] | undefined][] = [
  ['without retries', []],
  ['with the default retries', undefined],
]

const correct = policies.flatMap(([how, retry_delays]) => [
  { how, retry_delays, who: 'strict', choices: {} },
  { how, retry_delays, who: 'lenient', choices: { limit: 10_000_000, isStrict: false } },
  { how, retry_delays, who: 'hasty', choices: { isHasty: true } },
])
// In `npm test` each fault meets some of the receivers.
const met = correct
  .filter(oneIn(sample(2, 1)))
  .map((row, at) => ({ ...row, some: [...faults, ...together].filter(oneIn(sample(2, 1), at)) }))

test.each(met)(
  '$how, no fault raises an alarm about a correct $who receiver',
  async ({ retry_delays, choices, some }) => {
    const { triggered, sandbox } = await startFast({ receiver: await startRight(choices), retry_delays })
    const alarms: unknown[] = []
    for (const fault of some) {
      const { code, state, said } = await triggered(fault)
      if (code !== 0 || state === 'failed') alarms.push({ fault, code, state, said })
    }
    expect(alarms).toEqual([])
    expect(sandbox.troubles).toEqual([])
  },
)

const isCopy = (_: IncomingMessage, isFirst: boolean) => !isFirst
/** A receiver with one mistake: the status that it answers instead, and to what. */
const wrong: [string, string, number, (request: IncomingMessage, isFirst: boolean) => boolean][] = [
  ['tamper(signature)', 'accepts a forgery', 200, () => true],
  ['unsigned', 'fails on a missing signature', 500, ({ headers }) => !headers['webhook-signature']],
  ['skew(-10m)', 'accepts an old request', 200, () => true],
  ['duplicate(2)', 'fails on a copy', 500, isCopy],
  ['drop', 'fails on the retry', 500, () => true],
  ['truncate', 'refuses the retry', 400, () => true],
  ['charset(utf-16)', 'crashes', 500, ({ headers }) => /utf-16/.test(headers['content-type'] ?? '')],
  ['oversize(2mb)', 'crashes', 500, ({ headers }) => Number(headers['content-length']) > 100_000],
  ['chunked', 'needs a length', 411, ({ headers }) => headers['content-length'] === undefined],
  ['header_case', 'fails always', 500, () => true],
]
test.each(
  wrong.flatMap(([fault, does, status, when], at) =>
    policies
      .filter(oneIn(sample(2, 1), at))
      .map(([how, retry_delays]) => ({ fault, does, status, when, how, retry_delays })),
  ),
)('$how, $fault shows a receiver that $does', async ({ fault, status, when, retry_delays }) => {
  let isWarm = false
  const receiver = await startRight({}, (right, request, isFirst) =>
    isWarm && when(request, isFirst) ? status : right,
  )
  const { triggered } = await startFast({ receiver, retry_delays })
  isWarm = true
  expect(await triggered(fault)).toMatchObject({ code: 1 })
})

test('a receiver that never gets a whole request is not judged', async () => {
  const { triggered } = await startFast({ receiver: await startRight(), retry_delays: ['1m'] })
  for (const fault of ['drop | sticky', 'truncate | sticky', 'reset(headers) | sticky'])
    expect(await triggered(fault)).toMatchObject({ code: 0, state: 'failed', reason: 'not_judged' })
})

test('a receiver that is not there is no receiver that lost the attempt', async () => {
  const receiver = await startRight()
  const { triggered } = await startFast({ receiver, retry_delays: ['1m'] })
  await receiver.close()
  expect(await triggered('truncate | sticky')).toMatchObject({ code: 1, reason: 'gave_up' })
})

test.each(['drop', 'delay(5m)', 'duplicate(2, 1h)'])(
  'a receiver is not judged by what %s makes due after the wait, and the command says when that is',
  async (fault) => {
    const time = holdTimers(30_000)
    const { sandbox } = await startFast({ receiver: await startRight() })
    await sandbox.clock({ mode: 'manual' })
    const args = ['trigger', 'card.created', '--fault', fault, '--wait', '--url', sandbox.url]
    const waiting = startHere(args, { outside: time.outside, watched: true })
    // A delivery that is not due yet is not printed.
    const isWaited = () => waiting.painted.some(([line]) => line?.startsWith('0 of 1 '))
    await waiting.until(() => (fault === 'delay(5m)' ? isWaited() : waiting.log.length > 0))
    time.release()
    expect(await waiting.ended, waiting.log.join()).toBe(0)
    expect(waiting.log.at(-1)).toMatch(/^1 of 1 .* attempt-now dlv_\w+ --url /)
  },
)

test.each(['{"event": ', '', 'null', '[]', '{"event": 5}'])(
  'an edited body, %j, may be refused, which ends the delivery, or accepted; a crash is a failure',
  async (body) => {
    const answers = [400, 200, 500]
    const receiver = await startRight({}, (status, { headers }) =>
      headers['x-edited'] === undefined ? status : (answers.shift() ?? 500),
    )
    const { sandbox, newest } = await startFast({ receiver, retry_delays: [] })
    const { id } = (await newest()) ?? { id: '' }
    const again = async () => {
      const edits = { body, headers: { 'x-edited': 'yes' } }
      await sandbox.post(`/sandbox/deliveries/${id}/resend`, edits)
      await sandbox.settle()
      const row = await newest()
      return [row?.state, row?.reason_code]
    }
    expect(await again()).toEqual(['refused', 'may_refuse'])
    expect((await sandbox.delivery((await newest())?.id ?? '')).findings).toEqual([])
    expect(await again()).toEqual(['succeeded', null])
    expect(await again()).toEqual(['failed', 'gave_up'])
  },
)

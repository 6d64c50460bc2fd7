import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { onTestFinished } from 'vitest'
import type { TestSandbox } from '../../helpers/sandbox.ts'

/** What a receiver makes of a request: a status, the end of the connection, or nothing for the time being. */
export type Reaction = number | 'cut' | 'hang'

/** A receiver that reacts as it is told beforehand, then with 200; what hangs is answered when it is asked to hang no more. */
export async function startMoodyReceiver() {
  const hanging: ServerResponse[] = []
  const mood = { script: [] as Reaction[], hurries: 0 }
  const server = createServer((request, response) => {
    request.on('error', () => {})
    request.resume().on('end', () => {
      const reaction = mood.script.shift() ?? 200
      if (reaction === 'cut') request.socket.destroy()
      else if (reaction !== 'hang') response.writeHead(reaction).end()
      else if (mood.hurries === 0) hanging.push(response)
      else response.writeHead(504).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    mood,
    /** Lets go of what hangs, and lets nothing hang until all who hurried it are done. */
    hurry() {
      mood.hurries++
      for (const response of hanging.splice(0)) response.writeHead(200).end()
    },
  }
}

/** Faults that need no long time of the real clock, in all their forms. */
const faults = [
  'drop',
  'drop | sticky',
  'duplicate(3)',
  'duplicate(2, 30s)',
  'duplicate(2) | sticky',
  'delay(10m)',
  'delay(1m) | sticky',
  'reorder(30s)',
  'unsigned',
  'tamper(body) | sticky',
  'duplicate(2) | wrong_secret',
  'skew(-1h) | chunked',
  'replay(old)',
  'truncate(50%)',
  'header_case | http10',
]
const states = [
  'pending',
  'sending',
  'retrying',
  'succeeded',
  'failed',
  'cancelled',
  'refused',
  'wrongly_accepted',
]

/** Something that is done from outside. `at` picks one of what there is. */
export type Act =
  | { act: 'trigger'; fault: string | null; count: number }
  | { act: 'script'; reactions: Reaction[] }
  | { act: 'resend'; at: number; fault: string | null }
  | { act: 'abort' | 'release' | 'cancel' | 'attempt-now'; at: number }
  | { act: 'resend-all'; state: string }
  | { act: 'rotate' | 'disable' | 'enable' | 'remove' | 'subscribe'; at: number }
  | { act: 'settings'; at: number; settings: Record<string, unknown> }
  | { act: 'advance'; by: string }
  | { act: 'reset'; keep: string[] }

const at = fc.nat(30)
const fault = fc.option(fc.constantFrom(...faults))
const reaction = fc.constantFrom<Reaction>(200, 200, 503, 503, 401, 410, 'cut', 'hang', 'hang')
const settings = fc.record(
  {
    ordered: fc.boolean(),
    concurrency: fc.option(fc.integer({ min: 1, max: 3 })),
    fault,
    retry_delays: fc.option(fc.constantFrom([], ['1m'], ['10s', '1h'])),
    scheme: fc.constantFrom('standard-webhooks', 'github', 'platform', 'none'),
  },
  { requiredKeys: [] },
)
const anAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('trigger' as const),
      fault,
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('script' as const),
      reactions: fc.array(reaction, { maxLength: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('resend' as const), at, fault }) },
  {
    weight: 6,
    arbitrary: fc.record({ act: fc.constantFrom('abort', 'release', 'cancel', 'attempt-now'), at }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('resend-all' as const), state: fc.constantFrom(...states) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constantFrom('rotate', 'disable', 'enable', 'enable', 'remove', 'subscribe'),
      at,
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('settings' as const), at, settings }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('advance' as const),
      by: fc.constantFrom('0', '10s', '1m', '2h'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('reset' as const),
      keep: fc.constantFrom([], ['subscriptions']),
    }),
  },
) as fc.Arbitrary<Act>

/** Rounds of acts; those of a round are done at once. */
export const script = fc.array(fc.array(anAct, { minLength: 1, maxLength: 3 }), {
  minLength: 4,
  maxLength: 16,
})

/** Does one act and answers its status. What names nothing that there is may be refused. */
export async function perform(
  sandbox: TestSandbox,
  receiver: Awaited<ReturnType<typeof startMoodyReceiver>>,
  one: Act,
): Promise<number> {
  const pick = <Row>(rows: readonly Row[], index: number): Row | undefined =>
    rows[index % Math.max(1, rows.length)]
  const deliveryAt = async (index: number) =>
    pick(await sandbox.deliveries('?limit=50'), index)?.id ?? 'dlv_none'
  const subscriptionAt = async (index: number) => {
    const { subscriptions } = await sandbox.get<{ subscriptions: { id: string }[] }>('/sandbox/subscriptions')
    return pick(subscriptions, index)?.id ?? 'none'
  }
  const post = async (path: string, body?: unknown) => (await sandbox.request('POST', path, body)).status
  switch (one.act) {
    case 'trigger':
      return post('/sandbox/events', {
        event: 'card.created',
        count: one.count,
        ...(one.fault !== null && { fault: one.fault }),
      })
    case 'script':
      receiver.mood.script.push(...one.reactions)
      return 200
    case 'resend':
      return post(
        `/sandbox/deliveries/${await deliveryAt(one.at)}/resend`,
        one.fault === null ? {} : { fault: one.fault },
      )
    case 'abort':
    case 'release':
    case 'cancel':
    case 'attempt-now':
      return post(`/sandbox/deliveries/${await deliveryAt(one.at)}/${one.act}`)
    case 'resend-all':
      return post('/sandbox/deliveries/resend', { state: one.state, since: '1h' })
    case 'rotate':
      return post(`/sandbox/subscriptions/${await subscriptionAt(one.at)}/rotate-secret`, { overlap: '1h' })
    case 'disable':
    case 'enable': {
      const status = one.act === 'enable' ? 'STATUS_ENABLED' : 'STATUS_DISABLED'
      return (await sandbox.call('PATCH', `/webhooks/${await subscriptionAt(one.at)}`, { status })).status
    }
    case 'remove':
      return (await sandbox.call('DELETE', `/webhooks/${await subscriptionAt(one.at)}`)).status
    case 'subscribe':
      return (await sandbox.call('POST', '/webhooks', { url: receiver.url, events: ['*'] })).status
    case 'settings': {
      const path = `/sandbox/subscriptions/${await subscriptionAt(one.at)}`
      return (await sandbox.request('PATCH', path, one.settings)).status
    }
    case 'advance': {
      receiver.hurry()
      const { status } = await sandbox.request('POST', '/sandbox/clock', { advance: one.by })
      receiver.mood.hurries--
      return status
    }
    case 'reset':
      return post('/sandbox/reset', { keep: one.keep })
  }
}

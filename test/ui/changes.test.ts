import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { type Change, changes, offerWords } from '../../server/words/changes.ts'

/** The acts behind each request of the page that changes state. */
const requests: Record<string, Change[]> = {
  postEvent: ['trigger'],
  postResend: ['resend'],
  actOn: ['attempt', 'deliveryEnd'],
  postReplay: ['replay'],
  patchCapture: ['capturePin', 'captureNote'],
  deleteCapture: ['captureDelete'],
  postCaptures: ['captureImport'],
  postHar: ['captureImport'],
  postCheck: ['check'],
  repeatCheck: ['check'],
  stopCheck: ['check'],
  postRun: ['run'],
  postRunAct: ['runPause', 'runStop'],
  postTraffic: ['traffic'],
  postClock: ['clockAdvance', 'clockMode'],
  postEndpoint: ['endpointAdd'],
  patchEndpoint: ['endpointEdit', 'endpointSecretRemove'],
  deleteEndpoint: ['endpointDelete'],
  postArmedError: ['arm'],
  deleteArmedError: ['disarm'],
  postReset: ['reset'],
  postFaultRule: ['faultRuleAdd'],
  deleteFaultRule: ['faultRuleRemove'],
  patchSubscription: ['subscriptionEdit'],
  sendHandshake: ['handshake'],
  rotateSecret: ['secretRotate'],
}
/** Acts that the page sends by a general request, or that change only the page. */
const others: Change[] = [
  'subscribe',
  'subscriptionSwitch',
  'subscriptionDelete',
  'bulk',
  'filterDelete',
  'streamPause',
  'takeBack',
  'preference',
]

test('each request of the page that changes state belongs to an act of the table', () => {
  const folder = new URL('../../ui/live/', import.meta.url)
  const files = ['routes.ts', ...readdirSync(new URL('routes/', folder)).map((name) => `routes/${name}`)]
  const named = files.flatMap((file) => {
    const pieces = readFileSync(new URL(file, folder), 'utf8').split(/^export const /m)
    return pieces.flatMap((piece) =>
      /'(POST|PATCH|DELETE|PUT)'/.test(piece) ? [/^\w+/.exec(piece)?.[0]] : [],
    )
  })
  // A verification only computes, and the acts on subscriptions call `platform`.
  const known = [...Object.keys(requests), 'postVerify', 'platform']
  expect(named.filter((name = '') => !known.includes(name) && !/^verify/.test(name))).toEqual([])
  expect(new Set([...Object.values(requests).flat(), ...others])).toEqual(new Set(Object.keys(changes)))
})

test.each(Object.entries(changes))('%s offers Undo, asks a question, or says why not', (name, { by }) => {
  expect(offerWords(name as Change) !== null).toBe(by === 'nothing')
})

afterEach(() => vi.unstubAllGlobals())

/** The page with a sandbox that notes each change and answers with `answers`. */
async function start(answer: (path: string) => unknown) {
  vi.resetModules()
  vi.stubGlobal('location', new URL('http://localhost:4400/'))
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('history', { replaceState() {}, pushState() {}, state: null })
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    if (method !== 'GET') asked.push([method, path, ...(body === undefined ? [] : [JSON.parse(body)])])
    return Response.json(answer(path))
  })
  const { pending } = await import('../../ui/live/pending.ts')
  return { asked, pending, undo: await import('../../ui/live/undo.ts') }
}

const traffic = { running: true, rate: 5, shape: 'steady', events: {}, seed: 1, fault: null }
const clock = { mode: 'real', speed: 60, offset_ms: 0, now: '2026-01-01T00:00:00.000Z', moving_to: null }
// Only the fields that the acts read.
const none = { status: null, body: null, outcome: null, method: null, path: null, identity: null }
const armed = { id: 'arm_1', ...none, code: 'card_dne', times: 3, after: 0, matched: 1, fired: 1 } as never
const every = { subscription_id: null, every: null, probability: null }
const rule = { id: 'flt_1', fault: 'drop', event: 'card.*', ...every, first: 3, matched: 1 } as never
const subscription = {
  id: 'sub_1',
  identity: 'demo',
  url: 'http://127.0.0.1:9/',
  description: '',
  status: 'enabled',
  timeout_ms: 100,
} as never
const endpoint = { name: 'demo', secret: 'whsec_a', forward_to: ['http://127.0.0.1:9/'] } as never

/** An act, and the request that its Undo sends last. A deletion that waits sends none, nor does its Undo. */
const undone: Partial<Record<Change, [act: () => unknown, request: unknown[] | undefined]>> = {
  arm: [
    async () => (await import('../../ui/errors/arming.ts')).arm({ code: 'card_dne', times: 1 }),
    ['DELETE', '/sandbox/armed-errors/arm_1'],
  ],
  faultRuleAdd: [
    async () => (await import('../../ui/faults/rule-order.ts')).addRule({ fault: 'drop' }),
    ['DELETE', '/sandbox/fault-rules/flt_1'],
  ],
  disarm: [
    async () => (await import('../../ui/errors/arming.ts')).disarm(armed),
    ['POST', '/sandbox/armed-errors', { code: 'card_dne', times: 2 }],
  ],
  faultRuleRemove: [
    async () => (await import('../../ui/faults/rule-order.ts')).removeRule(rule),
    ['POST', '/sandbox/fault-rules', { fault: 'drop', event: 'card.*', first: 2 }],
  ],
  captureDelete: [
    async () => (await import('../../ui/capture/deleting.ts')).removeCapture('cap_1', '/in/demo'),
    undefined,
  ],
  subscriptionDelete: [
    async () => (await import('../../ui/subscription/subscribing.ts')).removeSubscription(subscription),
    undefined,
  ],
  endpointEdit: [
    async () =>
      (await import('../../ui/endpoint/endpoint-acts.ts')).editEndpoint(
        endpoint,
        { name: 'demo', forward_to: [] },
        'Changed',
      ),
    ['PATCH', '/sandbox/endpoints/demo', { forward_to: ['http://127.0.0.1:9/'] }],
  ],
  endpointSecretRemove: [
    async () => (await import('../../ui/endpoint/endpoint-acts.ts')).removeEndpointSecret(endpoint),
    ['PATCH', '/sandbox/endpoints/demo', { secret: 'whsec_a' }],
  ],
  endpointDelete: [
    async () => (await import('../../ui/endpoint/endpoint-acts.ts')).removeEndpoint(endpoint),
    undefined,
  ],
  filterDelete: [
    async () => {
      const filters = await import('../../ui/filter/saving.ts')
      filters.forgetFilter({ name: 'Failed', address: '/?q=failed' })
    },
    undefined,
  ],
  capturePin: [
    async () => (await import('../../ui/capture/capture-marks.ts')).setPinned('cap_1', true),
    ['PATCH', '/sandbox/captures/cap_1', { pinned: false }],
  ],
  traffic: [
    async () => {
      const simulator = await import('../../ui/simulator/simulator.ts')
      simulator.traffic.value = traffic as never
      return (await import('../../ui/simulator/orders.ts')).orderTraffic({ rate: 0 })
    },
    ['POST', '/sandbox/traffic', { rate: 5, shape: 'steady', events: {}, seed: 1 }],
  ],
  clockMode: [
    async () =>
      (await import('../../ui/simulator/clock-moves.ts')).orderClock({
        words: 'Stopped',
        order: { mode: 'manual' },
      }),
    ['POST', '/sandbox/clock', { mode: 'real', speed: 60 }],
  ],
  subscriptionSwitch: [
    async () =>
      (await import('../../ui/subscription/subscribing.ts')).switchSubscriptions([subscription], false),
    ['PATCH', '/api/v0.1/webhooks/sub_1', { status: 'STATUS_ENABLED' }],
  ],
  subscriptionEdit: [
    async () =>
      (await import('../../ui/subscription/subscribing.ts')).editSubscription(subscription, {
        timeout_ms: 9,
      }),
    ['PATCH', '/sandbox/subscriptions/sub_1', { timeout_ms: 100 }],
  ],
}

test.each(Object.entries(undone))('%s can be undone', async (_name, [act, request]) => {
  const { asked, pending, undo } = await start((path) =>
    path.endsWith('armed-errors')
      ? { armed_error: { id: 'arm_1', code: 'card_dne' }, note: null }
      : {
          fault_rule: { id: 'flt_1', fault: 'drop' },
          capture: {},
          traffic,
          clock,
          subscription,
          subscriptions: [],
          endpoints: [],
        },
  )
  await act()
  expect(pending.value).toHaveLength(1)
  undo.undo()
  await expect.poll(() => asked.at(-1)).toEqual(request)
  expect(pending.value).toEqual([])
})

test('each act that the table says can be undone is undone here', () => {
  const named = Object.entries(changes).flatMap(([name, { by }]) => (by === 'undo' ? [name] : []))
  expect(Object.keys(undone).toSorted()).toEqual(named.toSorted())
})

/** The verbs of the library, over any way to a sandbox. Over 300 lines: one verb after the other. */

import { sessionHeader } from '../api/route.ts'
import { drawSecretBytes, type Outside } from '../outside.ts'
import type {
  ArmedError,
  Capture,
  CaptureRow,
  Check,
  Delivery,
  DeliveryRow,
  FaultRule,
  Health,
  Run,
  Subscription,
  Verdict,
  Waited,
} from '../wire.ts'
import { receiverSecret } from '../words/receiver-secret.ts'
import { parseDuration } from '../words/time.ts'
import { type Ask, jsonOr, SandboxError } from './ask.ts'
import { follow } from './follow.ts'
import { createReceivers } from './receivers.ts'
import type {
  CheckOptions,
  ClockAnswer,
  Duration,
  Effects,
  Fired,
  Matched,
  Receiver,
  ReceiverFunction,
  ReceiverOptions,
  RecordKind,
  SandboxClient,
  SignedRequest,
  WaitFilter,
} from './types.ts'
import { Unmet } from './unmet.ts'

/** Where the waits of a client begin: after this `seq`, or at the first use of the header `Sandbox-Session`. */
type Beginning = { since: number } | { session: string }

const usualTimeoutMs = 10_000
/** Proxies give up on a longer request. */
const sliceMs = 60_000
/** The states of a delivery that is not under way. */
export const resting = 'retrying,succeeded,failed,cancelled,refused,wrongly_accepted'
const prefix = '/api/v0.1'

/**
 * Makes the client of a sandbox.
 * @param beginning where its waits begin
 */
export function createClient(ask: Ask, outside: Outside, beginning: Beginning) {
  let began = beginning
  let platform: Health['platform'] | undefined
  const receivers = createReceivers()
  async function addressOf(to: string | ReceiverFunction) {
    if (typeof to === 'string') return { url: to, close() {} }
    if (typeof to === 'function') return receivers.serve(to)
    throw new SandboxError({
      code: 'invalid_field',
      reason: `A receiver is a URL or a function, not ${JSON.stringify(to)}.`,
      fix: 'Check the name that you import.',
    })
  }

  async function receiver(to: string | ReceiverFunction, options: ReceiverOptions = {}): Promise<Receiver> {
    const { url: base, close } = await addressOf(to)
    const { path, retryDelays, timeout, ...others } = options
    // The sandbox refuses an invalid URL.
    const url = path === undefined || !URL.canParse(base) ? base : new URL(path, base).href
    try {
      const { subscription } = await ask.post<{ subscription: Subscription }>('/sandbox/subscriptions', {
        url,
        ...inSnakes(others),
        ...(retryDelays && { retry_delays: retryDelays.map(textOf) }),
        ...(timeout !== undefined && { timeout_ms: msOf('timeout', timeout) }),
      })
      const { id } = subscription
      const secret = receiverSecret(subscription)
      return {
        url,
        id,
        secret,
        deliveries: async () =>
          whole(await ask.all<DeliveryRow>('/sandbox/deliveries', 'deliveries', { subscription_id: id })),
        wait: (filter = {}) => wait('delivery', { ...filter, subscriptionId: id }),
        check: (options = {}) => checkOf({ subscription_id: id }, options),
        async close() {
          await ask.delete(`/sandbox/subscriptions/${id}`)
          close()
        },
      }
    } catch (error) {
      close()
      throw error
    }
  }

  /** Deliveries with their attempts. */
  const whole = (rows: readonly DeliveryRow[]) =>
    Promise.all(
      rows.map(
        async ({ id }) => (await ask.get<{ delivery: Delivery }>(`/sandbox/deliveries/${id}`)).delivery,
      ),
    )

  async function wait<Kind extends RecordKind>(
    kind: Kind,
    filter: WaitFilter<Kind> = {} as WaitFilter<Kind>,
  ): Promise<Matched<Kind>> {
    const { count, none, inOrder, since, timeout, ...filters } = filter as WaitFilter
    const timeoutMs = msOf('timeout', timeout) ?? usualTimeoutMs
    const query = { kind, ...inSnakes(filters), count, none, in_order: inOrder?.join(',') }
    const answer = await waited({ ...query, ...(since !== undefined && { since }) }, timeoutMs)
    if (since === undefined && 'session' in began) began = { since: answer.since }
    if (answer.met) return answer as Waited & Matched<Kind>
    const { now } = await ask.get<Health>('/sandbox/health')
    throw new Unmet(answer, { kind, count: count ?? 1, none: none ?? false, timeoutMs }, now)
  }

  /** Waits in slices of the time. Each slice counts from where the first began. */
  async function waited(
    query: Record<string, string | number | boolean | undefined>,
    timeoutMs: number,
  ): Promise<Waited> {
    const endsAt = outside.elapsed() + timeoutMs
    let from: { since?: number } = 'since' in began ? began : {}
    for (;;) {
      const left = Math.max(0, Math.round(endsAt - outside.elapsed()))
      const slice = { ...from, ...query, timeout_ms: Math.min(left, sliceMs) }
      const headers =
        'session' in began && slice.since === undefined ? { [sessionHeader]: began.session } : {}
      const answer = await ask.json<Waited>('GET', '/sandbox/wait', { query: slice, headers })
      if (!answer.timed_out || left <= sliceMs) return answer
      from = { since: answer.since }
    }
  }

  async function trigger(...[event, options = {}]: Parameters<SandboxClient['trigger']>): Promise<Fired> {
    // The sandbox refuses options that it does not know.
    const { to, settle, ...order } = options
    const { count } = order
    // Many events are answered only by their number.
    const before = count !== undefined && count > 1 ? await ask.get<Health>('/sandbox/health') : undefined
    const fired = await ask.post<Omit<Fired, 'settled'>>('/sandbox/events', {
      event,
      ...order,
      ...(to && { subscription_id: to.id }),
    })
    const [first] = fired.events
    const since = before?.seq ?? (first && first.seq - 1)
    if (since !== undefined) began = { since }
    const rows = () => (since === undefined ? fired.deliveries : settledRows(fired, since))
    const deliveries = settle ? await rows() : fired.deliveries
    return { ...fired, deliveries, settled: async () => whole(await rows()) }
  }

  /** The deliveries once each has ended or waits for its retry or for the clock. */
  async function settledRows(fired: Omit<Fired, 'settled'>, since: number): Promise<DeliveryRow[]> {
    // On a manual clock, later deliveries do not begin by themselves.
    const { clock } = await ask.get<ClockAnswer>('/sandbox/clock')
    const isManual = clock.mode === 'manual'
    if (isManual) await clockOrder({ advance: '0' })
    else if (fired.counts.events > fired.events.length) await noneUnderWay(since)
    const ended = new Map<string, DeliveryRow>()
    for (const { id: event_id } of fired.events) {
      const count = fired.deliveries.filter((one) => one.event_id === event_id).length
      if (count === 0) continue
      const query = { kind: 'delivery', event_id, state: resting, count, since }
      const answer = await waited(query, isManual ? 0 : settleMs)
      for (const row of answer.matched as DeliveryRow[]) ended.set(row.id, row)
    }
    return fired.deliveries.map((row) => ended.get(row.id) ?? row)
  }

  /** Waits until no delivery after `since` is under way. */
  async function noneUnderWay(since: number) {
    const path = '/sandbox/deliveries?state=pending,sending&limit=1'
    const isOver = ({ deliveries: [newest] }: { deliveries: DeliveryRow[] }) =>
      newest === undefined || newest.seq <= since
    await follow({ ask, outside }, path, { first: await ask.get(path), isOver, forMs: settleMs })
  }

  /** Looks at a run or a check until it has ended. */
  async function followed<Going extends { id: string; state: string }>(
    path: string,
    name: string,
    first: Going,
  ) {
    const stateOf = (answer: Record<string, Going>) => answer[name]?.state
    const ended = await follow<Record<string, Going>>({ ask, outside }, `${path}/${first.id}`, {
      first: { [name]: first },
      isOver: (answer) => stateOf(answer) !== 'running',
    })
    return ended[name] ?? first
  }

  async function check(...[to, options = {}]: Parameters<SandboxClient['check']>): Promise<Check> {
    if (typeof to === 'object') return checkOf({ subscription_id: to.id }, options)
    const { url, close } = await addressOf(to)
    try {
      return await checkOf({ url }, options)
    } finally {
      close()
    }
  }

  async function checkOf(target: { url: string } | { subscription_id: string }, options: CheckOptions) {
    const { timeout, effects, ...others } = options
    const counted = typeof effects === 'function' ? await serveCount(effects) : undefined
    const url = counted?.url ?? effects
    try {
      const begun = await ask.post<{ check: Check }>('/sandbox/checks', {
        ...target,
        ...inSnakes(others),
        ...(timeout !== undefined && { timeout_ms: msOf('timeout', timeout) }),
        ...(url !== undefined && { effects: { url } }),
      })
      return await followed('/sandbox/checks', 'check', begun.check)
    } finally {
      counted?.close()
    }
  }

  const serveCount = (count: () => Effects | Promise<Effects>) =>
    receivers.serve(async () => Response.json(await count()))

  const clockOrder = (order: object) => ask.post<ClockAnswer>('/sandbox/clock', order)

  const client: SandboxClient = {
    url: ask.base,
    receiver,
    async endpoint(name = `test-${drawSecretBytes().toString('hex')}`, options = {}) {
      const { endpoint } = await ask.post<{ endpoint: { url: string } }>('/sandbox/endpoints', {
        name,
        ...inSnakes({ ...options }),
      })
      return {
        name,
        url: endpoint.url,
        async captures() {
          const rows = await ask.all<CaptureRow>('/sandbox/captures', 'captures', { endpoint: name })
          return Promise.all(
            rows.map(
              async ({ id }) => (await ask.get<{ capture: Capture }>(`/sandbox/captures/${id}`)).capture,
            ),
          )
        },
        wait: (filter = {}) => wait('capture', { ...filter, endpoint: name }),
      }
    },
    trigger,
    async call(method, path, body, { identity, idempotencyKey } = {}) {
      platform ??= (await ask.get<Health>('/sandbox/health')).platform
      const response = await ask.send(method, prefix + path, {
        body,
        headers: {
          authorization: platform.authorization,
          identity: identity ?? platform.identity,
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        // The caller names the type of the body.
        body: (jsonOr(text) ?? text) as never,
      }
    },
    wait,
    clock: {
      now: async () => (await ask.get<ClockAnswer>('/sandbox/clock')).clock.now,
      manual: () => clockOrder({ mode: 'manual' }),
      advance: (duration) => clockOrder({ advance: textOf(duration) }),
      set: (time) => clockOrder({ set: typeof time === 'string' ? time : time.toISOString() }),
      real: (speed) => clockOrder({ mode: 'real', speed }),
    },
    async arm(what, { delay, ...match } = {}) {
      const order = {
        ...(typeof what === 'string' ? { code: what } : what),
        ...match,
        delay_ms: msOf('delay', delay),
      }
      return (await ask.post<{ armed_error: ArmedError }>('/sandbox/armed-errors', order)).armed_error
    },
    faults: {
      async add(rule) {
        const { to, ...order } = typeof rule === 'string' ? { fault: rule } : rule
        const body = { ...order, subscription_id: to?.id }
        return (await ask.post<{ fault_rule: FaultRule }>('/sandbox/fault-rules', body)).fault_rule
      },
      async clear() {
        const rules = await ask.all<FaultRule>('/sandbox/fault-rules', 'fault_rules')
        for (const { id } of rules) await ask.delete(`/sandbox/fault-rules/${id}`)
      },
    },
    async scenario(source, { to, ...order } = {}) {
      const isText = source.includes('\n')
      const path = isText ? '/sandbox/runs' : `/sandbox/scenarios/${encodeURIComponent(source)}/run`
      const body = { ...order, subscription_id: to?.id, ...(isText && { text: source }) }
      const { run } = await ask.post<{ run: Run }>(path, body)
      return followed('/sandbox/runs', 'run', run)
    },
    check,
    async verify(request, { secret, scheme, schemeOptions, answer, at } = {}) {
      const { verdict } = await ask.post<{ verdict: Verdict }>('/sandbox/verify', {
        ...(isWebRequest(request) ? await readRequest(request) : readSigned(request)),
        secret,
        scheme,
        scheme_options: schemeOptions,
        answer,
        at: at instanceof Date ? at.toISOString() : at,
      })
      return verdict
    },
    async reset({ keep } = {}) {
      await ask.post('/sandbox/reset', { keep })
      began = { since: 0 }
      // Nothing sends to them any more.
      if (!keep?.includes('subscriptions')) receivers.close()
    },
    export: async () => (await ask.get<{ session: never }>('/sandbox/session')).session,
  }
  return { ...client, closeReceivers: receivers.close }
}

const settleMs = 30_000

/** A duration as the API takes it. */
const textOf = (duration: Duration): string => (typeof duration === 'number' ? `${duration}ms` : duration)

/** A duration in whole ms. */
function msOf(name: string, duration: Duration | undefined): number | undefined {
  if (duration === undefined) return undefined
  const ms = typeof duration === 'number' ? duration : parseDuration(duration)
  if (ms !== undefined && ms >= 0) return Math.round(ms)
  throw new SandboxError({
    code: 'invalid_field',
    reason: `${name}: ${JSON.stringify(duration)} is not a duration.`,
    fix: "Give milliseconds, such as 500, or text, such as '5s'.",
  })
}

/** The names of filters as the API has them: `subscriptionId` becomes `subscription_id`. */
const inSnakes = <Value>(filters: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )

/** By its form: a receiver's Request need not be of the global class. */
const isWebRequest = (request: Request | SignedRequest): request is Request => 'arrayBuffer' in request

async function readRequest(request: Request) {
  const { method, url, headers } = request
  const body = new Uint8Array(await request.clone().arrayBuffer())
  return readSigned({ method, url, headers: [...headers], body })
}

const readSigned = ({ body, ...request }: SignedRequest) => ({
  ...request,
  ...(typeof body === 'string' ? { body } : { body_base64: Buffer.from(body).toString('base64') }),
})

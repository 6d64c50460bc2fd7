import type { DeliveryRow, Run } from '../../../server/wire.ts'
import type { startLife } from '../../flows/lives.ts'

type Life = Pick<Awaited<ReturnType<typeof startLife>>, 'url' | 'ask' | 'get'>

/** Does a bit of everything to a sandbox. */
export async function act(life: Life, receiver: string) {
  const post = async <Body>(path: string, body: unknown): Promise<Body> => {
    const answer = await life.ask<Body>('POST', path, body)
    return answer.body
  }
  const advance = (by: string) => post('/sandbox/clock', { advance: by })
  /** How far deliveries are when the next request comes would be up to their receivers: so it comes when they are done. */
  async function settled<Body>(path: string, body: unknown): Promise<Body> {
    const made = await post<Body>(path, body)
    await advance('0')
    return made
  }
  const call = (path: string, body: unknown) => settled<Record<string, string>>(`/api/v0.1${path}`, body)
  const trigger = (event: string, over: object = {}) =>
    settled<{ deliveries: DeliveryRow[] }>('/sandbox/events', { event, ...over })

  await post('/sandbox/clock', { mode: 'manual', set: '2026-01-01T09:00:00Z' })
  await post('/sandbox/endpoints', {
    name: 'own',
    reply: [{ status: 503 }, { status: 200, body: 'ok' }, { status: 500 }, { status: 200 }],
  })
  await post('/sandbox/endpoints', { name: 'fixed', reply: { status: 201, headers: { 'X-Fixed': 'yes' } } })
  for (const url of [receiver, `${life.url}/in/own`, `${life.url}/in/fixed`, `${life.url}/in/new`])
    await call('/webhooks', { url, events: ['*'] })

  const { customer_id } = await call('/customers/', {
    dob: '1990-04-12',
    names: [{ first_name: 'Ada', last_name: 'Quill' }],
  })
  await call(`/customers/${customer_id}/verification-kyc`, { ssn: '123-45-6789' })
  await advance('2m')
  const { account_id } = await call('/accounts', { customer_id })
  const { card_id } = await call('/cards', { account_id })
  await call('/simulate/settlement', { card_id, amount: '100.00', type: 'deposit' })
  await call('/simulate/authorization', { card_id, amount: '21.93', merchant_name: 'Corner Books' })
  await advance('2m')

  await post('/sandbox/fault-rules', { fault: 'missing_field(event)', event: 'card.*', probability: 0.5 })
  await trigger('card.created', { count: 25 })
  await trigger('kyc.verification.success', { count: 3, fault: 'tamper(signature) | duplicate(3)' })
  await trigger('card.*', { fault: 'delay(10m)' })
  await trigger('customer.updated', { count: 4, fault: 'reorder(1h)' })
  await advance('1h')

  await post('/sandbox/armed-errors', { code: 'card_dne', path: '/cards*', probability: 0.5 })
  for (let i = 0; i < 12; i++) await life.ask('GET', `/api/v0.1/cards/${card_id}`)
  await fetch(`${life.url}/in/own/402`, { method: 'POST', body: 'from outside' })

  await post('/sandbox/traffic', {
    rate: 0.2,
    shape: 'poisson',
    events: { 'card.*': 3, '*': 1 },
    for: '10m',
    seed: 5,
  })
  await advance('11m')
  const { run } = await post<{ run: Run }>('/sandbox/scenarios/virtual-card-spends/run', { seed: 11 })
  await ended(life, run)
  const { deliveries } = await trigger('card.created', { set: { 'card.last_four': '4242' } })
  await advance('3d')
  await post(`/sandbox/deliveries/${deliveries[0]?.id}/resend`, { headers: { 'X-Again': '1' } })
  await advance('3d')
}

/** Waits until a run is over. */
async function ended(life: Life, { id }: Run) {
  for (;;) {
    const { run } = await life.get<{ run: Run }>(`/sandbox/runs/${id}`)
    if (run.state !== 'running') return
  }
}

/** Everything that a sandbox keeps, as text: one record a line, the oldest first. */
export async function everything(life: Life): Promise<Record<string, unknown[]>> {
  const list = async (plural: string, path = plural) => {
    const rows: { id: string }[] = []
    for (let cursor = ''; ; ) {
      const page = await life.get<Record<string, { id: string }[]> & { next: string | null }>(
        `/sandbox/${path}?limit=500${cursor}`,
      )
      rows.push(...(page[plural] ?? []))
      if (page.next === null) return rows.reverse()
      cursor = `&cursor=${page.next}`
    }
  }
  const whole = async (plural: string) => {
    const rows = await list(plural)
    return Promise.all(rows.map(({ id }) => life.get(`/sandbox/${plural}/${id}`)))
  }
  const { session } = await life.get<{ session: Record<string, unknown> }>('/sandbox/session')
  return {
    events: await whole('events'),
    deliveries: await whole('deliveries'),
    captures: await whole('captures'),
    calls: await whole('calls'),
    runs: await whole('runs'),
    subscriptions: await list('subscriptions'),
    endpoints: await list('endpoints'),
    armed: await list('armed_errors', 'armed-errors'),
    fault_rules: await list('fault_rules', 'fault-rules'),
    traffic: [await life.get('/sandbox/traffic')],
    clock: [await life.get('/sandbox/clock')],
    inputs: (session.inputs as unknown[]).slice(1),
  }
}

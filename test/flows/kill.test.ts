import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Attempt, Delivery, DeliveryRow, EventRow, Subscription } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { sample } from '../helpers/long.ts'
import { type Life, type LifeHere, startLife, startLifeHere, startMoodyReceiver } from './lives.ts'

/** Numbers below a bound, the same for the same seed. */
function seededDraws(seed: number) {
  let state = seed
  return (bound: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % bound
  }
}

interface Triggered {
  events: EventRow[]
  deliveries: DeliveryRow[]
}

/** What the lives of one database have promised so far. */
async function startStory() {
  const folder = ownFolder()
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({
      seed: 7,
      delivery: { retry_delays: Array.from({ length: 40 }, () => '20ms'), concurrency: 4 },
    }),
  )
  const receiver = await startMoodyReceiver()
  const promised = {
    events: new Set<string>(),
    subscriptions: new Set<string>(),
    captures: new Set<string>(),
  }
  const ids: string[] = []
  return {
    folder,
    receiver,
    promised,
    ids,
    async trigger(life: Life, count: number) {
      const { status, body } = await life.ask<Triggered>('POST', '/sandbox/events', {
        event: 'card.created',
        count,
      })
      expect(status).toBe(201)
      for (const { id } of body.events) promised.events.add(id)
      ids.push(...body.events.map(({ id }) => id), ...body.deliveries.map(({ id }) => id))
      return body
    },
    async subscribe(life: Life, url: string) {
      const { status, body } = await life.ask<{ webhook_subscription: Subscription }>(
        'POST',
        '/api/v0.1/webhooks',
        { url, events: ['card.created'] },
      )
      expect(status).toBe(201)
      promised.subscriptions.add(body.webhook_subscription.id)
      ids.push(body.webhook_subscription.id, body.webhook_subscription.secret)
      return body.webhook_subscription
    },
    async send(life: Life) {
      const { status, body } = await life.ask<{ capture_id: string }>('POST', '/in/own', { hello: true })
      expect(status).toBe(200)
      promised.captures.add(body.capture_id)
      ids.push(body.capture_id)
    },
  }
}
type Story = Awaited<ReturnType<typeof startStory>>

/** The moments at which a life is ended, each upon something that was seen. */
const moments: Record<
  string,
  (life: Life, story: Story, draw: (bound: number) => number) => Promise<unknown>
> = {
  async 'while receivers keep their answers back'(life, { trigger, receiver }, draw) {
    receiver.feel('hold')
    await trigger(life, 5 + draw(10))
    await receiver.hasGot(1 + draw(4))
  },
  async 'the moment events are answered'(life, { trigger }, draw) {
    await trigger(life, 1 + draw(100))
  },
  async 'amid many events asked for at once'(life, { trigger }, draw) {
    const asked = Array.from({ length: 30 }, () => trigger(life, 1 + draw(5)))
    await Promise.any(asked.slice(draw(10)))
    for (const one of asked) one.catch(() => {})
  },
  async 'while retries wait'(life, { trigger, receiver }, draw) {
    receiver.feel('refuse')
    await trigger(life, 10)
    await receiver.hasGot(5 + draw(15))
  },
  async 'the moment a call is answered'(life, { subscribe, receiver }, draw) {
    for (let left = 1 + draw(3); left > 0; left--) await subscribe(life, `${receiver.url}/${left}`)
  },
  async 'the moment a capture is answered'(life, { send }, draw) {
    for (let left = 1 + draw(5); left > 0; left--) await send(life)
  },
  async 'amid all of it'(life, { trigger, send, receiver }, draw) {
    receiver.feel('answer')
    const asked = Array.from({ length: 20 }, (_, i) => (i % 2 ? trigger(life, 3) : send(life)))
    for (const one of asked) one.catch(() => {})
    await receiver.hasGot(1 + draw(20))
  },
}

async function everyAttempt(life: Pick<Life, 'get'>, eventIds: Iterable<string>): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  for (const id of eventIds) {
    const { deliveries } = await life.get<{ deliveries: DeliveryRow[] }>(`/sandbox/deliveries?event_id=${id}`)
    for (const delivery of deliveries)
      attempts.push(
        ...(await life.get<{ delivery: Delivery }>(`/sandbox/deliveries/${delivery.id}`)).delivery.attempts,
      )
  }
  return attempts
}

test('killed at such moments and started again, it keeps every promise it made', async () => {
  const story = await startStory()
  const { receiver, promised, folder, ids } = story
  const draw = seededDraws(7)
  let life = await startLife(folder)
  await story.subscribe(life, receiver.url)
  const own = await story.subscribe(life, `${life.url}/in/own`)
  const byName = await story.subscribe(life, `${life.url.replace('127.0.0.1', 'localhost')}/in/by-name`)

  const reached = Object.entries(moments).filter((_moment, at) => at % sample(6, 1) === 0)
  let next: LifeHere = life
  for (const [at, [name, reach]] of reached.entries()) {
    await reach(life, story, draw)
    const held = name === 'while receivers keep their answers back' ? receiver.idsNow() : []
    expect(await life.kill()).toBe('SIGKILL')
    receiver.feel('answer')
    if (at === reached.length - 1) next = await startLifeHere(folder)
    else next = life = await startLife(folder)
    const cut = await everyAttempt(next, held)
    for (const id of held)
      expect(
        cut.some(
          ({ outcome, request }) =>
            outcome?.kind === 'interrupted' && request.headers.some(([, value]) => value === id),
        ),
      ).toBe(true)
  }

  for (const id of promised.events) {
    const { deliveries } = await next.get<{ deliveries: DeliveryRow[] }>(`/sandbox/deliveries?event_id=${id}`)
    expect(deliveries.length).toBeGreaterThanOrEqual(3)
    await next.waitFor(`kind=delivery&event_id=${id}&state=succeeded&count=${deliveries.length}`)
  }
  expect(promised.events.size).toBeGreaterThan(sample(5, 50))
  const received = new Set(receiver.ids())
  expect([...promised.events].filter((id) => !received.has(id))).toEqual([])
  expect(
    (await next.get<{ deliveries: DeliveryRow[] }>('/sandbox/deliveries?state=failed')).deliveries,
  ).toEqual([])

  for (const id of promised.captures)
    expect((await next.ask('GET', `/sandbox/captures/${id}`)).status).toBe(200)
  const { subscriptions } = await next.get<{ subscriptions: Subscription[] }>(
    '/sandbox/subscriptions?limit=500',
  )
  expect(subscriptions.map(({ id }) => id)).toEqual(expect.arrayContaining([...promised.subscriptions]))
  const urlOf = (id: string) => subscriptions.find((one) => one.id === id)?.url
  expect(urlOf(own.id)).toBe(`${next.url}/in/own`)
  expect(urlOf(byName.id)).toBe(`${next.url.replace('127.0.0.1', 'localhost')}/in/by-name`)
  expect(new Set(ids).size).toBe(ids.length)

  await next.terminate()
  const database = new BetterSqlite3(join(folder, 'sandbox.db'), { readonly: true })
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  database.close()
})

test('what waits for the own receiver of a killed sandbox reaches it at its new address', async () => {
  const folder = ownFolder()
  writeFileSync(join(folder, 'config.json'), '{}')
  const first = await startLife(folder)
  await first.ask('POST', '/sandbox/clock', { mode: 'manual' })
  await first.ask('POST', '/sandbox/endpoints', { name: 'own', reply: [{ status: 503 }, { status: 200 }] })
  await first.ask('POST', '/api/v0.1/webhooks', { url: `${first.url}/in/own`, events: ['*'] })
  const { body } = await first.ask<Triggered>('POST', '/sandbox/events', { event: 'card.created' })
  await first.waitFor('kind=delivery&state=retrying')
  await first.kill()
  const second = await startLifeHere(folder)
  expect(second.url).not.toBe(first.url)
  await second.ask('POST', '/sandbox/clock', { advance: '2m' })
  const { delivery } = await second.get<{ delivery: Delivery }>(
    `/sandbox/deliveries/${body.deliveries[0]?.id}`,
  )
  expect(delivery).toMatchObject({ state: 'succeeded', url: `${second.url}/in/own`, attempts_made: 2 })
})

import { describe, expect, test } from 'vitest'
import type { DeliveryRow, Subscription } from '../../../server/wire.ts'
import { expectRefused } from '../../control/refused.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'
import { messageIn } from './wire-receiver.ts'
import { resend, startWorld, type World } from './world.ts'

/** Which of three faults that show on the wire each request came with, oldest first. */
const marksOf = ({ receiver }: Pick<World, 'receiver'>) =>
  receiver.seen.map(({ bytes }) => {
    const { line = '', headers = [], isChunked } = messageIn(bytes) ?? {}
    if (line.endsWith('/1.0')) return 'http10'
    if (isChunked) return 'chunked'
    return headers.every(([name]) => name === name.toUpperCase()) ? 'header_case' : 'none'
  })
const rule = async (sandbox: TestSandbox, order: Record<string, unknown>) =>
  expect((await sandbox.request('POST', '/sandbox/fault-rules', order)).status).toBe(201)
/** One request at a time, so that they come in order. */
const one = { delivery: { concurrency: 1 } }

describe('which fault a delivery gets', () => {
  test('that of the trigger, else that of the subscription, else that of a standing rule, else none', async () => {
    const world = await startWorld({ config: one })
    const { sandbox, send, patch } = world
    await send()
    await rule(sandbox, { fault: 'chunked' })
    await send()
    await patch({ fault: 'header_case' })
    await send()
    await send('http10')
    await patch({ fault: null })
    await send()
    await sandbox.settle()
    expect(marksOf(world)).toEqual(['none', 'chunked', 'header_case', 'http10', 'chunked'])
  })

  test("a subscription's is its own, and leaves deliveries that are there as they are", async () => {
    const world = await startWorld({ config: one })
    const other = await startWorld()
    await world.sandbox.subscribe(other.receiver.url)
    const waiting = await world.send('delay(1m)')
    await world.patch({ fault: 'chunked | delay(2m)' })
    await world.send()
    await world.patch({ fault: null })
    await world.sandbox.clock({ advance: '1h' })
    expect(marksOf(world)).toEqual(['none', 'chunked'])
    expect(marksOf(other)).toEqual(['none', 'none'])
    expect((await world.sandbox.delivery(waiting)).fault).toBe('delay(1m)')
  })

  test.each([
    ['every', { every: 2 }, ['none', 'chunked', 'none', 'chunked']],
    ['first', { first: 1 }, ['chunked', 'none', 'none', 'none']],
    ['an event', { event: 'card.*' }, ['chunked', 'none', 'chunked', 'none']],
    ['a subscription of others', { subscription_id: 'other' }, ['none', 'none', 'none', 'none']],
    ['its subscription', { subscription_id: 'own' }, ['chunked', 'chunked', 'chunked', 'chunked']],
  ])('a standing rule with %s', async (_, order, marks) => {
    const world = await startWorld({ config: one })
    const { sandbox, subscription } = world
    const other = await sandbox.subscribe('http://127.0.0.1:9/', { events: ['nothing'] })
    const ids: Record<string, string> = { own: subscription.id, other: other.id }
    const named = 'subscription_id' in order ? { subscription_id: ids[order.subscription_id] } : order
    await rule(sandbox, { fault: 'chunked', ...named })
    for (const event of ['card.created', 'customer.updated', 'card.created', 'customer.updated'])
      await sandbox.trigger(event)
    await sandbox.settle()
    expect(marksOf(world)).toEqual(marks)
  })

  test('a probability is drawn from the seed', async () => {
    const drawn = async (seed: number) => {
      const world = await startWorld({ config: { ...one, seed } })
      await rule(world.sandbox, { fault: 'chunked', probability: 0.5 })
      await world.sandbox.trigger('card.created', { count: 16 })
      await world.sandbox.settle()
      return marksOf(world)
    }
    const [first, again, other] = [await drawn(7), await drawn(7), await drawn(8)]
    expect(new Set(first)).toEqual(new Set(['none', 'chunked']))
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })

  test('the rules of the config stand from the start, and before those that are made later', async () => {
    const fault_rules = [{ fault: 'header_case', event: 'card.*', first: 1 }]
    const world = await startWorld({ config: { ...one, fault_rules } })
    await rule(world.sandbox, { fault: 'chunked' })
    await world.sandbox.trigger('card.created', { count: 2 })
    await world.sandbox.settle()
    expect(marksOf(world)).toEqual(['header_case', 'chunked'])
  })

  test('a rule of the config that names no subscription there is stands all the same, and a line says that it meets nothing', async () => {
    const gone = '00000000-0000-4000-8000-000000000000'
    const sandbox = await startSandbox({
      fault_rules: [{ fault: 'drop' }, { fault: 'drop', subscription_id: gone }],
    })
    const told = `No subscription has these ids from the config's fault_rules, so the rules match nothing: drop at ${gone}.`
    expect(sandbox.troubles).toMatchObject([{ message: told }])
    expect(await sandbox.get('/sandbox/fault-rules')).toMatchObject({
      fault_rules: [{}, { subscription_id: null }],
    })
  })

  test('a resend has the one that it is given, and none otherwise', async () => {
    const world = await startWorld({ config: one })
    const { sandbox, send, patch } = world
    await rule(sandbox, { fault: 'chunked' })
    await patch({ fault: 'header_case' })
    const id = await send('http10')
    await sandbox.settle()
    await resend(sandbox, id)
    await resend(sandbox, id, { fault: 'chunked' })
    await sandbox.settle()
    await sandbox.post('/sandbox/deliveries/resend', { state: 'succeeded', event: 'card.created' })
    await sandbox.settle()
    expect(marksOf(world)).toEqual([
      'http10',
      'none',
      'chunked',
      ...Array(world.receiver.seen.length - 3).fill('none'),
    ])
    expect(world.receiver.seen.length).toBeGreaterThan(3)
    expect(await sandbox.get('/sandbox/fault-rules')).toMatchObject({ fault_rules: [{ matched: 0 }] })
  })
})

describe('a misspelt one is refused with the nearest name, and nothing is written', () => {
  const said = { status: 422, code: 'fault_invalid', message: /duplicat/, fix: /duplicate/ } as const

  test('of a trigger', async () => {
    const { sandbox } = await startWorld()
    expectRefused(
      await sandbox.request('POST', '/sandbox/events', { event: 'card.created', fault: 'duplicat(2)' }),
      said,
    )
    await sandbox.settle()
    expect(await sandbox.get('/sandbox/events')).toEqual({ events: [], next: null })
    expect(await sandbox.deliveries()).toEqual([])
  })

  test('of a trigger that nobody listens to', async () => {
    const sandbox = await startSandbox()
    expectRefused(
      await sandbox.request('POST', '/sandbox/events', { event: 'card.created', fault: 'duplicat(2)' }),
      said,
    )
    expect(await sandbox.get('/sandbox/events')).toEqual({ events: [], next: null })
  })

  test('of a resend', async () => {
    const { sandbox, send } = await startWorld()
    const id = await send()
    await sandbox.settle()
    expectRefused(
      await sandbox.request('POST', `/sandbox/deliveries/${id}/resend`, { fault: 'duplicat(2)' }),
      said,
    )
    expect(await sandbox.deliveries()).toHaveLength(1)
  })

  test('of a subscription, whose other settings stay too', async () => {
    const { sandbox, patch } = await startWorld()
    const before = await sandbox.get('/sandbox/subscriptions')
    expectRefused(await patch({ fault: 'duplicat(2)', ordered: true }), said)
    expect(await sandbox.get('/sandbox/subscriptions')).toEqual(before)
  })

  test('of a standing rule', async () => {
    const { sandbox } = await startWorld()
    expectRefused(await sandbox.request('POST', '/sandbox/fault-rules', { fault: 'duplicat(2)' }), said)
    expect(await sandbox.get('/sandbox/fault-rules')).toEqual({ fault_rules: [], next: null })
  })

  test('of the config: it does not start', async () => {
    await expect(startSandbox({ fault_rules: [{ fault: 'duplicat(2)' }] })).rejects.toThrow(/duplicat/)
  })
})

test('lists and the platform show the canonical text of a fault', async () => {
  const { sandbox, send, patch } = await startWorld()
  const { body } = (await patch({ fault: ' duplicate( 2 ,1000ms )|delay(60s)| sticky' })) as {
    body: { subscription: Subscription }
  }
  expect(body.subscription.fault).toBe('duplicate(2, 1s) | delay(1m) | sticky')
  const id = await send()
  const [row] = await sandbox.deliveries()
  expect([row?.id, (row as DeliveryRow).fault]).toEqual([id, 'duplicate(2, 1s) | delay(1m) | sticky'])
})

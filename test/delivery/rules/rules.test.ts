import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fires, isMeantFor } from '../../../server/delivery/rules/rules.ts'
import type { FaultRule } from '../../../server/wire.ts'
import { ownFolder } from '../../helpers/folder.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'

describe('which match fires', () => {
  const fired = (rule: Partial<Parameters<typeof fires>[0]>, draw = 0) =>
    [1, 2, 3, 4, 5, 6, 7, 8].filter((matched) =>
      fires({ every: null, first: null, probability: null, ...rule, matched }, draw),
    )
  test.each([
    [{}, [1, 2, 3, 4, 5, 6, 7, 8]],
    [{ every: 3 }, [3, 6]],
    [{ first: 2 }, [1, 2]],
    [{ every: 2, first: 5 }, [2, 4]],
  ])('%o: %o', (rule, expected) => expect(fired(rule)).toEqual(expected))
  test('a probability is a bound for the draw', () => {
    expect(fired({ probability: 0.5 }, 0.49)).toHaveLength(8)
    expect(fired({ probability: 0.5 }, 0.5)).toEqual([])
    expect(fired({ probability: 1 }, 0.999)).toHaveLength(8)
  })
  test('what a rule does not say it leaves open', () => {
    const delivery = { event: 'card.created', subscriptionId: 's1', isOfRun: false }
    const meant = (event: string, subscriptionId: string | null) =>
      isMeantFor({ event, subscription_id: subscriptionId }, delivery)
    expect([meant('*', null), meant('card.*', 's1'), meant('card.created', null)]).toEqual([true, true, true])
    expect([meant('card.*', 's2'), meant('kyc.*', null), meant('card', null)]).toEqual([false, false, false])
  })
  test("a run's deliveries are meant where its subscription is named", () => {
    const delivery = { event: 'card.created', subscriptionId: 's1', isOfRun: true }
    const meant = (subscriptionId: string | null) =>
      isMeantFor({ event: '*', subscription_id: subscriptionId }, delivery)
    expect([meant(null), meant('s1'), meant('s2')]).toEqual([false, true, false])
  })
})

interface Refused {
  error: { code: string; message: string; fix: string }
}
const rulesOf = async (sandbox: TestSandbox) =>
  (await sandbox.get<{ fault_rules: FaultRule[] }>('/sandbox/fault-rules')).fault_rules.toReversed()
async function make(sandbox: TestSandbox, order: Record<string, unknown>): Promise<FaultRule> {
  const answer = await sandbox.request<{ fault_rule: FaultRule }>('POST', '/sandbox/fault-rules', order)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.fault_rule
}
/** What so many triggered events were given, oldest first. */
const faultsOf = async (sandbox: TestSandbox, event: string, count: number) =>
  (await sandbox.trigger(event, { count })).deliveries.map(({ fault }) => fault)

/** A sandbox on which time stands, so that nothing is retried, with one subscription to all events. */
async function world(config: Record<string, unknown> = {}) {
  const sandbox = await startSandbox(config)
  await sandbox.clock({ mode: 'manual' })
  const subscription = await sandbox.subscribe(`${sandbox.url}/in/demo`)
  return { sandbox, subscription }
}

describe('standing rules', () => {
  test('a rule puts its fault on what it matches, counts, and is taken back', async () => {
    const { sandbox } = await world()
    const rule = await make(sandbox, { fault: 'delay( 60s )', event: 'card.*', every: 2 })
    expect(rule).toMatchObject({
      id: expect.stringMatching(/^flt_[0-9a-z]{26}$/),
      fault: 'delay(1m)',
      event: 'card.*',
      subscription_id: null,
      every: 2,
      first: null,
      probability: null,
      source: 'api',
      matched: 0,
      fired: 0,
    })
    expect(await faultsOf(sandbox, 'card.created', 4)).toEqual([null, 'delay(1m)', null, 'delay(1m)'])
    expect(await faultsOf(sandbox, 'customer.updated', 2)).toEqual([null, null])
    expect(await rulesOf(sandbox)).toMatchObject([{ matched: 4, fired: 2 }])
    const gone = await sandbox.request('DELETE', `/sandbox/fault-rules/${rule.id}`)
    expect(gone.body).toMatchObject({ fault_rule: { id: rule.id, matched: 4 } })
    expect(await faultsOf(sandbox, 'card.created', 2)).toEqual([null, null])
    const twice = await sandbox.request<Refused>('DELETE', `/sandbox/fault-rules/${rule.id}`)
    expect([twice.status, twice.body.error.code]).toEqual([404, 'fault_rule_unknown'])
  })

  test('the oldest that fires wins, and those behind it do not count', async () => {
    const { sandbox } = await world()
    await make(sandbox, { fault: 'delay(1m)', first: 1 })
    await make(sandbox, { fault: 'delay(2m)', every: 2 })
    await make(sandbox, { fault: 'delay(3m)' })
    const given = await faultsOf(sandbox, 'card.created', 4)
    expect(given).toEqual(['delay(1m)', 'delay(3m)', 'delay(2m)', 'delay(3m)'])
    expect((await rulesOf(sandbox)).map(({ matched, fired }) => [matched, fired])).toEqual([
      [1, 1],
      [3, 1],
      [2, 2],
    ])
  })

  test('what is set on the trigger or the subscription goes before, and counts at no rule', async () => {
    const { sandbox, subscription } = await world()
    await make(sandbox, { fault: 'delay(1m)' })
    const { deliveries } = await sandbox.trigger('card.created', { fault: 'delay(2m)' })
    expect(deliveries.map(({ fault }) => fault)).toEqual(['delay(2m)'])
    await sandbox.request('PATCH', `/sandbox/subscriptions/${subscription.id}`, { fault: 'delay(3m)' })
    expect(await faultsOf(sandbox, 'card.created', 1)).toEqual(['delay(3m)'])
    expect(await rulesOf(sandbox)).toMatchObject([{ matched: 0, fired: 0 }])
  })

  test('a rule goes with the subscription that it names, and no other does', async () => {
    const { sandbox, subscription } = await world()
    const other = await sandbox.subscribe(`${sandbox.url}/in/demo`)
    await make(sandbox, { fault: 'delay(1m)', subscription_id: subscription.id })
    await make(sandbox, { fault: 'delay(2m)', subscription_id: other.id })
    await make(sandbox, { fault: 'delay(3m)' })
    await sandbox.call('DELETE', `/webhooks/${subscription.id}`)
    expect((await rulesOf(sandbox)).map(({ fault }) => fault)).toEqual(['delay(2m)', 'delay(3m)'])
  })

  test('an empty event is refused for that alone', async () => {
    const { sandbox } = await world()
    const rule = { fault: 'drop', event: '' }
    const { status, body } = await sandbox.request<Refused>('POST', '/sandbox/fault-rules', rule)
    expect([status, body.error.message]).toEqual([422, 'event: must be at least 1 character.'])
  })

  test('a probability is drawn from the seed', async () => {
    const drawn = async (seed: number) => {
      const { sandbox } = await world({ seed })
      await make(sandbox, { fault: 'delay(1m)', probability: 0.3 })
      return (await faultsOf(sandbox, 'card.created', 200)).map((fault) => fault !== null)
    }
    const [first, again, other] = [await drawn(7), await drawn(7), await drawn(8)]
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
    const hits = first.filter(Boolean).length
    expect(hits).toBeGreaterThan(35)
    expect(hits).toBeLessThan(85)
  })

  test('a rule for one subscription leaves the others alone', async () => {
    const { sandbox, subscription } = await world()
    await sandbox.subscribe(`${sandbox.url}/in/other`)
    await make(sandbox, { fault: 'delay(1m)', subscription_id: subscription.id })
    const { deliveries } = await sandbox.trigger('card.created')
    expect(
      deliveries.map(({ subscription_id, fault }) => [subscription_id === subscription.id, fault]),
    ).toEqual([
      [true, 'delay(1m)'],
      [false, null],
    ])
  })

  test('what is undone was not counted', async () => {
    const { sandbox } = await world()
    await make(sandbox, { fault: 'delay(1m)', first: 1 })
    const refused = await sandbox.request<Refused>('POST', '/sandbox/events', {
      event: 'card.created',
      fault: 'dorp',
    })
    expect([refused.status, refused.body.error.code]).toEqual([422, 'fault_invalid'])
    expect(refused.body.error.fix).toContain('Did you mean drop?')
    expect(await faultsOf(sandbox, 'card.created', 2)).toEqual(['delay(1m)', null])
  })

  test.each([
    [{ fault: 'dorp' }, 'fault_invalid', 'Did you mean drop?'],
    [{}, 'invalid_field', 'fault: must be a fault such as drop'],
    [{ fault: 'drop', every: 0 }, 'invalid_field', 'every: must be a whole number of 1 or more'],
    [{ fault: 'drop', first: 1.5 }, 'invalid_field', 'first: must be a whole number of 1 or more'],
    [{ fault: 'drop', probability: 0 }, 'invalid_field', 'probability: must be a number above 0'],
    [{ fault: 'drop', evry: 2 }, 'invalid_field', 'Did you mean every?'],
    [
      { fault: 'drop', event: 'cardd.created' },
      'invalid_field',
      'event: cardd.created is not an event; did you mean card.created?',
    ],
    [
      { fault: 'drop', event: 'crad.*' },
      'invalid_field',
      'event: crad.* matches no event; did you mean card.*?',
    ],
    [
      { fault: 'drop', event: 'orders.*' },
      'invalid_field',
      'event: orders.* matches no event; there are account.*, card.*, customer.*, kyb.*, kyc.*, transactions.',
    ],
    [
      { fault: 'drop', event: 'kyc.verifcation.*' },
      'invalid_field',
      'event: kyc.verifcation.* matches no event; did you mean kyc.verification.*?',
    ],
    [
      { fault: 'drop', event: 'card.*,kyc.*' },
      'invalid_field',
      'event: card.*,kyc.* is more than one event or pattern; name one at a time.',
    ],
    [{ fault: 'drop', every: 3, first: 2 }, 'invalid_field', 'first: must be at least 3'],
    [{ fault: 'drop', subscription_id: 'no' }, 'subscription_unknown', 'No subscription has the id no.'],
  ])('%o is refused: %s', async (order, code, says) => {
    const { sandbox } = await world()
    const { body } = await sandbox.request<Refused>('POST', '/sandbox/fault-rules', order)
    expect(body.error.code).toBe(code)
    expect(`${body.error.message} ${body.error.fix}`).toContain(says)
    expect(await rulesOf(sandbox)).toEqual([])
  })

  test('rules of the config are created again at each start and reset', async () => {
    const { sandbox } = await world({
      fault_rules: [{ fault: 'delay(1m)', first: 1 }, { fault: 'delay(2m)' }],
    })
    expect(await rulesOf(sandbox)).toMatchObject([
      { fault: 'delay(1m)', event: '*', source: 'config', first: 1 },
      { fault: 'delay(2m)', source: 'config' },
    ])
    await make(sandbox, { fault: 'delay(3m)' })
    expect(await faultsOf(sandbox, 'card.created', 2)).toEqual(['delay(1m)', 'delay(2m)'])
    await sandbox.post('/sandbox/reset')
    expect(await rulesOf(sandbox)).toMatchObject([{ matched: 0 }, { matched: 0 }])
    await expect(startSandbox({ fault_rules: [{ fault: 'dorp' }] })).rejects.toThrow('Did you mean drop?')
    const never = startSandbox({ fault_rules: [{ fault: 'drop', every: 3, first: 2 }] })
    await expect(never).rejects.toThrow('fault_rules.0.first: must be at least 3')
  })

  test('a restart creates the rules of the config again and keeps the others', async () => {
    const config = { data: join(ownFolder(), 'sandbox.db'), fault_rules: [{ fault: 'delay(1m)' }] }
    const { sandbox } = await world(config)
    await make(sandbox, { fault: 'delay(3m)', event: 'kyc.*' })
    await sandbox.trigger('card.created')
    await sandbox.close()
    const told = (await rulesOf(await startSandbox(config))).map(({ fault, matched }) => [fault, matched])
    expect(told).toEqual([
      ['delay(3m)', 0],
      ['delay(1m)', 0],
    ])
  })

  test('those of the config come first after a restart as before it', async () => {
    const config = {
      data: join(ownFolder(), 'sandbox.db'),
      fault_rules: [{ fault: 'delay(1m)' }],
      armed_errors: [{ code: 'customer_dne', path: '/cards' }],
    }
    const { sandbox } = await world(config)
    await make(sandbox, { fault: 'delay(3m)' })
    await sandbox.post('/sandbox/armed-errors', { code: 'account_dne', path: '/cards' })
    await sandbox.close()
    const again = await startSandbox(config)
    expect(await faultsOf(again, 'card.created', 1)).toEqual(['delay(1m)'])
    expect(await again.call('GET', '/cards')).toMatchObject({ body: { Code: 'customer_dne' } })
  })

  test('each change is announced', async () => {
    const { sandbox } = await world()
    const told: unknown[] = []
    sandbox.listen((frames) => {
      for (const news of frames) if (news.kind === 'fault_rule') told.push(news.tell())
    })
    const { id } = await make(sandbox, { fault: 'delay(1m)' })
    await sandbox.trigger('card.created')
    await sandbox.request('DELETE', `/sandbox/fault-rules/${id}`)
    expect(told).toMatchObject([
      { id, matched: 0 },
      { id, matched: 1, fired: 1 },
      { id, deleted: true },
    ])
  })

  test('rules whose first matches are over stay listed, and pages follow each other', async () => {
    const { sandbox } = await world()
    for (const minutes of [1, 2, 3]) await make(sandbox, { fault: `delay(${minutes}m)`, first: 1 })
    await faultsOf(sandbox, 'card.created', 5)
    const page = await sandbox.get<{ fault_rules: FaultRule[]; next: string }>('/sandbox/fault-rules?limit=2')
    expect(page.fault_rules.map(({ fault, fired }) => [fault, fired])).toEqual([
      ['delay(3m)', 1],
      ['delay(2m)', 1],
    ])
    const rest = await sandbox.get<{ fault_rules: FaultRule[]; next: null }>(
      `/sandbox/fault-rules?limit=2&cursor=${page.next}`,
    )
    expect([rest.fault_rules.map(({ fault }) => fault), rest.next]).toEqual([['delay(1m)'], null])
  })
})

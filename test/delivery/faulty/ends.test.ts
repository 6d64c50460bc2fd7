import { isUtf8 } from 'node:buffer'
import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { listFaults } from '../../../server/faults/expectation.ts'
import { sample } from '../../helpers/long.ts'
import { messageIn, type Seen } from './wire-receiver.ts'
import { endOf, startWorld } from './world.ts'

/** Whether the published library takes a request. It reads every body as UTF-8, so that bytes in another charset are checked without it. */
function isVerified(secret: string, { bytes }: Seen): boolean {
  const { headers, body } = messageIn(bytes) ?? { headers: [], body: Buffer.alloc(0) }
  const lower = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
  if (!isUtf8(body)) {
    const hmac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    hmac.update(`${lower['webhook-id']}.${lower['webhook-timestamp']}.`).update(body)
    return lower['webhook-signature'] === `v1,${hmac.digest('base64')}`
  }
  try {
    new Webhook(secret).verify(body, lower)
    return true
  } catch (error) {
    // It parses what it has verified, always as UTF-8.
    return error instanceof SyntaxError
  }
}

/**
 * Sends one event with a fault, after another that a replay can bring again, to a receiver that answers the first so many
 * requests by `first` and then, if it is right, by the published library's word.
 */
async function deliver(fault: string, { first = [] as number[], isRight = true, success = [200, 201] } = {}) {
  let secret = ''
  const verified: boolean[] = []
  const world = await startWorld({
    config: { delivery: { retry_delays: ['1m'], jitter: 0, success } },
    answer(seen) {
      verified.push(isVerified(secret, seen))
      return first[verified.length - 2] ?? (isRight && !verified.at(-1) ? 401 : 200)
    },
  })
  secret = world.subscription.secret
  await world.send(undefined, 'customer.updated')
  await world.sandbox.settle()
  const id = await world.send(fault)
  await world.sandbox.clock({ advance: '20m' })
  const delivery = await world.sandbox.delivery(id)
  expect(world.sandbox.troubles).toEqual([])
  return { ...world, delivery, end: endOf(delivery), verified: verified.slice(1) }
}

const faults = listFaults()
  .filter(({ fault }) => fault !== 'sticky')
  .map((row) => ({ ...row, example: row.fault === 'slow' ? 'slow(100kb)' : row.example }))
const forbidden = faults.filter(({ expects }) => expects === 'refuse')
const allowed = faults.filter(({ expects }) => expects !== 'refuse')
/** What never comes as a whole at the first attempt. */
const lost: Record<string, string> = {
  drop: 'dropped',
  truncate: 'reset',
  'reset(headers)': 'reset',
  'reset(body)': 'reset',
}
// Each fault is in the first test of its kind. What follows is the engine's, which asks only for what is below.
const someForbidden = sample(
  forbidden.filter((_, at) => at % 3 === 0),
  forbidden,
)
const someAllowed = sample(
  allowed.filter(({ fault }, at) => fault in lost || fault === 'duplicate' || at % 3 === 0),
  allowed,
)

describe('what has to be refused', () => {
  test.each(forbidden)('$example: a right receiver refuses it, which is the end', async ({ example }) => {
    const { delivery, end, verified } = await deliver(example)
    expect([end, verified]).toEqual([['refused', 401], [false]])
    expect(delivery.reason_facts).toEqual({ code: 'refused', status: 401 })
    expect(delivery).toMatchObject({ attempts_made: 1, next_attempt_at: null })
  })

  test.each(someForbidden)(
    '$example: one that accepts it has done wrong, which is the end',
    async ({ example }) => {
      const { delivery, end } = await deliver(example, { isRight: false })
      expect(end).toEqual(['wrongly_accepted', 200])
      expect(delivery.reason_facts).toEqual({ code: 'wrongly_accepted', status: 200 })
    },
  )

  test.each(someForbidden)('$example: a failure is retried without the fault', async ({ example }) => {
    const { delivery, end, verified } = await deliver(example, { first: [503] })
    expect([end, verified]).toEqual([
      ['succeeded', 503, 200],
      [false, true],
    ])
    expect(delivery.attempts.map(({ fault, changes }) => [fault, changes.length])).toEqual([
      [delivery.fault, expect.any(Number)],
      [null, 0],
    ])
  })

  test.each(someForbidden)(
    '$example | sticky: a failure is retried with it, and refused',
    async ({ example }) => {
      const { delivery, end } = await deliver(`${example} | sticky`, { first: [503] })
      expect(end).toEqual(['refused', 503, 401])
      expect(delivery.attempts.map(({ fault }) => fault)).toEqual([delivery.fault, delivery.fault])
      expect(delivery.attempts.every(({ changes }) => changes.length > 0)).toBe(true)
    },
  )
})

describe('what need not be refused', () => {
  test.each(allowed)('$example: a right receiver takes it in the end', async ({ fault, example }) => {
    const { end, verified } = await deliver(example)
    const before = lost[fault] ?? (fault === 'duplicate' ? 200 : undefined)
    expect(end).toEqual(['succeeded', ...(before === undefined ? [] : [before]), 200])
    expect(verified).not.toContain(false)
  })

  test.each(someAllowed)('$example: a failure is retried without the fault', async ({ fault, example }) => {
    const { delivery, end } = await deliver(example, {
      first: [503, ...(fault === 'duplicate' ? [503] : [])],
    })
    const [before] = [lost[fault] ?? 503]
    const more = fault === 'duplicate' ? [503] : []
    // What never came used up no answer of the receiver.
    const expected = fault in lost ? ['failed', before, 503] : ['succeeded', 503, ...more, 200]
    expect(end).toEqual(expected)
    expect(delivery.attempts.at(-1)).toMatchObject({ fault: null, changes: [] })
  })

  test.each(someAllowed)('$example | sticky: every attempt has it', async ({ fault, example }) => {
    const { delivery, end } = await deliver(`${example} | sticky`, { first: [503, 503] })
    const each = lost[fault] ?? 503
    const [all, attempts] = fault === 'duplicate' ? [[503, 503, 200, 200], 4] : [[each, each], 2]
    expect(end).toEqual([fault === 'duplicate' ? 'succeeded' : 'failed', ...all])
    expect(delivery.attempts.map((attempt) => attempt.fault)).toEqual(
      Array(attempts).fill(`${delivery.fault}`),
    )
    expect(delivery.attempts.every(({ changes }) => changes.length > 0)).toBe(true)
  })
})

describe('several at once', () => {
  test('one that has to be refused makes the whole so, and every part says what it changed', async () => {
    const { delivery, end } = await deliver('delay(30s) | chunked | header_case | extra_field | tamper(body)')
    expect(end).toEqual(['refused', 401])
    expect(delivery.attempts[0]?.changes.map(({ fault }) => fault).toSorted()).toEqual([
      'chunked',
      'delay(30s)',
      'extra_field',
      'header_case',
      'tamper(body)',
    ])
  })

  test('parts that a right receiver takes are taken together', async () => {
    const text = 'unknown_event | missing_field(card.status) | reserialise | http10 | charset(utf-16be)'
    const { end, receiver } = await deliver(text)
    expect(end).toEqual(['succeeded', 200])
    const message = messageIn(receiver.seen.at(-1)?.bytes ?? Buffer.alloc(0))
    const body = JSON.parse(new TextDecoder('utf-16be').decode(message?.body))
    expect(body.event).toMatch(/^unknown\./)
    expect(body.card).not.toHaveProperty('status')
    expect(message?.line).toMatch(/HTTP\/1\.0$/)
  })

  test('of copies that have to be refused one that is accepted is one too many', async () => {
    const { end } = await deliver('duplicate(3) | unsigned', { first: [401, 200, 401] })
    expect(end[0]).toBe('wrongly_accepted')
    expect(end.slice(1).toSorted()).toEqual([200, 401, 401])
  })
})

test('a correct refusal counts as correct even if its 4xx counts as delivered', async () => {
  const success = [200, 401]
  expect((await deliver('tamper(signature)', { success })).end).toEqual(['refused', 401])
  expect((await deliver('tamper(signature)', { success, isRight: false })).end).toEqual([
    'wrongly_accepted',
    200,
  ])
})

import { expect } from 'vitest'
import { type PlatformCode, platformErrors } from '../../server/errors/dictionary.ts'
import { type EventName, isEventName, kinds } from '../../server/events/builders.ts'
import { validPaths } from '../../server/events/overrides.ts'
import { type Ending, startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { expectRefused } from '../platform/ask.ts'

type Fields = Record<string, unknown>
export interface Heard extends Fields {
  event: EventName
  occurred_at: string
}
interface Money extends Fields {
  transaction_id: string
  account_id: string
  state: string
  amount: string
}

/** Every path of a payload, in its order, 0 standing for each place of a list. */
function pathsOf(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  const entries = Array.isArray(value) ? value.map((item) => ['0', item] as const) : Object.entries(value)
  return [
    ...new Set(entries.flatMap(([key, inner]) => [`${prefix}${key}`, ...pathsOf(inner, `${prefix}${key}.`)])),
  ]
}

const cents = (amount: unknown) => Math.round(Number(amount) * 100)
const decimal = (sum: number) => (sum / 100).toFixed(2)

/** Somebody who calls the platform and is subscribed to all that happens there, one delivery after the other. */
export async function join(sandbox: TestSandbox, identity: string) {
  const headers = { authorization: `key of ${identity}`, identity }
  const ask = (method: string, path: string, body?: unknown) =>
    sandbox.call<Fields>(method, path, body, headers)
  const subscribed = await sandbox.call<{ webhook_subscription: { id: string } }>(
    'POST',
    '/webhooks',
    { url: `${sandbox.url}/in/${identity}`, events: ['*'] },
    headers,
  )
  const { id } = subscribed.body.webhook_subscription
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { ordered: true })

  /** Every transaction as it was told last. */
  const ledger = new Map<string, Money>()
  let heard = 0

  /** What was delivered and not asked for yet: caught once each, in order, with a right signature and the form of the catalogue. */
  async function listen(): Promise<Heard[]> {
    await sandbox.settle()
    const sent = (await sandbox.deliveries(`?subscription_id=${id}&limit=500`)).toReversed()
    const caught = (await sandbox.captures(`?endpoint=${identity}&limit=500`)).toReversed()
    expect(caught.map(({ webhook_id }) => webhook_id)).toEqual(sent.map(({ event_id }) => event_id))
    expect(new Set(caught.map(({ webhook_id }) => webhook_id)).size).toBe(caught.length)
    const news = caught.slice(heard)
    heard = caught.length
    return Promise.all(news.map(({ id: captureId }) => read(captureId)))
  }

  async function read(captureId: string): Promise<Heard> {
    const { body, verdict } = await sandbox.capture(captureId)
    expect(verdict.result).toBe('verified')
    const payload = JSON.parse(body ?? '') as Heard
    if (!isEventName(payload.event)) throw new Error(`${payload.event} is no event of the catalogue`)
    const { schema } = kinds[payload.event]
    expect(schema.strict().parse(payload)).toEqual(payload)
    expect(pathsOf(payload), payload.event).toEqual(validPaths(schema))
    const money = payload.transaction as Money | undefined
    if (money) ledger.set(money.transaction_id, money)
    return payload
  }

  /** Asks, and the answer must have this status. */
  async function answered(status: number, method: string, path: string, body?: unknown) {
    const answer = await ask(method, path, body)
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBe(status)
    return answer.body
  }
  const made = (path: string, body?: unknown) => answered(201, 'POST', path, body)

  const me = {
    identity,
    subscription: id,
    ask,
    listen,
    made,
    /** A POST that makes nothing but changes what there is. */
    done: (path: string, body?: unknown) => answered(200, 'POST', path, body),
    got: (path: string) => answered(200, 'GET', path),
    changed: (path: string, body: unknown) => answered(200, 'PATCH', path, body),
    removed: (path: string, body?: unknown) => answered(200, 'DELETE', path, body),
    async refused(code: PlatformCode, method: string, path: string, body?: unknown) {
      expectRefused(await ask(method, path, body), { status: platformErrors[code].status, code })
    },
    /** These events and no others came since the last time; answers their payloads. */
    async hears(...names: EventName[]): Promise<Heard[]> {
      const payloads = await listen()
      expect(payloads.map(({ event }) => event)).toEqual(names)
      return payloads
    },
    /** The balances of an account, which must be what its webhooks add up to. */
    async balances(accountId: unknown) {
      expect(await listen(), 'events that the story does not tell of').toEqual([])
      const { balance, available_balance } = await me.got(`/accounts/${accountId}`)
      const sum = (of: (money: Money) => boolean) =>
        [...ledger.values()]
          .filter((money) => money.account_id === accountId && of(money))
          .reduce((total, { amount }) => total + cents(amount), 0)
      const settled = sum(({ state }) => state === 'settled')
      const held = sum(({ state, amount }) => state === 'pending' && cents(amount) < 0)
      expect([balance, available_balance]).toEqual([decimal(settled), decimal(settled + held)])
      return [balance, available_balance]
    },
    /** A customer who passed KYC. */
    async verifiedCustomer(): Promise<string> {
      const person = { dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }] }
      const { customer_id } = await made('/customers', { ...person, ssn: '123-45-6789' })
      await made(`/customers/${customer_id}/verification-kyc`)
      await sandbox.settle()
      return String(customer_id)
    },
    /** An account of a customer of its own, a card of it, and the money on it. What they cause is heard and forgotten. */
    async funded(amount?: string, account: Fields = {}) {
      const customer_id = await me.verifiedCustomer()
      const { account_id } = await made('/accounts', { customer_id, ...account })
      const { card_id } = await made('/cards', { account_id })
      if (amount) await made('/simulate/settlement', { card_id, amount, type: 'deposit' })
      await listen()
      return { customer_id, account_id: String(account_id), card_id: String(card_id) }
    },
  }
  return me
}
export type Actor = Awaited<ReturnType<typeof join>>

/** A sandbox whose clock stands on a Monday morning, and somebody there. */
export async function startStory(config: Fields = {}, ending?: Ending) {
  const sandbox = await startSandbox(config, undefined, ending)
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
  return {
    sandbox,
    me: await join(sandbox, 'demo'),
    advance: (length: string) => sandbox.clock({ advance: length }),
  }
}

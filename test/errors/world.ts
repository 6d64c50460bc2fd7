import { expect } from 'vitest'
import type { PlatformCode } from '../../server/errors/dictionary.ts'
import { startSandbox } from '../helpers/sandbox.ts'

/** A UUID that nothing has. */
export const unknownId = '00000000-0000-4000-8000-000000000000'
export const ada = { dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }] }
export const outsideAccount = { routing_number: '110000000', account_number: '000123456789' }

/** An empty sandbox whose clock stands at noon of 2026-01-05, and what it takes to fill it by its public API. */
export async function createWorld(config: Record<string, unknown> = {}) {
  const sandbox = await startSandbox(config)
  const setClock = () => sandbox.clock({ mode: 'manual', set: '2026-01-05T12:00:00Z' })
  await setClock()

  /** A call that must succeed; answers what was made. */
  async function done(method: string, path: string, body?: unknown): Promise<Record<string, string>> {
    const answer = await sandbox.call<Record<string, string>>(method, path, body)
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const make = (path: string, body: unknown) => done('POST', path, body)
  const made = async (path: string, body: unknown, id: string) => (await make(path, body))[id] ?? ''

  const customer = (over: Record<string, unknown> = {}) =>
    made('/customers/', { ...ada, ssn: '123-45-6789', ...over }, 'customer_id')
  async function verified() {
    const customer_id = await customer()
    await make('/simulate/kyc-pass', { customer_id })
    return customer_id
  }
  const account = async (over: Record<string, unknown> = {}) =>
    made('/accounts', { customer_id: over.customer_id ?? (await verified()), ...over }, 'account_id')
  /** Issues a card, on an account of its own unless one is given. */
  const card = async (over: Record<string, unknown> = {}) => {
    const told = await make('/cards', { account_id: over.account_id ?? (await account()), ...over })
    return { card_id: '', account_id: '', program_id: '', ...told }
  }
  const fund = (card_id: string, amount: string) =>
    make('/simulate/settlement', { card_id, amount, type: 'deposit' })

  return {
    sandbox,
    /** Brings the world back to its beginning, which takes less than another sandbox. */
    async empty() {
      await sandbox.post('/sandbox/reset')
      await setClock()
    },
    done,
    make,
    customer,
    verified,
    account,
    card,
    fund,
    async funded(amount = '100.00') {
      const issued = await card()
      await fund(issued.card_id, amount)
      return issued
    },
    closed: async (reason: string) => {
      const { card_id } = await card()
      await make(`/cards/${card_id}/close`, { reason })
      return card_id
    },
    business: () => made('/businesses', { legal_name: 'Quill LLC', ein: '12-3456789' }, 'business_id'),
    /** An external account, by its numbers unless told otherwise. */
    link: (account_id: string, over: Record<string, unknown> = {}) =>
      made('/accounts/external', { account_id, ...outsideAccount, ...over }, 'linked_account_id'),
    buy: (card_id: string, amount: string) =>
      made('/simulate/settlement', { card_id, amount, type: 'purchase' }, 'transaction_id'),
    transfer: (card_id: string, over: Record<string, unknown> = {}) =>
      made('/core/transfer', { card_id, amount: '1.00', ...over }, 'transfer_id'),
  }
}
export type World = Awaited<ReturnType<typeof createWorld>>

/** The request that is refused, and what its message has to name. */
interface Reached {
  ask: [method: string, path: string, body?: unknown]
  headers?: Record<string, string>
  says: (string | RegExp)[]
}
/** One way to a code: what is there beforehand, then the request. */
export interface Way {
  status: number
  config: Record<string, unknown>
  reach(world: World): Promise<Reached> | Reached
}
export type Natural = Partial<Record<PlatformCode, Way[]>>

/** Ways to one code, all of the same status. */
export const ways = (status: number, ...reaches: Way['reach'][]): Way[] =>
  reaches.map((reach) => ({ status, config: {}, reach }))

export const withConfig = (config: Record<string, unknown>, made: Way[]): Way[] =>
  made.map((way) => ({ ...way, config }))

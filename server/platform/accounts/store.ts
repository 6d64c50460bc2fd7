/** Stores accounts and checks what they allow. */
import type { PlatformCode } from '../../errors/dictionary.ts'
import type { Doing } from '../doing.ts'
import { refuse } from '../errors.ts'
import { shown } from '../fields.ts'
import { positiveCents, refuseLarge, sayCents } from '../money/amounts.ts'
import type { Transactions } from '../money/transactions.ts'
import type { DataOf, Kept } from '../objects/store.ts'
import type { World } from '../world.ts'
import type { account } from './schemas.ts'

interface AccountData
  extends DataOf<
    typeof account,
    | 'account_id'
    | 'balance'
    | 'available_balance'
    | 'credit_limit'
    | 'currency'
    | 'routing_number'
    | 'account_number'
  > {
  /** The customer or the business, whichever owns the account. */
  owner_id: string
  /** The credit of a credit account in cents. 0 for other accounts. */
  credit_limit: number
}
export type Account = Kept<AccountData>

/** The default credit of a credit account, in cents. */
const usualCreditLimit = 100_000
/** The highest permitted yearly interest, in percent. */
const highestApr = 36

/** Accounts and what they allow. */
export function createAccounts({ collection }: World, transactions: Transactions) {
  const accounts = collection<AccountData>('account', { owner: 'owner_id', state: 'status' })

  /** The account with this id, or a refusal with the caller's error code. */
  function found(
    call: { identity: string },
    id: string,
    code: PlatformCode = 'account_dne',
    field = '',
  ): Account {
    return (
      accounts.find(call, id) ??
      refuse(code, `${field ? `${field}: no` : 'No'} account has the id ${shown(id)}`)
    )
  }

  /** The available amount in cents: the balance minus held amounts, plus any credit. */
  const available = (account: Account): number => transactions.available(account.id) + account.credit_limit

  return {
    accounts,
    found,
    /** The open accounts of a customer or business. */
    openOf: (call: { identity: string }, ownerId: string): Account[] =>
      accounts.list(call, { owner: ownerId, state: 'active' }),
    open(call: Doing, data: Omit<AccountData, 'owner_id' | 'status' | 'load_funds' | 'autopay'>): Account {
      const owner_id = data.customer_id ?? data.business_id ?? ''
      return accounts.create(call, {
        ...data,
        owner_id,
        status: 'active',
        load_funds: true,
        autopay: false,
      })
    },
    /** Refuses a closed account. */
    requireOpen(account: Account) {
      if (account.status === 'closed') refuse('resource_conflict', `The account ${account.id} is closed`)
    },
    /** Refuses to move money to an account that accepts no transfers. */
    requireLoadable(account: Account) {
      if (!account.load_funds)
        refuse('load_funds_dis', `The account ${account.id} does not take transfers: load_funds is false`)
    },
    available,
    /** Refuses an amount in cents above the available amount. `held` is already held for it. */
    requireFunds(account: Account, cents: number, held = 0) {
      const most = available(account) + held
      if (cents > most)
        refuse('insufficient_funds', `amount: ${sayCents(cents)} is beyond the ${sayCents(most)} available`)
    },
    /** The credit of an account, in cents. */
    creditLimit(type: AccountData['type'], limit: string | number | undefined): number {
      if (limit === undefined) return type === 'credit' ? usualCreditLimit : 0
      if (type !== 'credit') refuse('service_disabled', `credit_limit: a ${type} account has no credit`)
      const cents = positiveCents(limit, { field: 'credit_limit' })
      refuseLarge(cents, 'credit_limit')
      return cents
    },
    /** Refuses an account with a balance or pending payments. */
    requireClear(account: Account) {
      if (!transactions.isClear(account.id))
        refuse('resource_conflict', `The account ${account.id} has money left, or payments under way`)
    },
    /** The stored form of an interest rate, or a refusal. */
    permittedApr(type: AccountData['type'], apr: string | number | undefined): string | null {
      if (apr === undefined) return null
      if (type !== 'credit') return refuse('apr_decline', `apr: a ${type} account bears no interest`)
      if (!/^\d{1,3}(\.\d{1,2})?$/.test(String(apr)) || Number(apr) > highestApr)
        return refuse('apr_decline', `apr: ${shown(String(apr))} is not a percentage from 0 to ${highestApr}`)
      return Number(apr).toFixed(2)
    },
  }
}
export type Accounts = ReturnType<typeof createAccounts>

/** Digits derived from an id, for numbers that only need to look real. */
export const digitsOf = (id: string, length: number): string =>
  id
    .replaceAll('-', '')
    .slice(-length)
    .replace(/[a-f]/g, (letter) => String(letter.charCodeAt(0) - 97))

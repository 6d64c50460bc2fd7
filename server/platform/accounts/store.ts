import type { PlatformCode } from '../../errors/dictionary.ts'
import type { Doing } from '../doing.ts'
import { refuse } from '../errors.ts'
import { shown } from '../fields.ts'
import { positiveCents, refuseLarge, sayCents } from '../money/amounts.ts'
import type { Transactions } from '../money/transactions.ts'
import type { DataOf, Kept } from '../objects.ts'
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
  /** The one of the customer and the business that there is. */
  owner_id: string
  /** How far below zero a credit account may go, in cents; 0 for the others. */
  credit_limit: number
}
export type Account = Kept<AccountData>

/** The credit of an account that is opened without naming one, in cents. */
const usualCreditLimit = 100_000
/** The highest yearly interest that is permitted, in percent. */
const highestApr = 36

/** Accounts and what they allow. */
export function createAccounts({ collection }: World, transactions: Transactions) {
  const accounts = collection<AccountData>('account', { owner: 'owner_id', state: 'status' })

  /** The account of an id, or a refusal with the code of whoever asks. */
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

  /** What may be spent, in cents: the balance less what is held, and the credit where there is one. */
  const available = (account: Account): number => transactions.available(account.id) + account.credit_limit

  return {
    accounts,
    found,
    /** The accounts of a customer or business that are not closed. */
    openOf: (call: { identity: string }, ownerId: string): Account[] =>
      accounts.list(call, { owner: ownerId }).filter(({ status }) => status === 'active'),
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
    /** Refuses to act on an account that is closed. */
    requireOpen(account: Account) {
      if (account.status === 'closed') refuse('resource_conflict', `The account ${account.id} is closed`)
    },
    /** Refuses to move money to an account that takes none. */
    requireLoadable(account: Account) {
      if (!account.load_funds)
        refuse('load_funds_dis', `The account ${account.id} does not take transfers: load_funds is false`)
    },
    available,
    /** Refuses an amount in cents that is beyond what may be spent; `held` is what is held for it already. */
    requireFunds(account: Account, cents: number, held = 0) {
      const most = available(account) + held
      if (cents > most)
        refuse('insufficient_funds', `amount: ${sayCents(cents)} is beyond the ${sayCents(most)} available`)
    },
    /** How much credit an account has, in cents. */
    creditLimit(type: AccountData['type'], limit: string | number | undefined): number {
      if (limit === undefined) return type === 'credit' ? usualCreditLimit : 0
      if (type !== 'credit') refuse('service_disabled', `credit_limit: a ${type} account has no credit`)
      const cents = positiveCents(limit, { field: 'credit_limit' })
      refuseLarge(cents, 'credit_limit')
      return cents
    },
    /** Refuses an account on which money is left or under way. */
    requireClear(account: Account) {
      if (!transactions.isClear(account.id))
        refuse('resource_conflict', `The account ${account.id} has money left, or payments under way`)
    },
    /** An interest as it is kept, or the refusal of one that may not be. */
    permittedApr(type: AccountData['type'], apr: string | number | undefined): string | null {
      if (apr === undefined) return null
      if (type !== 'credit') return refuse('apr_decline', `apr: a ${type} account bears no interest`)
      if (!/^\d{1,3}(\.\d{1,2})?$/.test(String(apr)) || Number(apr) > highestApr)
        return refuse('apr_decline', `apr: ${shown(String(apr))} is no percentage from 0 to ${highestApr}`)
      return Number(apr).toFixed(2)
    },
  }
}
export type Accounts = ReturnType<typeof createAccounts>

/** Digits that follow from an id, for numbers that only have to look like some. */
export const digitsOf = (id: string, length: number): string =>
  id
    .replaceAll('-', '')
    .slice(-length)
    .replace(/[a-f]/g, (letter) => String(letter.charCodeAt(0) - 97))

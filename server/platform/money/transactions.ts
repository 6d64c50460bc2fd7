/** Stores the transactions of accounts and computes balances from them. */
import { toIso, toIsoOffset } from '../../words/time.ts'
import type { Doing } from '../doing.ts'
import type { World } from '../world.ts'
import { sayCents } from './amounts.ts'

export const transactionStates = ['pending', 'settled', 'declined', 'cancelled'] as const
export type TransactionState = (typeof transactionStates)[number]

/** A money movement on an account, even if declined. Negative cents leave the account. Times are in microseconds. */
export interface Transaction {
  id: string
  identity: string
  accountId: string
  cardId: string | null
  state: TransactionState
  cents: number
  paymentType: 'card' | 'ach' | 'check' | 'internal'
  transactionType: 'purchase' | 'refund' | 'deposit' | 'transfer'
  description: string | null
  merchant: string | null
  declineReason: string | null
  createdAt: number
  updatedAt: number
  /** When it settled, or null. */
  settledAt: number | null
}
export type NewTransaction = Pick<Transaction, 'state' | 'cents' | 'paymentType' | 'transactionType'> &
  Partial<Pick<Transaction, 'id' | 'cardId' | 'description' | 'merchant' | 'declineReason'>>

/** The account of a transaction, as far as transactions need it. */
interface Payer {
  id: string
  customer_id: string | null
}

const columns = `id, identity, account_id AS accountId, card_id AS cardId, state, cents, payment_type AS paymentType,
  transaction_type AS transactionType, description, merchant, decline_reason AS declineReason, created_at AS createdAt, updated_at AS updatedAt, settled_at AS settledAt`

/** The cached sums of an account, in cents. */
interface Sums {
  settled: number
  held: number
}
/** How many accounts have cached sums. */
const rememberedAtMost = 10_000

/**
 * The transactions of all accounts. Balances are sums of them and are not stored. The sums of active accounts are cached.
 */
export function createTransactions({ database, ids }: Pick<World, 'database' | 'ids'>) {
  const insert = database.prepare(
    `INSERT INTO transactions (id, identity, account_id, card_id, state, cents, payment_type, transaction_type, description, merchant, decline_reason, created_at, updated_at, settled_at)
     VALUES (@id, @identity, @accountId, @cardId, @state, @cents, @paymentType, @transactionType, @description, @merchant, @declineReason, @createdAt, @updatedAt, @settledAt)`,
  )
  const update = database.prepare(
    'UPDATE transactions SET state = @state, cents = @cents, merchant = @merchant, description = @description, updated_at = @updatedAt, settled_at = @settledAt WHERE id = @id',
  )
  const one = database.prepare<[string, string], Transaction>(
    `SELECT ${columns} FROM transactions WHERE id = ? AND identity = ?`,
  )
  /** A number computed over the matching transactions of an account. */
  const reckon = <Bound extends number[]>(what: string, condition: string) =>
    database
      .prepare<[string, ...Bound], number>(
        `SELECT ${what} FROM transactions WHERE account_id = ? AND ${condition}`,
      )
      .pluck()
  const sum = 'coalesce(sum(cents), 0)'
  const settled = reckon(sum, "state = 'settled'")
  const held = reckon('coalesce(sum(min(cents, 0)), 0)', "state = 'pending'")
  const pending = reckon('count(*)', "state = 'pending'")
  const settledBefore = reckon<[number]>(sum, 'settled_at < ?')
  const cameIn = reckon<[number, number]>(sum, 'settled_at >= ? AND settled_at <= ? AND cents > 0')
  const between = database.prepare<[Record<string, unknown>], Transaction>(
    `SELECT ${columns} FROM transactions WHERE account_id = @accountId AND settled_at >= @from AND settled_at < @to
     ORDER BY settled_at, seq LIMIT @perPage OFFSET (@page - 1) * @perPage`,
  )
  const ofCard = database.prepare<[Record<string, unknown>], Transaction>(
    `SELECT ${columns} FROM transactions WHERE card_id = @cardId AND created_at >= @from AND created_at < @to
     AND (@state IS NULL OR state = @state) ORDER BY created_at, seq LIMIT @limit`,
  )
  const purchase = database.prepare<[string], Transaction>(
    `SELECT ${columns} FROM transactions WHERE card_id = ? AND state = 'settled' AND transaction_type = 'purchase'
     ORDER BY created_at DESC, seq DESC LIMIT 1`,
  )
  const anywhere = database.prepare<[string], Transaction>(`SELECT ${columns} FROM transactions WHERE id = ?`)

  const sums = new Map<string, Sums>()
  function sumsOf(accountId: string): Sums {
    const known = sums.get(accountId)
    if (known) return known
    if (sums.size >= rememberedAtMost) sums.clear()
    const read = { settled: settled.get(accountId) ?? 0, held: held.get(accountId) ?? 0 }
    sums.set(accountId, read)
    return read
  }
  const balance = (accountId: string) => sumsOf(accountId).settled

  const tell = (doing: Doing, payer: Payer, transaction: Transaction) =>
    doing.emit('transactions', { transaction: toldInEvent(payer, transaction) })

  return {
    /** Writes a transaction and emits the event. */
    post(doing: Doing, payer: Payer, made: NewTransaction): Transaction {
      const transaction: Transaction = {
        id: ids.uuid(),
        identity: doing.identity,
        accountId: payer.id,
        cardId: null,
        description: null,
        merchant: null,
        declineReason: null,
        ...made,
        createdAt: doing.now,
        updatedAt: doing.now,
        settledAt: made.state === 'settled' ? doing.now : null,
      }
      insert.run(transaction)
      const known = sums.get(payer.id)
      if (known && made.state === 'settled') known.settled += made.cents
      if (known && made.state === 'pending') known.held += Math.min(made.cents, 0)
      tell(doing, payer, transaction)
      return transaction
    },
    /** Changes the state and other fields of a transaction, and emits the event. */
    turn(
      doing: Doing,
      payer: Payer,
      transaction: Transaction,
      to: Pick<Transaction, 'state'> & Partial<Pick<Transaction, 'cents' | 'merchant' | 'description'>>,
    ): Transaction {
      const settledAt = to.state === 'settled' ? doing.now : transaction.settledAt
      const turned = { ...transaction, ...to, updatedAt: doing.now, settledAt }
      const { id, state, cents, merchant, description, updatedAt } = turned
      update.run({ id, state, cents, merchant, description, updatedAt, settledAt })
      sums.delete(transaction.accountId)
      tell(doing, payer, turned)
      return turned
    },
    find: ({ identity }: { identity: string }, id: string): Transaction | undefined =>
      one.get(id.toLowerCase(), identity),
    /** Of any owner. */
    findAnywhere: (id: string): Transaction | undefined => anywhere.get(id.toLowerCase()),
    /** Clears the cache after a rollback or a change by another part. */
    forget: () => sums.clear(),
    /** The settled sum, in cents. */
    balance,
    /** The balance minus the amounts held for pending payments, in cents. */
    available: (accountId: string): number => balance(accountId) + sumsOf(accountId).held,
    /** Whether an account has no balance and no pending transactions. */
    isClear: (accountId: string): boolean => balance(accountId) === 0 && pending.get(accountId) === 0,
    /** The balance before a time, in cents. */
    balanceBefore: (accountId: string, before: number): number => settledBefore.get(accountId, before) ?? 0,
    /** The money received between two times, both included, in cents. */
    cameIn: (accountId: string, from: number, to: number): number => cameIn.get(accountId, from, to) ?? 0,
    /** A page of transactions settled from one time up to another, in order. */
    settledBetween: (
      accountId: string,
      asked: { from?: number; to?: number; page: number; perPage: number },
    ): Transaction[] => between.all({ accountId, from: 0, to: Number.MAX_SAFE_INTEGER, ...asked }),
    /** The newest settled purchase with a card. */
    lastPurchase: (cardId: string): Transaction | undefined => purchase.get(cardId),
    /** In order of time, at most `limit`. */
    ofCard: (
      cardId: string,
      asked: {
        from?: number | undefined
        to?: number | undefined
        state?: TransactionState | undefined
        limit: number
      },
    ): Transaction[] =>
      ofCard.all({
        cardId,
        from: asked.from ?? 0,
        to: asked.to ?? Number.MAX_SAFE_INTEGER,
        state: asked.state ?? null,
        limit: asked.limit,
      }),
  }
}
export type Transactions = ReturnType<typeof createTransactions>

/** A transaction in its event. */
export const toldInEvent = (payer: Payer, transaction: Transaction) => ({
  transaction_id: transaction.id,
  customer_id: payer.customer_id,
  account_id: transaction.accountId,
  payment_type: transaction.paymentType,
  transaction_type: transaction.transactionType,
  state: transaction.state,
  amount: sayCents(transaction.cents),
  fee: '0.00',
  currency: 'USD',
  created_time: toIsoOffset(transaction.createdAt),
  updated_time: toIsoOffset(transaction.updatedAt),
  details: {
    card_id: transaction.cardId,
    description: transaction.description,
    merchant: transaction.merchant,
    decline_reason: transaction.declineReason,
  },
})

/** A transaction in API responses. */
export const toldTransaction = (transaction: Transaction) => ({
  transaction_id: transaction.id,
  account_id: transaction.accountId,
  card_id: transaction.cardId,
  payment_type: transaction.paymentType,
  transaction_type: transaction.transactionType,
  state: transaction.state,
  amount: sayCents(transaction.cents),
  fee: '0.00',
  currency: 'USD' as const,
  description: transaction.description,
  merchant: transaction.merchant,
  decline_reason: transaction.declineReason,
  created_time: toIso(transaction.createdAt),
  updated_time: toIso(transaction.updatedAt),
})

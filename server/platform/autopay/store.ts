/** Pays the statements of credit accounts automatically. */
import type { failureReasons } from '../../events/kinds/autopay.ts'
import type { Account, Accounts } from '../accounts/store.ts'
import { sayDay } from '../dates.ts'
import type { Doing } from '../doing.ts'
import { sayCents } from '../money/amounts.ts'
import type { Transactions } from '../money/transactions.ts'
import type { Kept } from '../objects/store.ts'
import type { World } from '../world.ts'

export type FailureReason = (typeof failureReasons)[number]

interface PaymentData {
  /** The credit account to pay. */
  account_id: string
  statement_id: string
  /** `2026-01`. */
  statement_month: string
  /** The amount owed at the end of the month, in cents. */
  cents: number
  /** The deposit account that pays. Null for an outside bank. */
  from_account_id: string | null
  /** The end of the month: later payments are subtracted. */
  since: number
  /** The start of the day of the payment. */
  day: number
  /** Dropped: nothing was owed on the day, or automatic payment was off. */
  status: 'scheduled' | 'processed' | 'failed' | 'dropped'
}
export type AutopayPayment = Kept<PaymentData>

/** The amount that a statement asks for. */
export interface Bill {
  statement_id: string
  statement_month: string
  /** The owed closing balance, in cents. */
  cents: number
  since: number
  /** The start of the due day. */
  due: number
}

/**
 * Automatic payment of credit accounts: a statement's closing balance minus later payments, on its due day. The owner's
 * newest open deposit account pays, or an outside bank if there was none at scheduling.
 */
export function createAutopay(
  { collection, job }: World,
  { accounts: book, transactions }: { accounts: Accounts; transactions: Transactions },
) {
  const payments = collection<PaymentData>('autopay', { parent: 'account_id' })

  /** The remaining amount, in cents. */
  const leftOf = (doing: Doing, { account_id, cents, since }: AutopayPayment): number =>
    Math.max(0, cents - transactions.cameIn(account_id, since, doing.now))

  /** The newest matching payment of an account. */
  function newestOf(doing: Doing, account: Account, matches: (payment: AutopayPayment) => boolean) {
    for (const payment of payments.newestOf(doing, account.id)) if (matches(payment)) return payment
    return undefined
  }

  const told = (payment: AutopayPayment, cents: number) => ({
    account_id: payment.account_id,
    type: 'credit',
    statement_id: payment.statement_id,
    statement_month: payment.statement_month,
    amount: sayCents(cents),
    payment_date: sayDay(payment.day),
    enabled: true,
  })

  const end = (doing: Doing, payment: AutopayPayment, status: PaymentData['status']) =>
    payments.change(doing, payment, { status })

  /** Moves the remaining amount with a transaction on both accounts, and emits the event. */
  function process(doing: Doing, payment: AutopayPayment): AutopayPayment {
    const cents = leftOf(doing, payment)
    const account = book.found(doing, payment.account_id)
    const payer = payment.from_account_id === null ? null : book.found(doing, payment.from_account_id)
    const common = {
      state: 'settled',
      description: `Automatic payment, statement ${payment.statement_month}`,
    } as const
    if (payer) {
      const internal = { ...common, paymentType: 'internal', transactionType: 'transfer' } as const
      transactions.post(doing, payer, { ...internal, cents: -cents })
      transactions.post(doing, account, { ...internal, cents })
    } else
      transactions.post(doing, account, { ...common, paymentType: 'ach', transactionType: 'deposit', cents })
    const processed = end(doing, payment, 'processed')
    doing.emit('account.autopay.processed', { details: told(processed, cents) })
    return processed
  }

  /** Moves nothing, and emits the event with the reason. */
  function fail(doing: Doing, payment: AutopayPayment, reason: FailureReason): AutopayPayment {
    const failed = end(doing, payment, 'failed')
    doing.emit('account.autopay.failed', {
      details: { ...told(failed, leftOf(doing, payment)), reason },
    })
    return failed
  }

  /** Why the paying account cannot pay. */
  function hindrance(doing: Doing, payment: AutopayPayment): FailureReason | undefined {
    if (payment.from_account_id === null) return undefined
    const payer = book.found(doing, payment.from_account_id)
    if (payer.status === 'closed') return 'account_closed'
    return book.available(payer) < leftOf(doing, payment) ? 'insufficient_funds' : undefined
  }

  const payday = job('autopay.pay', (doing, id) => {
    const payment = payments.find(doing, id)
    if (payment?.status !== 'scheduled') return
    const isWanted = book.found(doing, payment.account_id).autopay && leftOf(doing, payment) > 0
    if (!isWanted) return void end(doing, payment, 'dropped')
    const reason = hindrance(doing, payment)
    if (reason) fail(doing, payment, reason)
    else process(doing, payment)
  })

  return {
    /** Turns automatic payment on or off, and emits an event if that is a change. */
    turn(doing: Doing, account: Account, enabled: boolean): Account {
      if (account.autopay === enabled) return account
      const turned = book.accounts.change(doing, account, { autopay: enabled })
      doing.emit('account.autopay.changed', {
        details: {
          account_id: account.id,
          type: 'credit',
          statement_id: null,
          statement_month: null,
          amount: null,
          payment_date: null,
          enabled,
        },
      })
      return turned
    },
    /** Schedules a statement's payment for its due day, whether automatic payment is on or not, and emits the event. */
    schedule(doing: Doing, account: Account, bill: Bill): AutopayPayment {
      const payer = book.openOf(doing, account.owner_id).findLast(({ type }) => type === 'deposit')
      const payment = payments.create(doing, {
        account_id: account.id,
        statement_id: bill.statement_id,
        statement_month: bill.statement_month,
        cents: bill.cents,
        from_account_id: payer?.id ?? null,
        since: bill.since,
        day: bill.due,
        status: 'scheduled',
      })
      doing.emit('account.autopay.scheduled', { details: told(payment, bill.cents) })
      doing.later(payday, payment.id, bill.due)
      return payment
    },
    /** The newest future payment of an account. */
    scheduledOf: (doing: Doing, account: Account): AutopayPayment | undefined =>
      newestOf(doing, account, ({ status }) => status === 'scheduled'),
    newestOf,
    leftOf,
    hindrance,
    process,
    fail,
  }
}
export type Autopay = ReturnType<typeof createAutopay>

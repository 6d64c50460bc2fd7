/** Computes statements and emits their events. */
import type { z } from 'zod'
import type { Account, Accounts } from '../accounts/store.ts'
import type { Autopay, Bill } from '../autopay/store.ts'
import { addDays, dayStart, monthStart, sayDay, sayMonth } from '../dates.ts'
import type { Doing } from '../doing.ts'
import { refuse } from '../errors.ts'
import { shown } from '../fields.ts'
import { sayCents } from '../money/amounts.ts'
import { type Transactions, toldTransaction } from '../money/transactions.ts'
import type { World } from '../world.ts'
import type { statement } from './schemas.ts'

/** How many days after the end of the month a statement is due. */
const dueDays = 25

/** The minimum payment: a tenth of the owed amount, in cents. */
const minimumOf = (owed: number) => Math.ceil(Math.max(0, owed) / 10)

type StatementEvent = 'generated' | 'ready' | 'late_payment'

/** Statements: the settled transactions of a past month. They are computed when needed and not stored. */
export function createStatements(
  { ids, job }: World,
  needs: { accounts: Accounts; transactions: Transactions; autopay: Autopay },
) {
  const { accounts, transactions, autopay } = needs

  const idOf = (account: Account, month: number): string =>
    ids.uuidOf(`statement:${account.id}:${sayMonth(month)}`)

  /** A statement without its transactions. */
  function sumsOf(account: Account, month: number) {
    const end = monthStart(month, 1)
    const closing = transactions.balanceBefore(account.id, end)
    return {
      statement_id: idOf(account, month),
      account_id: account.id,
      statement_month: sayMonth(month),
      opening_balance: sayCents(transactions.balanceBefore(account.id, month)),
      closing_balance: sayCents(closing),
      minimum_payment: sayCents(account.type === 'credit' ? minimumOf(-closing) : 0),
      payment_due_date: sayDay(addDays(end, dueDays)),
    }
  }

  /** The amount that the statement of a month asks for. */
  function billOf(account: Account, month: number): Bill {
    const since = monthStart(month, 1)
    return {
      statement_id: idOf(account, month),
      statement_month: sayMonth(month),
      cents: Math.max(0, -transactions.balanceBefore(account.id, since)),
      since,
      due: addDays(since, dueDays),
    }
  }

  /** Emits an event about the statement of a month. */
  function tell(doing: Doing, account: Account, month: number, event: StatementEvent) {
    const { opening_balance: _, account_id, ...told } = sumsOf(account, month)
    const details = { account_id, type: account.type, ...told }
    doing.emit(`account.statements.${event}`, { details })
  }

  /** Whether less than the minimum payment arrived since the end of the month. */
  function isUnpaid(doing: Doing, account: Account, month: number): boolean {
    const { cents, since } = billOf(account, month)
    return transactions.cameIn(account.id, since, doing.now) < minimumOf(cents)
  }

  /** Ends a month of a credit account: emits the statement, schedules its payment and plans the next month. */
  function close(doing: Doing, accountId: string) {
    const account = accounts.accounts.find(doing, accountId)
    if (account?.status !== 'active') return
    const month = monthStart(doing.now, -1)
    tell(doing, account, month, 'generated')
    tell(doing, account, month, 'ready')
    const bill = billOf(account, month)
    if (bill.cents > 0) {
      if (account.autopay) autopay.schedule(doing, account, bill)
      doing.later(dayAfterDue, account.id, addDays(bill.due, 1))
    }
    doing.later(monthEnd, account.id, monthStart(doing.now, 1))
  }
  const monthEnd = job('statement.close', close, { byCalendar: true })

  /** Schedules the automatic payment of a late statement event, as the end of the month would have. */
  const payment = job('statement.pay', (doing, accountId) => {
    const account = accounts.accounts.find(doing, accountId)
    if (account?.status === 'active' && account.autopay && !isPlanned(doing, account))
      autopay.schedule(doing, account, billOf(account, monthStart(doing.now, -1)))
  })

  /** Whether last month's statement has a payment, in any state. */
  function isPlanned(doing: Doing, account: Account): boolean {
    const statement_id = idOf(account, monthStart(doing.now, -1))
    return autopay.newestOf(doing, account, (one) => one.statement_id === statement_id) !== undefined
  }

  const dayAfterDue = job(
    'statement.late',
    (doing, accountId) => {
      const account = accounts.accounts.find(doing, accountId)
      // On the first of a month, the day before decides which statement was due.
      const month = monthStart(addDays(doing.now, -1), -1)
      if (account?.status === 'active' && isUnpaid(doing, account, month))
        tell(doing, account, month, 'late_payment')
    },
    { byCalendar: true },
  )

  return {
    billOf,
    tell,
    isUnpaid,
    /**
     * Handles last month's statement if the end of that month did not: payable until its due day, late afterwards. A new
     * statement after its due day is late one day after its event.
     */
    follow(doing: Doing, account: Account, { isNew = false } = {}) {
      const bill = billOf(account, monthStart(doing.now, -1))
      if (account.type !== 'credit' || bill.cents === 0) return
      const tomorrow = addDays(dayStart(doing.now), 1)
      const late = isNew ? Math.max(addDays(bill.due, 1), tomorrow) : addDays(bill.due, 1)
      if (late > doing.now) doing.laterOnce(dayAfterDue, account.id, late)
      if (account.autopay && bill.due > doing.now && !isPlanned(doing, account))
        doing.laterOnce(payment, account.id, doing.now)
    },
    /** Starts the monthly statements of a credit account. */
    begin(doing: Doing, account: Account) {
      if (account.type === 'credit') doing.later(monthEnd, account.id, monthStart(doing.now, 1))
    },
    /** The statement of a month given as text, or a refusal if the month has none. */
    found(
      doing: Doing,
      account: Account,
      { yyyy = '', mm = '' }: Record<string, string>,
      page = { page: 1, perPage: 50 },
    ): z.infer<typeof statement> {
      if (!/^\d{4}$/.test(yyyy) || !/^(0?[1-9]|1[0-2])$/.test(mm))
        return refuse(
          'statement_args_schema',
          `${shown(`${yyyy}/${mm}`)} is not a year and month such as 2026/01`,
        )
      const month = Date.UTC(Number(yyyy), Number(mm) - 1, 1) * 1000
      if (Number(yyyy) < 100 || month < monthStart(account.createdAt) || month >= monthStart(doing.now))
        return refuse(
          'statement_dne',
          `The account ${account.id} has no statement for ${yyyy}-${mm.padStart(2, '0')}`,
        )
      const listed = transactions.settledBetween(account.id, {
        from: month,
        to: monthStart(month, 1),
        ...page,
      })
      return { ...sumsOf(account, month), transactions: listed.map(toldTransaction) }
    },
  }
}

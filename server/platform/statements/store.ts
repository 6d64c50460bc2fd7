import type { z } from 'zod'
import type { Account, Accounts } from '../accounts/store.ts'
import { addDays, monthStart, sayDay, sayMonth } from '../dates.ts'
import type { Doing } from '../doing.ts'
import { refuse } from '../errors.ts'
import { shown } from '../fields.ts'
import { sayCents } from '../money/amounts.ts'
import { type Transactions, toldTransaction } from '../money/transactions.ts'
import type { World } from '../world.ts'
import type { statement } from './schemas.ts'

/** How many days after the end of the month a statement is due. */
const dueDays = 25

/** Statements: what settled in a month that is over. They are reckoned when they are asked for and kept nowhere. */
export function createStatements({ ids, job }: World, accounts: Accounts, transactions: Transactions) {
  function of(account: Account, month: number, page = { page: 1, perPage: 50 }): z.infer<typeof statement> {
    const end = monthStart(month, 1)
    const closing = transactions.balanceBefore(account.id, end)
    return {
      statement_id: ids.uuidOf(`statement:${account.id}:${sayMonth(month)}`),
      account_id: account.id,
      statement_month: sayMonth(month),
      opening_balance: sayCents(transactions.balanceBefore(account.id, month)),
      closing_balance: sayCents(closing),
      minimum_payment: sayCents(account.type === 'credit' ? Math.ceil(Math.max(0, -closing) / 10) : 0),
      payment_due_date: sayDay(addDays(end, dueDays)),
      transactions: transactions
        .settledBetween(account.id, { from: month, to: end, ...page })
        .map(toldTransaction),
    }
  }

  /** Ends a month of a credit account: tells of its statement and waits for the next. */
  function close(doing: Doing, accountId: string) {
    const account = accounts.accounts.find(doing, accountId)
    if (account?.status !== 'active') return
    const { transactions: _, opening_balance: __, ...told } = of(account, monthStart(doing.now, -1))
    const details = {
      account_id: account.id,
      type: account.type,
      statement_id: told.statement_id,
      statement_month: told.statement_month,
      closing_balance: told.closing_balance,
      minimum_payment: told.minimum_payment,
      payment_due_date: told.payment_due_date,
    }
    doing.emit('account.statements.generated', { details })
    doing.emit('account.statements.ready', { details })
    doing.later(monthEnd, account.id, monthStart(doing.now, 1))
  }
  const monthEnd = job('statement.close', close)

  return {
    /** Has a credit account told of its statement at the end of each month. */
    begin(doing: Doing, account: Account) {
      if (account.type === 'credit') doing.later(monthEnd, account.id, monthStart(doing.now, 1))
    },
    /** The statement of a month given as text, or the refusal of a month that has none. */
    found(
      doing: Doing,
      account: Account,
      { yyyy = '', mm = '' }: Record<string, string>,
      page?: { page: number; perPage: number },
    ) {
      if (!/^\d{4}$/.test(yyyy) || !/^(0?[1-9]|1[0-2])$/.test(mm))
        return refuse(
          'statement_args_schema',
          `${shown(`${yyyy}/${mm}`)} is no year and month such as 2026/01`,
        )
      const month = Date.UTC(Number(yyyy), Number(mm) - 1, 1) * 1000
      if (Number(yyyy) < 100 || month < monthStart(account.createdAt) || month >= monthStart(doing.now))
        return refuse(
          'statement_dne',
          `The account ${account.id} has no statement for ${yyyy}-${mm.padStart(2, '0')}`,
        )
      return of(account, month, page)
    },
  }
}
export type Statements = ReturnType<typeof createStatements>

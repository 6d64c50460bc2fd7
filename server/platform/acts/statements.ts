/** Makes statement events happen. */
import type { EventName } from '../../events/builders.ts'
import type { Account } from '../accounts/store.ts'
import { addDays, monthStart, sayMonth } from '../dates.ts'
import {
  creditAccounts,
  makeBilled,
  makeIndebted,
  notCredit,
  owesNothing,
  requireStatement,
  unbilled,
  wishedMonth,
} from './bills.ts'
import { type Act, choose, impossible, type Scene } from './scene.ts'

const names = { 'details.account_id': 'account' } as const
/** The first day of a month on which the previous statement's payment is late. */
const lateOnDay = 26

/** The month that the trigger names, or the last possible month. Refuses a later one. */
function monthFor(scene: Scene, last: number, tooLate: string): number {
  const month = wishedMonth(scene) ?? last
  return month > last ? impossible(`the statement of ${sayMonth(month)} ${tooLate}`) : month
}

/** A new account for the usual month. An older month needs an existing account. */
function madeFor({ month, last }: { month: number; last: number }, make: () => Account) {
  return month === last ? make() : impossible(`no account has a statement of ${sayMonth(month)}`)
}

const told = (event: 'generated' | 'ready'): Act => ({
  names,
  play(scene) {
    const { books, doing, named } = scene
    const last = monthStart(doing.now, -1)
    const month = monthFor(scene, last, 'is not made yet: the month is not over')
    const found = choose(named.account, creditAccounts(scene), (one) => unbilled(one, month))
    const account = found ?? madeFor({ month, last }, () => makeIndebted(scene, month))
    requireStatement(scene, account, month)
    if (event === 'ready') books.statements.tell(scene.at(doing.now - 1000), account, month, 'generated')
    books.statements.tell(doing, account, month, event)
    books.statements.follow(doing, account, { isNew: found === undefined })
  },
})

const late: Act = {
  names,
  play(scene) {
    const { books, doing, named } = scene
    const isOver = doing.now >= addDays(monthStart(doing.now), lateOnDay)
    const last = monthStart(doing.now, isOver ? -1 : -2)
    const month = monthFor(scene, last, 'is not late yet')
    const account =
      choose(
        named.account,
        creditAccounts(scene),
        (one) =>
          notCredit(one) ??
          unbilled(one, month) ??
          owesNothing(scene, one, month) ??
          (books.statements.isUnpaid(doing, one, month)
            ? undefined
            : `the statement ${sayMonth(month)} of the account ${one.id} was paid in time`),
      ) ?? madeFor({ month, last }, () => makeBilled(scene, month))
    requireStatement(scene, account, month)
    books.statements.tell(doing, account, month, 'late_payment')
  },
}

export const statementActs = {
  'account.statements.generated': told('generated'),
  'account.statements.ready': told('ready'),
  'account.statements.late_payment': late,
} satisfies Partial<Record<EventName, Act>>

import type { EventName } from '../../events/builders.ts'
import { addDays, monthStart, sayMonth } from '../dates.ts'
import { creditAccounts, makeIndebted, notCredit, owesNothing, requireStatement, unbilled } from './bills.ts'
import { type Act, choose } from './scene.ts'

const names = { 'details.account_id': 'account' } as const
/** The first day of a month on which the payment of the one before is late. */
const lateOnDay = 26

const told = (event: 'generated' | 'ready'): Act => ({
  names,
  play(scene) {
    const { books, doing, named } = scene
    const month = monthStart(doing.now, -1)
    const account =
      choose(named.account, creditAccounts(scene), (one) => unbilled(one, month)) ??
      makeIndebted(scene, month)
    requireStatement(scene, account, month)
    if (event === 'ready') books.statements.tell(scene.at(doing.now - 1000), account, month, 'generated')
    books.statements.tell(doing, account, month, event)
  },
})

const late: Act = {
  names,
  play(scene) {
    const { books, doing, named } = scene
    const isOver = doing.now >= addDays(monthStart(doing.now), lateOnDay)
    const month = monthStart(doing.now, isOver ? -1 : -2)
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
      ) ?? makeIndebted(scene, month)
    requireStatement(scene, account, month)
    books.statements.tell(doing, account, month, 'late_payment')
  },
}

export const statementActs = {
  'account.statements.generated': told('generated'),
  'account.statements.ready': told('ready'),
  'account.statements.late_payment': late,
} satisfies Partial<Record<EventName, Act>>

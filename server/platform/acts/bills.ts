import { fail } from '../../failures.ts'
import type { Account } from '../accounts/store.ts'
import { addDays, monthStart, readDay, sayMonth } from '../dates.ts'
import { makeAccount, makeCard } from './making.ts'
import { impossible, type Scene } from './scene.ts'

/** What keeps an account from having a statement of a month. */
export function unbilled(account: Account, month: number): string | undefined {
  if (account.status === 'closed') return `the account ${account.id} is closed`
  return account.createdAt < monthStart(month, 1)
    ? undefined
    : `the account ${account.id} has no statement of ${sayMonth(month)}: it is not that old`
}

/** As {@link unbilled}, for what only a credit account has. */
export const notCredit = (account: Account): string | undefined =>
  account.type === 'credit'
    ? undefined
    : `the account ${account.id} is a ${account.type} account; only credit ones are asked to pay`

/** The day of the month, from 0, on which one that is made begins to pay by itself: after it has bought something. */
const turnedOnDay = 20

/** How many credit accounts are looked at: their bills are sums that take a while. */
const accountsLookedAt = 10

/** The credit accounts that there are, newest first. */
export function* creditAccounts({ books, doing }: Scene): Generator<Account> {
  let looked = 0
  for (const account of books.accounts.accounts.newest(doing, ['active'])) {
    if (account.type !== 'credit') continue
    yield account
    if (++looked === accountsLookedAt) return
  }
}

/** A credit account that was opened in a month and bought something then, so that its statement asks for money. */
export function makeIndebted(scene: Scene, month: number): Account {
  const { books, fake } = scene
  const opened = addDays(month, 1)
  const account = makeAccount(scene, { by: opened, type: 'credit' })
  const card = makeCard(scene, account, { by: opened })
  for (const day of [3, 9, 17]) {
    const merchant = fake.merchant()
    const at = addDays(month, day) + fake.integer(0, 86_399) * 1_000_000
    const cents = fake.integer(1_000, 30_000)
    const description = `Purchase, ${merchant}`
    books.payments.pay(scene.at(at), card, { cents, merchant, state: 'settled', description })
  }
  books.statements.follow(scene.doing, account)
  return account
}

/** As {@link makeIndebted}, and told of its statements at the end of each month since; `paying` by itself if asked for. */
export function makeBilled(scene: Scene, month: number, { paying = false } = {}): Account {
  const { books, doing } = scene
  const made = makeIndebted(scene, month)
  const account = paying ? books.autopay.turn(scene.at(addDays(month, turnedOnDay)), made, true) : made
  for (let end = monthStart(month, 1); end <= doing.now; end = monthStart(end, 1))
    for (const event of ['generated', 'ready'] as const)
      books.statements.tell(scene.at(end), account, monthStart(end, -1), event)
  return account
}

/** The month that the trigger names; undefined where it names none. */
export function wishedMonth(scene: Scene): number | undefined {
  const wished = scene.wish('details.statement_month')
  return typeof wished === 'string' ? readDay(`${wished}-01`) : undefined
}

/** Refuses the id or the month of a statement that is not the one of an account. */
export function requireStatement(scene: Scene, account: Account, month: number) {
  const id = scene.wish('details.statement_id')
  const { statement_id, statement_month } = scene.books.statements.billOf(account, month)
  if (typeof id === 'string' && id.toLowerCase() !== statement_id)
    fail(
      'object_unknown',
      `details.statement_id: the account ${account.id} has no statement ${id}; that of ${statement_month} is ${statement_id}.`,
    )
  requireMonth(scene, account, statement_month)
}

/** Refuses a month that is not the one of the statement that the event is about. */
export function requireMonth(scene: Scene, account: Account, month: string) {
  const wished = wishedMonth(scene)
  if (wished !== undefined && sayMonth(wished) !== month)
    impossible(
      `details.statement_month: that of the account ${account.id} would be ${month}, not ${sayMonth(wished)}`,
    )
}

/** Refuses a statement that asks for nothing. */
export function owesNothing(scene: Scene, account: Account, month: number): string | undefined {
  const { cents, statement_month } = scene.books.statements.billOf(account, month)
  return cents > 0
    ? undefined
    : `the statement ${statement_month} of the account ${account.id} asks for nothing`
}

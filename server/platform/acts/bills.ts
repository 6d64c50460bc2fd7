/** Finds and creates credit accounts with statements, for the events about them. */
import { fail } from '../../failures.ts'
import type { Account } from '../accounts/store.ts'
import { addDays, monthStart, readDay, sayMonth } from '../dates.ts'
import { makeAccount, makeCard } from './making.ts'
import { impossible, type Scene } from './scene.ts'

/** Why an account has no statement for a month. */
export function unbilled(account: Account, month: number): string | undefined {
  if (account.status === 'closed') return `the account ${account.id} is closed`
  return account.createdAt < monthStart(month, 1)
    ? undefined
    : `the account ${account.id} has no statement of ${sayMonth(month)}: it is not that old`
}

/** As {@link unbilled}, for what only credit accounts have. */
export const notCredit = (account: Account): string | undefined =>
  account.type === 'credit'
    ? undefined
    : `the account ${account.id} is a ${account.type} account; only credit ones are asked to pay`

/** The day of the month, from 0, on which a new account turns automatic payment on, after its first purchase. */
const turnedOnDay = 20

/** How many credit accounts are examined, since their sums take time. */
const accountsLookedAt = 10

/** The credit accounts, newest first. */
export function* creditAccounts({ books, doing }: Scene): Generator<Account> {
  let looked = 0
  for (const account of books.accounts.accounts.newest(doing, ['active'])) {
    if (account.type !== 'credit') continue
    yield account
    if (++looked === accountsLookedAt) return
  }
}

/** A credit account opened in a month with a purchase, so that its statement asks for money. */
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

/** As {@link makeIndebted}, with the statement events of each month since, and automatic payment if requested. */
export function makeBilled(scene: Scene, month: number, { paying = false } = {}): Account {
  const { books, doing } = scene
  const made = makeIndebted(scene, month)
  const account = paying ? books.autopay.turn(scene.at(addDays(month, turnedOnDay)), made, true) : made
  for (let end = monthStart(month, 1); end <= doing.now; end = monthStart(end, 1))
    for (const event of ['generated', 'ready'] as const)
      books.statements.tell(scene.at(end), account, monthStart(end, -1), event)
  return account
}

/** The month that the trigger names, or undefined. */
export function wishedMonth(scene: Scene): number | undefined {
  const wished = scene.wish('details.statement_month')
  return typeof wished === 'string' ? readDay(`${wished}-01`) : undefined
}

/** Refuses a statement id or month that does not belong to the account. */
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

/** Refuses a month other than that of the event's statement. */
export function requireMonth(scene: Scene, account: Account, month: string) {
  const wished = wishedMonth(scene)
  if (wished !== undefined && sayMonth(wished) !== month)
    impossible(
      `details.statement_month: that of the account ${account.id} would be ${month}, not ${sayMonth(wished)}`,
    )
}

/** Refuses a statement with nothing to pay. */
export function owesNothing(scene: Scene, account: Account, month: number): string | undefined {
  const { cents, statement_month } = scene.books.statements.billOf(account, month)
  return cents > 0
    ? undefined
    : `the statement ${statement_month} of the account ${account.id} asks for nothing`
}

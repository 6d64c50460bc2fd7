import { fail } from '../../failures.ts'
import type { Account } from '../accounts/store.ts'
import { addDays, monthStart, sayMonth } from '../dates.ts'
import { makeAccount, makeCard } from './making.ts'
import type { Scene } from './scene.ts'

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
  return account
}

/** Refuses the id of a statement that is not the one of an account. */
export function requireStatement(scene: Scene, account: Account, month: number) {
  const id = scene.wish('details.statement_id')
  const { statement_id, statement_month } = scene.books.statements.billOf(account, month)
  if (typeof id === 'string' && id.toLowerCase() !== statement_id)
    fail(
      'object_unknown',
      `details.statement_id: the account ${account.id} has no statement ${id}; that of ${statement_month} is ${statement_id}.`,
    )
}

/** Refuses a statement that asks for nothing. */
export function owesNothing(scene: Scene, account: Account, month: number): string | undefined {
  const { cents, statement_month } = scene.books.statements.billOf(account, month)
  return cents > 0
    ? undefined
    : `the statement ${statement_month} of the account ${account.id} asks for nothing`
}

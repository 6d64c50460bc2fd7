/** Makes events of automatic payment happen. */
import type { EventName } from '../../events/builders.ts'
import { failureReasons } from '../../events/kinds/autopay.ts'
import type { Account } from '../accounts/store.ts'
import type { AutopayPayment, FailureReason } from '../autopay/store.ts'
import { addDays, dayStart, monthStart } from '../dates.ts'
import {
  creditAccounts,
  makeBilled,
  notCredit,
  owesNothing,
  requireMonth,
  requireStatement,
  unbilled,
} from './bills.ts'
import { makeAccount } from './making.ts'
import { type Act, choose, type Scene } from './scene.ts'

const names = { 'details.account_id': 'account' } as const

const today = ({ doing }: Scene) => dayStart(doing.now)
const lastMonth = ({ doing }: Scene) => monthStart(doing.now, -1)

/** Why a payment of last month's statement cannot be scheduled. An existing payment is a reason too. */
function unschedulable(scene: Scene, account: Account): string | undefined {
  const month = lastMonth(scene)
  const why = notCredit(account) ?? unbilled(account, month) ?? owesNothing(scene, account, month)
  if (why !== undefined) return why
  const { statement_id, statement_month } = scene.books.statements.billOf(account, month)
  const before = scene.books.autopay.newestOf(
    scene.doing,
    account,
    (payment) => payment.statement_id === statement_id && payment.status !== 'dropped',
  )
  if (before && before.status !== 'failed')
    return `the payment of the statement ${statement_month} of the account ${account.id} is ${before.status} already`
  return account.autopay ? undefined : `the account ${account.id} does not pay by itself`
}

/** A credit account that owes money and pays automatically. */
const makePaying = (scene: Scene): Account => makeBilled(scene, lastMonth(scene), { paying: true })

const scheduled: Act = {
  names,
  play(scene) {
    const { books, doing, named } = scene
    const account =
      choose(named.account, creditAccounts(scene), (one) => unschedulable(scene, one)) ?? makePaying(scene)
    requireStatement(scene, account, lastMonth(scene))
    const bill = books.statements.billOf(account, lastMonth(scene))
    // Late in the month the due day has passed, but a scheduled payment is in the future.
    books.autopay.schedule(doing, account, { ...bill, due: Math.max(bill.due, addDays(today(scene), 1)) })
  },
}

/** The deposit account that a payment scheduled now would use. */
const payerOf = ({ books, doing }: Scene, { owner_id }: Account) =>
  books.accounts.openOf(doing, owner_id).findLast(({ type }) => type === 'deposit')

const nothingLeft = ({ books, doing }: Scene, payment: AutopayPayment) =>
  books.autopay.leftOf(doing, payment) === 0
    ? `nothing is left to pay of the statement ${payment.statement_month} of the account ${payment.account_id}`
    : undefined

/** The payment that is made or fails today: a scheduled one, or a new one. */
function paymentFor(
  scene: Scene,
  rules: {
    /** Why a scheduled payment is unsuitable. */
    waiting(payment: AutopayPayment): string | undefined
    /** Why a new payment is impossible. */
    unscheduled(account: Account): string | undefined
    /** Makes a new payment suitable. */
    prepare(account: Account): void
  },
): AutopayPayment {
  const { books, doing, named } = scene
  const { autopay, statements } = books
  const found = choose(named.account, creditAccounts(scene), (one) => {
    if (one.status === 'closed') return `the account ${one.id} is closed`
    const payment = autopay.scheduledOf(doing, one)
    return payment
      ? (nothingLeft(scene, payment) ?? rules.waiting(payment))
      : (unschedulable(scene, one) ?? rules.unscheduled(one))
  })
  const account = found ?? makePaying(scene)
  let payment = autopay.scheduledOf(doing, account)
  if (!payment) {
    rules.prepare(account)
    requireStatement(scene, account, lastMonth(scene))
    const bill = { ...statements.billOf(account, lastMonth(scene)), due: today(scene) }
    // A payment that is made was scheduled when its month ended.
    const at = found ? doing.now - 1000 : monthStart(doing.now)
    payment = autopay.schedule(scene.at(at), account, bill)
  }
  requireMonth(scene, account, payment.statement_month)
  doing.forgetLater(payment.id)
  return { ...payment, day: today(scene) }
}

const processed: Act = {
  names,
  play(scene) {
    const { books, doing } = scene
    const { autopay } = books
    const payment = paymentFor(scene, {
      waiting(one) {
        const why = autopay.hindrance(doing, one)
        return why && `the account ${one.from_account_id} that pays for ${one.account_id} cannot: ${why}`
      },
      unscheduled(account) {
        const payer = payerOf(scene, account)
        const { cents } = books.statements.billOf(account, lastMonth(scene))
        return payer && books.accounts.available(payer) < cents
          ? `the account ${payer.id} that pays for ${account.id} has too little money`
          : undefined
      },
      prepare() {},
    })
    autopay.process(doing, payment)
  },
}

const failed: Act = {
  names,
  play(scene) {
    const { books, doing, fake } = scene
    const { accounts, autopay } = books
    const wished = failureReasons.find((reason) => reason === scene.wish('details.reason'))
    const reason = wished ?? fake.pick(['insufficient_funds', 'returned_by_bank'])
    let emptyOne: Account | undefined
    const reasonOf = (payment: AutopayPayment): FailureReason | undefined =>
      payment.from_account_id === null ? 'returned_by_bank' : autopay.hindrance(doing, payment)
    const payment = paymentFor(scene, {
      waiting(one) {
        const real = reasonOf(one)
        if (real === undefined) return `the account ${one.from_account_id} has the money to pay it`
        return wished === undefined || real === wished
          ? undefined
          : `the payment of the account ${one.account_id} fails for another reason: ${real}`
      },
      unscheduled: () => undefined,
      prepare(account) {
        // An outside bank pays if the owner has no account here. Otherwise an empty account must pay.
        if (reason !== 'returned_by_bank' || payerOf(scene, account))
          emptyOne = makeAccount(scene, { owner: account })
      },
    })
    const close = () => emptyOne && accounts.accounts.change(doing, emptyOne, { status: 'closed' })
    if (reason === 'account_closed') close()
    autopay.fail(doing, payment, reasonOf(payment) ?? reason)
    // Later payments use what the owner has.
    if (reason !== 'account_closed') close()
  },
}

export const autopayActs = {
  'account.autopay.scheduled': scheduled,
  'account.autopay.processed': processed,
  'account.autopay.failed': failed,
} satisfies Partial<Record<EventName, Act>>

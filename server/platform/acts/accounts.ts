/** Makes account events happen. */
import type { EventName } from '../../events/builders.ts'
import type { Account } from '../accounts/store.ts'
import { makeAccount } from './making.ts'
import { type Act, choose, impossible, type Scene } from './scene.ts'

/** The owner account of a linked account, if the trigger names one. */
function accountOfLinked({ books, doing, named }: Scene): Account | undefined {
  const { account, linked } = named
  if (!linked) return account
  if (account && linked.account_id !== account.id)
    impossible(`${linked.id} is not linked to the account ${account.id}`)
  // Refuses an account whose history cannot be read, as the API call does.
  books.external.readable(doing, linked.id, linked.account_id)
  return books.accounts.found(doing, linked.account_id)
}

const historyReady: Act = {
  names: { 'details.account_id': 'account', 'details.linked_account_id': 'linked' },
  play(scene) {
    const { books, doing, named } = scene
    const linkedId = named.linked?.id ?? null
    const account =
      choose(accountOfLinked(scene), books.accounts.accounts.newestWithout(doing, 'history'), (one) =>
        books.histories.isReady(doing, one, linkedId)
          ? `the history of the account ${one.id} is ready already`
          : undefined,
      ) ?? makeAccount(scene)
    books.histories.prepare(doing, account, linkedId)
  },
}

const autopayChanged: Act = {
  names: { 'details.account_id': 'account' },
  play(scene) {
    const { books, doing, named } = scene
    const wished = scene.wish('details.enabled')
    const account =
      choose(named.account, books.accounts.accounts.newest(doing, ['active']), (one) => {
        if (one.type !== 'credit')
          return `the account ${one.id} is a ${one.type} account; only credit ones pay by themselves`
        if (one.status === 'closed') return `the account ${one.id} is closed`
        return one.autopay === wished
          ? `the automatic payment of the account ${one.id} is ${one.autopay ? 'on' : 'off'} already`
          : undefined
      }) ?? makeAccount(scene, { type: 'credit' })
    const turned =
      wished === account.autopay
        ? books.autopay.turn(scene.at(doing.now - 1000), account, !account.autopay)
        : account
    books.autopay.turn(doing, turned, !turned.autopay)
  },
}

export const accountActs = {
  'account.history.ready': historyReady,
  'account.autopay.changed': autopayChanged,
} satisfies Partial<Record<EventName, Act>>

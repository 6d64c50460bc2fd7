/** Prepares the transaction histories of accounts. */
import type { z } from 'zod'
import { toIso, toIsoOffset } from '../../words/time.ts'
import type { Doing } from '../doing.ts'
import { type Transactions, toldTransaction } from '../money/transactions.ts'
import type { World } from '../world.ts'
import type { accountHistory } from './schemas.ts'
import type { Account } from './store.ts'

interface HistoryData {
  account_id: string
  linked_account_id: string | null
  ready_at: number | null
}

/** Histories of accounts. The first request starts the preparation, which takes a minute or two of the sandbox's clock. */
export function createHistories({ collection, ids, job }: World, transactions: Transactions) {
  const histories = collection<HistoryData>('history', { parent: 'account_id', state: 'ready_at' })

  function begin(doing: Doing, account: Account, linkedId: string | null) {
    const history = histories.create(doing, {
      account_id: account.id,
      linked_account_id: linkedId,
      ready_at: null,
    })
    const waitUs = Math.round((60 + 60 * ids.fractionOf(`history:${history.id}`)) * 1_000_000)
    doing.later(readiness, history.id, doing.now + waitUs)
    return history
  }

  function finish(doing: Doing, id: string) {
    const history = histories.find(doing, id)
    if (!history) return
    histories.change(doing, history, { ready_at: doing.now })
    const { account_id, linked_account_id } = history
    doing.emit('account.history.ready', {
      details: { account_id, linked_account_id, ready_time: toIsoOffset(doing.now) },
    })
  }
  const readiness = job('history.ready', finish)

  const of = (doing: Doing, account: Account, linkedId: string | null) =>
    histories.list(doing, { parent: account.id }).find((one) => one.linked_account_id === linkedId)

  return {
    isReady: (doing: Doing, account: Account, linkedId: string | null): boolean =>
      (of(doing, account, linkedId)?.ready_at ?? null) !== null,
    /** Makes a history ready at once, even if nobody asked for it, and emits the event. */
    prepare(doing: Doing, account: Account, linkedId: string | null) {
      const history = of(doing, account, linkedId) ?? begin(doing, account, linkedId)
      doing.forgetLater(history.id)
      finish(doing, history.id)
    },
    read(
      doing: Doing,
      account: Account,
      linkedId: string | null,
      page: { page: number; perPage: number },
    ): z.infer<typeof accountHistory> {
      const history = of(doing, account, linkedId) ?? begin(doing, account, linkedId)
      const readyAt = history.ready_at
      return {
        account_id: account.id,
        linked_account_id: linkedId,
        status: readyAt === null ? 'preparing' : 'ready',
        ready_time: readyAt === null ? null : toIso(readyAt),
        transactions:
          readyAt === null ? [] : transactions.settledBetween(account.id, page).map(toldTransaction),
      }
    },
  }
}

/** Stores transfers and completes them. */
import type { Account, Accounts } from '../accounts/store.ts'
import type { Doing } from '../doing.ts'
import { refuse } from '../errors.ts'
import type { Transaction, Transactions } from '../money/transactions.ts'
import type { DataOf, Kept } from '../objects/store.ts'
import type { World } from '../world.ts'
import type { transfer } from './schemas.ts'

interface TransferData extends DataOf<typeof transfer, 'transfer_id' | 'amount' | 'currency' | 'date'> {
  cents: number
  /** The start of the day of the transfer. */
  day: number
}
export type Transfer = Kept<TransferData>
/** How a transfer ends, and what its transaction shows then. */
type End = { status: 'completed' | 'cancelled' } & Partial<Pick<Transaction, 'merchant' | 'description'>>
export type NewTransfer = Omit<TransferData, 'status' | 'transaction_id'>

/** How long an external transfer takes once its day has come. */
const processingUs = 60_000_000

/** Transfers: between accounts here they complete at once, others after a period of the sandbox's clock. */
export function createTransfers({ collection, job }: World, accounts: Accounts, transactions: Transactions) {
  const transfers = collection<TransferData>('transfer', { parent: 'account_id' })

  function end(doing: Doing, transfer: Transfer, { status, ...told }: End): Transfer {
    const account = accounts.found(doing, transfer.account_id)
    const transaction = transactions.find(doing, transfer.transaction_id)
    if (transaction)
      transactions.turn(doing, account, transaction, {
        ...told,
        state: status === 'completed' ? 'settled' : 'cancelled',
      })
    return transfers.change(doing, transfer, { status })
  }

  function endNow(doing: Doing, transfer: Transfer, how: End): Transfer {
    doing.forgetLater(transfer.id)
    return end(doing, transfer, how)
  }

  function complete(doing: Doing, id: string) {
    const transfer = transfers.find(doing, id)
    if (transfer?.status === 'pending') end(doing, transfer, { status: 'completed' })
  }
  const completion = job('transfer.complete', complete)

  return {
    transfers,
    /** The transfer of a transaction, or undefined. */
    ofTransaction: (doing: Doing, transaction: Transaction): Transfer | undefined =>
      transfers
        .list(doing, { parent: transaction.accountId })
        .find(({ transaction_id }) => transaction_id === transaction.id),
    /** Ends a pending transfer early, with its transaction. */
    endNow,
    /** From or to an external account: the money is held until completion. */
    begin(doing: Doing, account: Account, made: NewTransfer): Transfer {
      const transaction = transactions.post(doing, account, {
        state: 'pending',
        cents: made.direction === 'out' ? -made.cents : made.cents,
        paymentType: 'ach',
        transactionType: 'transfer',
        cardId: made.card_id,
        description: made.description,
      })
      const transfer = transfers.create(doing, { ...made, status: 'pending', transaction_id: transaction.id })
      doing.later(completion, transfer.id, Math.max(doing.now, made.day) + processingUs)
      return transfer
    },
    /** Between two accounts here. */
    move(doing: Doing, account: Account, destination: Account, made: NewTransfer): Transfer {
      const common = {
        state: 'settled',
        paymentType: 'internal',
        transactionType: 'transfer',
        description: made.description,
      } as const
      const sent = transactions.post(doing, account, { ...common, cents: -made.cents, cardId: made.card_id })
      transactions.post(doing, destination, { ...common, cents: made.cents })
      return transfers.create(doing, { ...made, status: 'completed', transaction_id: sent.id })
    },
    cancel(doing: Doing, transfer: Transfer): Transfer {
      if (transfer.status !== 'pending')
        refuse('invalid_transfer_status', `The transfer ${transfer.id} is ${transfer.status}`)
      return endNow(doing, transfer, { status: 'cancelled' })
    },
  }
}

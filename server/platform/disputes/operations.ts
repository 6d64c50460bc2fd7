/** The operation that disputes card payments. */
import { z } from 'zod'
import type { Books } from '../books.ts'
import { refuse } from '../errors.ts'
import { id, oneOf, shown, text, times, uuid } from '../fields.ts'
import { answerOf, type DataOf, timesOf } from '../objects/store.ts'
import { type OperationRow, operation } from '../operation.ts'
import type { World } from '../world.ts'

const reasons = ['fraud', 'duplicate', 'not_received', 'wrong_amount', 'other'] as const

const createDispute = z
  .object({
    transaction_id: id('a settled payment'),
    card_id: text(100).optional().meta({ description: 'The paying card; checked if given' }),
    reason: oneOf(reasons).optional().meta({ description: 'other by default', example: 'not_received' }),
    description: text(1000).optional().meta({ example: 'The parcel never came' }),
  })
  .meta({ id: 'CreateDispute' })
const dispute = z
  .object({
    dispute_id: uuid('The id of the dispute'),
    transaction_id: uuid('The payment'),
    card_id: uuid('The card'),
    reason: z.enum(reasons),
    description: z.string().nullable(),
    status: z.literal('open'),
    ...times,
  })
  .meta({ id: 'Dispute' })

/** Disputes of settled card payments. The amount is credited while a dispute is open. */
export function disputeOperations(
  { collection }: World,
  needs: Pick<Books, 'cards' | 'accounts' | 'transactions'>,
): OperationRow[] {
  const disputes = collection<DataOf<typeof dispute, 'dispute_id'>>('dispute', { parent: 'transaction_id' })
  const { cards, accounts, transactions } = needs
  return [
    operation({
      method: 'POST',
      path: '/disputes',
      operationId: 'createDispute',
      summary: 'Dispute a settled card payment',
      description: 'Its amount is credited while the dispute is open.',
      body: createDispute,
      example: { transaction_id: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10', reason: 'not_received' },
      malformed: 'create_dispute_schema',
      success: { status: 201, description: 'The dispute', schema: dispute },
      errors: ['invalid_card', 'card_dne', 'invalid_reference', 'create_dispute_error', 'resource_conflict'],
      emits: ['transactions'],
      run(call) {
        const { transaction_id, card_id, reason = 'other', description = null } = call.body
        const card = card_id === undefined ? undefined : cards.named(call, card_id)
        const payment = transactions.find(call, transaction_id)
        if (payment?.cardId == null || (card && card.id !== payment.cardId))
          return refuse(
            'invalid_reference',
            `transaction_id: ${shown(transaction_id)} is not a payment ${card ? `by the card ${card.id}` : 'by card'}`,
          )
        if (payment.state !== 'settled' || payment.transactionType !== 'purchase')
          refuse(
            'create_dispute_error',
            `Only a settled purchase can be disputed; ${payment.id} is a ${payment.transactionType} and ${payment.state}`,
          )
        const before = disputes.list(call, { parent: payment.id })[0]
        if (before)
          refuse('create_dispute_error', `The payment ${payment.id} is disputed already, as ${before.id}`)
        const account = accounts.found(call, payment.accountId)
        accounts.requireOpen(account)
        const made = disputes.create(call, {
          transaction_id: payment.id,
          card_id: payment.cardId,
          reason,
          description,
          status: 'open',
        })
        transactions.post(call, account, {
          state: 'settled',
          cents: -payment.cents,
          paymentType: 'card',
          transactionType: 'refund',
          cardId: payment.cardId,
          description: `Credit while the dispute ${made.id} is open`,
        })
        return answerOf(dispute, { ...made, ...timesOf(made), dispute_id: made.id })
      },
    }),
  ]
}

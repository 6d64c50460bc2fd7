/** The operations by which the outside world acts: reviewers, cards and settlements. */
import type { Books } from '../books.ts'
import { refuse } from '../errors.ts'
import { shown } from '../fields.ts'
import { toldKyc } from '../kyc/operations.ts'
import * as kycSchemas from '../kyc/schemas.ts'
import { positiveCents, refuseLarge, requireUsd } from '../money/amounts.ts'
import * as moneySchemas from '../money/schemas.ts'
import { type Transaction, toldTransaction } from '../money/transactions.ts'
import { type Call, type OperationRow, operation } from '../operation.ts'
import * as schemas from './schemas.ts'

/** The possible decisions of a reviewer. */
const decisions = [
  {
    method: 'POST',
    path: '/simulate/kyc-pass',
    operationId: 'simulateKycPass',
    summary: 'Make the verification of a customer pass, whether it was started or not',
    status: 'success',
  },
  {
    method: 'POST',
    path: '/simulate/kyc-fail',
    operationId: 'simulateKycFail',
    summary: 'Make the verification of a customer fail, whether it was started or not',
    status: 'failure',
  },
] as const

/** The outside world in the platform's sandbox: reviewers decide, cards pay, payments settle. */
export function simulateOperations(
  needs: Pick<Books, 'kyc' | 'customers' | 'cards' | 'accounts' | 'transactions' | 'payments'>,
): OperationRow[] {
  const { kyc, customers, cards, accounts, transactions, payments } = needs

  function settlePending(
    call: Call<{ amount?: string | number | undefined; merchant_name?: string | undefined }>,
    id: string,
  ): Transaction {
    const pending = transactions.find(call, id)
    if (!pending) return refuse('invalid_reference', `transaction_id: no transaction has the id ${shown(id)}`)
    if (pending.state !== 'pending' || pending.paymentType !== 'card')
      refuse(
        'invalid_request',
        `transaction_id: ${pending.id} is not a pending payment by card, but a ${pending.transactionType} that is ${pending.state}`,
      )
    const account = accounts.found(call, pending.accountId)
    const { amount, merchant_name: merchant = pending.merchant } = call.body
    const cents = amount === undefined ? -pending.cents : positiveCents(amount)
    accounts.requireFunds(account, cents, -pending.cents)
    call.forgetLater(pending.id)
    return transactions.turn(call, account, pending, { state: 'settled', cents: -cents, merchant })
  }

  return [
    ...decisions.map(({ status, ...row }) =>
      operation({
        ...row,
        body: schemas.simulateKyc,
        example: { customer_id: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10' },
        success: { status: 200, description: 'The verification', schema: kycSchemas.kyc },
        errors: ['customer_dne', 'kyc_requests', 'kyc_retries'],
        emits: [`kyc.verification.${status}`],
        run: (call) => toldKyc(kyc.settle(call, customers.named(call, call.body.customer_id).id, status)),
      }),
    ),
    operation({
      method: 'POST',
      path: '/simulate/authorization',
      operationId: 'simulateAuthorization',
      summary: 'Make a card pay',
      description: 'The money is held for at most a week, or the payment is declined with a reason.',
      body: schemas.simulateAuthorization,
      example: {
        card_id: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10',
        amount: '21.93',
        merchant_name: 'Corner Books',
      },
      success: {
        status: 201,
        description: 'The pending or declined payment',
        schema: moneySchemas.transaction,
      },
      errors: ['invalid_card', 'card_dne', 'invalid_amount', 'invalid_parameter'],
      emits: ['transactions'],
      run(call) {
        const { card_id, amount, merchant_name = null, currency = 'USD' } = call.body
        const card = cards.named(call, card_id)
        requireUsd(currency)
        const cents = positiveCents(amount)
        return toldTransaction(payments.pay(call, card, { cents, merchant: merchant_name, state: 'pending' }))
      },
    }),
    operation({
      method: 'POST',
      path: '/simulate/settlement',
      operationId: 'simulateSettlement',
      summary: 'Settle a pending payment, or make a payment, refund or deposit that settles at once',
      body: schemas.simulateSettlement,
      example: { card_id: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10', amount: '250.00', type: 'deposit' },
      success: {
        status: 201,
        description: 'The settled transaction; a payment may be declined',
        schema: moneySchemas.transaction,
      },
      errors: [
        'invalid_card',
        'card_dne',
        'closed_card',
        'card_fraud',
        'invalid_reference',
        'invalid_request',
        'invalid_amount',
        'insufficient_funds',
        'large_amount',
        'load_funds_dis',
      ],
      // An unpaid credit account becomes late.
      emits: ['transactions', 'account.statements.late_payment'],
      run(call) {
        const {
          transaction_id,
          card_id = '',
          amount = '',
          type = 'purchase',
          merchant_name = null,
        } = call.body
        if (transaction_id !== undefined) return toldTransaction(settlePending(call, transaction_id))
        const card = cards.named(call, card_id)
        const cents = positiveCents(amount)
        if (type === 'purchase')
          return toldTransaction(
            payments.pay(call, card, { cents, merchant: merchant_name, state: 'settled' }),
          )
        cards.requireOpen(card)
        refuseLarge(cents)
        const account = accounts.found(call, card.account_id)
        if (type === 'deposit') accounts.requireLoadable(account)
        return toldTransaction(
          transactions.post(call, account, {
            state: 'settled',
            cents,
            paymentType: type === 'deposit' ? 'ach' : 'card',
            transactionType: type,
            cardId: card.id,
            merchant: merchant_name,
          }),
        )
      },
    }),
  ]
}

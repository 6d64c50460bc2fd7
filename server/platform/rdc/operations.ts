/** The operation that deposits checks. */
import { z } from 'zod'
import type { Books } from '../books.ts'
import { addDays } from '../dates.ts'
import type { Doing } from '../doing.ts'
import { refuse } from '../errors.ts'
import { amount, id, times, uuid } from '../fields.ts'
import { positiveCents, refuseLarge, sayCents } from '../money/amounts.ts'
import { answerOf, type DataOf, timesOf } from '../objects/store.ts'
import { type OperationRow, operation } from '../operation.ts'
import type { World } from '../world.ts'

/** How many days a check takes to clear. */
const clearingDays = 1

const image = z
  .string('must be text in base64')
  .min(1, 'must not be empty')
  .meta({ description: 'A JPEG, PNG or PDF in base64', example: 'iVBORw0KGgo=' })
const depositCheck = z
  .object({
    account_id: id('the account for the check'),
    amount: amount(),
    front_image: image,
    back_image: image.optional(),
  })
  .meta({ id: 'DepositCheck' })
const deposit = z
  .object({
    rdc_id: uuid('The id of the deposit'),
    account_id: uuid('The account'),
    amount: z.string().meta({ example: '120.00' }),
    status: z.enum(['pending', 'cleared']),
    transaction_id: uuid('Its transaction on the account'),
    ...times,
  })
  .meta({ id: 'CheckDeposit' })

/** The first bytes of the accepted file types. */
const signatures = ['ffd8ff', '89504e470d0a1a0a', '25504446']

function isImage(base64: string): boolean {
  const start = Buffer.from(base64.replace(/^data:[^,]{0,100},/, '').slice(0, 40), 'base64').toString('hex')
  return signatures.some((signature) => start.startsWith(signature))
}

/** Remote check deposit: checks as pictures, which clear a day later on the sandbox's clock. */
export function rdcOperations(
  { collection, job }: World,
  { accounts, transactions }: Pick<Books, 'accounts' | 'transactions'>,
): OperationRow[] {
  const deposits = collection<DataOf<typeof deposit, 'rdc_id' | 'amount'> & { cents: number }>(
    'check_deposit',
    { parent: 'account_id' },
  )

  function clear(doing: Doing, id: string) {
    const made = deposits.find(doing, id)
    const transaction = made && transactions.find(doing, made.transaction_id)
    if (!made || transaction?.state !== 'pending') return
    deposits.change(doing, made, { status: 'cleared' })
    transactions.turn(doing, accounts.found(doing, made.account_id), transaction, { state: 'settled' })
  }
  const clearing = job('rdc.clear', clear)

  return [
    operation({
      method: 'POST',
      path: '/rdc',
      operationId: 'depositCheck',
      summary: 'Deposit a check by its picture',
      description: 'The deposit clears a day later.',
      body: depositCheck,
      example: {
        account_id: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10',
        amount: '120.00',
        front_image: 'iVBORw0KGgo=',
      },
      malformed: 'rdc_schema',
      success: { status: 201, description: 'The pending deposit', schema: deposit },
      errors: [
        'acc_dne',
        'resource_conflict',
        'load_funds_dis',
        'invalid_amount',
        'large_amount',
        'rdc_process_err',
      ],
      emits: ['transactions'],
      run(call) {
        const { account_id, amount, front_image, back_image } = call.body
        const account = accounts.found(call, account_id, 'acc_dne', 'account_id')
        accounts.requireOpen(account)
        accounts.requireLoadable(account)
        const cents = positiveCents(amount)
        refuseLarge(cents)
        for (const [name, picture] of Object.entries({ front_image, back_image }))
          if (picture !== undefined && !isImage(picture))
            refuse('rdc_process_err', `${name}: it cannot be read as a JPEG, PNG or PDF`)
        const transaction = transactions.post(call, account, {
          state: 'pending',
          cents,
          paymentType: 'check',
          transactionType: 'deposit',
        })
        const made = deposits.create(call, {
          account_id: account.id,
          transaction_id: transaction.id,
          cents,
          status: 'pending',
        })
        call.later(clearing, made.id, addDays(call.now, clearingDays))
        return answerOf(deposit, { ...made, ...timesOf(made), rdc_id: made.id, amount: sayCents(made.cents) })
      },
    }),
  ]
}

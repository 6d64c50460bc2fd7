/** The operations on transfers. */
import type { z } from 'zod'
import type { Account } from '../accounts/store.ts'
import type { Books } from '../books.ts'
import { readDay, sayDay } from '../dates.ts'
import { refuse } from '../errors.ts'
import { shown } from '../fields.ts'
import { positiveCents, refuseLarge, requireUsd, sayCents } from '../money/amounts.ts'
import { answerOf, timesOf } from '../objects/store.ts'
import { type OperationRow, operation } from '../operation.ts'
import * as schemas from './schemas.ts'
import type { Transfer } from './store.ts'

const told = (transfer: Transfer) =>
  answerOf(schemas.transfer, {
    ...transfer,
    ...timesOf(transfer),
    transfer_id: transfer.id,
    amount: sayCents(transfer.cents),
    currency: 'USD',
    date: sayDay(transfer.day),
  })

export function transferOperations(
  needs: Pick<Books, 'transfers' | 'cards' | 'accounts' | 'external'>,
): OperationRow[] {
  const { transfers: book, cards, accounts, external } = needs
  const { transfers } = book
  type Body = z.infer<typeof schemas.createTransfer>

  function directionIn({ direction = 'out', currency = 'USD' }: Body): Transfer['direction'] {
    requireUsd(currency)
    return (
      schemas.directions.find((one) => one === direction) ??
      refuse('invalid_parameter', `direction: ${shown(direction)} is neither out nor in`)
    )
  }

  function dayIn({ date }: Body, now: number): number {
    const today = readDay(sayDay(now)) ?? now
    if (date === undefined) return today
    const day = readDay(date)
    if (day === undefined)
      return refuse('invalid_transfer_date', `date: ${shown(date)} is not a date such as ${sayDay(now)}`)
    if (day < today) return refuse('invalid_transfer_date', `date: ${date} is past; it is ${sayDay(now)}`)
    return day
  }

  /** The destination account here, for a transfer that leaves the card's account. */
  function destinationIn(
    call: { identity: string; now: number },
    body: Body,
    account: Account,
  ): Account | undefined {
    if (body.destination_account_id === undefined) return undefined
    const destination = accounts.found(call, body.destination_account_id, 'acc_dne', 'destination_account_id')
    if (destination.id === account.id)
      refuse('invalid_reference', 'destination_account_id: it is the account that pays')
    if (body.direction === 'in' || body.linked_account_id !== undefined)
      refuse('invalid_parameter', 'destination_account_id: requires direction out and no linked_account_id')
    if (dayIn(body, call.now) > call.now)
      refuse('invalid_transfer_date', 'date: a transfer between accounts here is made at once')
    accounts.requireOpen(destination)
    accounts.requireLoadable(destination)
    return destination
  }

  function checkMoney(account: Account, direction: Transfer['direction'], cents: number) {
    if (direction === 'in') accounts.requireLoadable(account)
    else accounts.requireFunds(account, cents)
    refuseLarge(cents)
  }

  return [
    operation({
      method: 'POST',
      path: '/core/transfer',
      operationId: 'createTransfer',
      summary: "Transfer money from or to a card's account",
      body: schemas.createTransfer,
      example: { amount: '21.93', card_id: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10', description: 'Rent' },
      malformed: 'create_transfer_schema',
      success: { status: 201, description: 'The transfer', schema: schemas.transfer },
      errors: [
        'invalid_card',
        'card_dne',
        'closed_card',
        'card_fraud',
        'expired_card',
        'preactive_card',
        'inactive_card',
        'invalid_parameter',
        'invalid_amount',
        'invalid_transfer_date',
        'linked_dne',
        'linked_closed',
        'account_not_linked_error',
        'acc_dne',
        'invalid_reference',
        'resource_conflict',
        'load_funds_dis',
        'insufficient_funds',
        'large_amount',
      ],
      // An unpaid credit account becomes late.
      emits: ['transactions', 'account.statements.late_payment'],
      run(call) {
        const { body } = call
        const card = cards.named(call, body.card_id)
        const direction = directionIn(body)
        const cents = positiveCents(body.amount)
        const day = dayIn(body, call.now)
        const hindrance = cards.hindrance(card, call.now)
        if (hindrance) refuse(hindrance.code, hindrance.message)
        const account = accounts.found(call, card.account_id)
        const linked =
          body.linked_account_id === undefined
            ? undefined
            : external.linked(call, body.linked_account_id, account.id)
        const destination = destinationIn(call, body, account)
        checkMoney(account, direction, cents)
        const made = {
          card_id: card.id,
          account_id: account.id,
          linked_account_id: linked?.id ?? null,
          destination_account_id: destination?.id ?? null,
          direction,
          cents,
          day,
          description: body.description ?? null,
        }
        return told(
          destination ? book.move(call, account, destination, made) : book.begin(call, account, made),
        )
      },
    }),
    operation({
      method: 'GET',
      path: '/transfers/{transfer_id}',
      operationId: 'getTransfer',
      summary: 'Read a transfer',
      success: { status: 200, description: 'The transfer', schema: schemas.transfer },
      errors: ['transfer_dne'],
      run(call) {
        const id = call.params.transfer_id ?? ''
        return told(transfers.find(call, id) ?? refuse('transfer_dne', `No transfer has the id ${shown(id)}`))
      },
    }),
    operation({
      method: 'POST',
      path: '/transfers/{transfer_id}/cancel',
      operationId: 'cancelTransfer',
      summary: 'Cancel a pending transfer',
      success: { status: 200, description: 'The cancelled transfer', schema: schemas.transfer },
      errors: ['transfer_ref_dne', 'invalid_transfer_status'],
      emits: ['transactions'],
      run(call) {
        const id = call.params.transfer_id ?? ''
        const transfer =
          transfers.find(call, id) ??
          refuse('transfer_ref_dne', `There is no transfer ${shown(id)} to cancel`)
        return told(book.cancel(call, transfer))
      },
    }),
  ]
}

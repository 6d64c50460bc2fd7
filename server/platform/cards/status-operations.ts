/** The operations that activate, reissue and close cards. */
import type { Books } from '../books.ts'
import { refuse } from '../errors.ts'
import { shown } from '../fields.ts'
import { type Call, type OperationRow, operation } from '../operation.ts'
import * as schemas from './schemas.ts'
import { type Card, toldCard } from './store.ts'

const closed = ['closed_card', 'card_fraud'] as const
const success = { status: 200, description: 'The card after the change', schema: schemas.card } as const

/** The status of a card: active, inactive, reissued, closed. */
export function cardStatusOperations(needs: Pick<Books, 'cards' | 'accounts' | 'programs'>): OperationRow[] {
  const { cards: book, accounts } = needs
  const ofPath = (call: Call<unknown>) => book.found(call, call.params.card_id ?? '')

  /** Refuses an unusable card. Waiting for activation or being inactive is allowed. */
  function requireUsable(call: Call<unknown>, card: Card) {
    const hindrance = book.hindrance(card, call.now)
    if (hindrance && hindrance.code !== 'preactive_card' && hindrance.code !== 'inactive_card')
      refuse(hindrance.code, hindrance.message)
  }

  /** Closing is final. The account must be empty, except for fraud, which cannot wait. */
  function close(call: Call<unknown>, card: Card, reason: string): Card {
    book.requireOpen(card)
    if (reason !== 'fraud') accounts.requireClear(accounts.found(call, card.account_id))
    return book.close(call, card, reason)
  }

  return [
    operation({
      method: 'PATCH',
      path: '/cards/{card_id}',
      operationId: 'editCard',
      summary: 'Activate, deactivate or close a card',
      body: schemas.patchCard,
      example: { status: 'inactive' },
      malformed: 'invalid_request',
      success,
      errors: [
        'card_dne',
        'card_status_dne',
        ...closed,
        'expired_card',
        'preactive_card',
        'resource_conflict',
      ],
      emits: ['card.status.active', 'card.status.inactive', 'card.status.closed'],
      run(call) {
        const card = ofPath(call)
        const { status } = call.body
        if (status === undefined) return toldCard(card)
        if (!schemas.cardStatuses.some((one) => one === status))
          refuse(
            'card_status_dne',
            `status: ${shown(status)} is not one of ${schemas.cardStatuses.join(', ')}`,
          )
        if (status === 'closed') return toldCard(close(call, card, 'customer_request'))
        requireUsable(call, card)
        if (card.status === status) return toldCard(card)
        if (status === 'inactive') return toldCard(book.deactivate(call, card))
        if (card.aac !== null) refuse('preactive_card', `The card ${card.id} was not activated yet`)
        return toldCard(book.activate(call, card))
      },
    }),
    operation({
      method: 'POST',
      path: '/cards/{card_id}/activate',
      operationId: 'activateCard',
      summary: 'Activate a card that is physical, reissued or inactive',
      body: schemas.activateCard,
      example: {},
      malformed: 'invalid_request',
      success,
      errors: ['card_dne', 'card_active', 'invalid_aac', ...closed, 'expired_card'],
      emits: ['card.status.active'],
      run(call) {
        const card = ofPath(call)
        requireUsable(call, card)
        if (card.status === 'active') refuse('card_active', `The card ${card.id} is active already`)
        const { aac } = call.body
        if (aac !== undefined && card.aac !== null && aac !== card.aac)
          refuse('invalid_aac', `aac: ${shown(aac)} is not the activation code of the card ${card.id}`)
        return toldCard(book.activate(call, card))
      },
    }),
    operation({
      method: 'POST',
      path: '/cards/{card_id}/reissue',
      operationId: 'reissueCard',
      summary: 'Reissue a card',
      description: 'Number and expiry change, and the card must be activated again.',
      body: schemas.reissueCard,
      example: { reason: 'lost' },
      malformed: 'invalid_request',
      success,
      errors: ['card_dne', ...closed],
      emits: ['card.status.reissue'],
      run(call) {
        const card = ofPath(call)
        book.requireOpen(card)
        return toldCard(book.reissue(call, card, needs.programs.found(card.program_id)))
      },
    }),
    operation({
      method: 'POST',
      path: '/cards/{card_id}/close',
      operationId: 'closeCard',
      summary: 'Close a card for good',
      description: 'Its account must be empty.',
      body: schemas.closeCard,
      example: { reason: 'customer_request' },
      malformed: 'invalid_request',
      success,
      errors: ['card_dne', ...closed, 'resource_conflict'],
      emits: ['card.status.closed'],
      run: (call) => toldCard(close(call, ofPath(call), call.body.reason ?? 'customer_request')),
    }),
    operation({
      method: 'POST',
      path: '/cards/{card_id}/reset-pin',
      operationId: 'resetPin',
      summary: 'Change the PIN of a usable card',
      body: schemas.resetPin,
      example: { pin: '4821' },
      malformed: 'invalid_request',
      success: { status: 200, description: 'The PIN is changed', schema: schemas.pinReset },
      errors: ['card_dne', ...closed, 'expired_card', 'preactive_card', 'inactive_card'],
      run(call) {
        const card = ofPath(call)
        const hindrance = book.hindrance(card, call.now)
        if (hindrance) refuse(hindrance.code, hindrance.message)
        return { card_id: card.id, status: 'pin_reset' as const }
      },
    }),
  ]
}

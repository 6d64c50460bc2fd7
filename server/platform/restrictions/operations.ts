/** The operations on card restrictions. */
import { z } from 'zod'
import type { Books } from '../books.ts'
import { refuse } from '../errors.ts'
import { amount, oneOf, shown, times, uuid } from '../fields.ts'
import { positiveCents, sayCents } from '../money/amounts.ts'
import { answerOf, timesOf } from '../objects/store.ts'
import { type Call, type Flaw, type OperationRow, operation } from '../operation.ts'
import type { Restriction } from './store.ts'

/** The largest amount of a restriction, in cents. Source: what is public of the platform. */
const highestCents = 10_000_000

const restrictionBody = z
  .object({
    restriction_type: oneOf(['amount']).meta({ example: 'amount' }),
    max_amount: amount().meta({
      description: 'The largest single payment, at most 100000.00',
      example: '175.00',
    }),
  })
  .meta({ id: 'SetRestriction' })
const restriction = z
  .object({
    restriction_id: uuid('The id of the restriction'),
    card_id: uuid('The card'),
    restriction_type: z.literal('amount'),
    max_amount: z.string().meta({ example: '175.00' }),
    ...times,
  })
  .meta({ id: 'Restriction' })

const told = (one: Restriction) =>
  answerOf(restriction, {
    ...one,
    ...timesOf(one),
    restriction_id: one.id,
    max_amount: sayCents(one.max_cents),
  })

/** A body without its type has a code of its own. */
function refuseMissingType(flaws: readonly Flaw[]) {
  if (flaws.some(({ isMissing, path }) => isMissing && path[0] === 'restriction_type'))
    refuse('restriction_types', 'Missing Required Field(s): restriction_type')
}
const bodyErrors = ['restriction_types', 'restriction_payload_schema'] as const

export function restrictionOperations(needs: Pick<Books, 'restrictions' | 'cards'>): OperationRow[] {
  const { cards } = needs
  const { restrictions } = needs.restrictions
  const cardOf = (call: Call<unknown>) => cards.found(call, call.params.card_id ?? '')

  function ofPath(call: Call<unknown>): Restriction {
    const id = call.params.restriction_id ?? ''
    const card = cardOf(call)
    cards.requireOpen(card)
    const found = restrictions.find(call, id)
    return found?.card_id === card.id
      ? found
      : refuse('rest_dne', `The card has no restriction with the id ${shown(id)}`)
  }

  function centsIn(max: string | number): number {
    const cents = positiveCents(max, { code: 'restriction_payload_schema', field: 'max_amount' })
    if (cents > highestCents)
      refuse(
        'restriction_payload_schema',
        `max_amount: ${sayCents(cents)} is above ${sayCents(highestCents)}`,
      )
    return cents
  }

  return [
    operation({
      method: 'POST',
      path: '/cards/{card_id}/restrictions',
      operationId: 'createRestriction',
      summary: 'Add a restriction',
      description: 'Payments of the card beyond it are declined.',
      body: restrictionBody,
      example: { restriction_type: 'amount', max_amount: '175.00' },
      malformed: 'restriction_payload_schema',
      refuseFlaws: refuseMissingType,
      success: { status: 201, description: 'The restriction', schema: restriction },
      errors: [...bodyErrors, 'card_dne', 'closed_card', 'card_fraud'],
      run(call) {
        const card = cardOf(call)
        cards.requireOpen(card)
        return told(
          restrictions.create(call, {
            card_id: card.id,
            restriction_type: call.body.restriction_type,
            max_cents: centsIn(call.body.max_amount),
          }),
        )
      },
    }),
    operation({
      method: 'GET',
      path: '/cards/{card_id}/restrictions',
      operationId: 'listRestrictions',
      summary: 'List the restrictions of a card',
      success: {
        status: 200,
        description: 'In order of creation',
        schema: z.object({ restrictions: z.array(restriction) }).meta({ id: 'Restrictions' }),
      },
      errors: ['card_dne'],
      run: (call) => ({ restrictions: restrictions.list(call, { parent: cardOf(call).id }).map(told) }),
    }),
    operation({
      method: 'PATCH',
      path: '/cards/{card_id}/restrictions/{restriction_id}',
      operationId: 'replaceRestriction',
      summary: 'Replace a restriction',
      body: restrictionBody,
      example: { restriction_type: 'amount', max_amount: '50.00' },
      malformed: 'restriction_payload_schema',
      refuseFlaws: refuseMissingType,
      success: { status: 200, description: 'The restriction after the change', schema: restriction },
      errors: [...bodyErrors, 'card_dne', 'closed_card', 'card_fraud', 'rest_dne'],
      run: (call) =>
        told(restrictions.change(call, ofPath(call), { max_cents: centsIn(call.body.max_amount) })),
    }),
    operation({
      method: 'DELETE',
      path: '/cards/{card_id}/restrictions/{restriction_id}',
      operationId: 'deleteRestriction',
      summary: 'Remove a restriction',
      success: { status: 200, description: 'The removed restriction', schema: restriction },
      errors: ['card_dne', 'closed_card', 'card_fraud', 'rest_dne'],
      run(call) {
        const one = ofPath(call)
        restrictions.remove(one)
        return told(one)
      },
    }),
  ]
}

/** Stores cards and decides what their state allows. */
import type { PlatformCode } from '../../errors/dictionary.ts'
import { type Account, digitsOf } from '../accounts/store.ts'
import { monthStart, sayMonth } from '../dates.ts'
import type { Doing } from '../doing.ts'
import { refuse } from '../errors.ts'
import { isUuid, shown } from '../fields.ts'
import { answerOf, type DataOf, type Kept, timesOf } from '../objects/store.ts'
import type { CardProgram } from '../programs/store.ts'
import type { World } from '../world.ts'
import * as schemas from './schemas.ts'

/** The Luhn check digit for these digits. */
export function checkDigit(digits: string): string {
  let sum = 0
  for (const [place, digit] of [...digits].toReversed().entries()) {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return String((10 - (sum % 10)) % 10)
}

/** A card number of 16 digits: six of the bank, nine random ones, and the check digit. */
export const cardNumber = (bin: string, drawn: string): string => `${bin}${drawn}${checkDigit(bin + drawn)}`

export interface CardData extends DataOf<typeof schemas.card, 'card_id' | 'expiry'> {
  /** The customer or the business, whichever owns the card. */
  owner_id: string
  /** When the card expires, in microseconds. */
  expires_at: number
}
export type Card = Kept<CardData>

/** What a physical or reissued card needs before its use. */
const awaitingActivation = (draw: string) =>
  ({ status: 'inactive', aac: digitsOf(draw.slice(0, 12), 6) }) as const

/** Cards and what their state allows. */
export function createCards({ collection, ids }: World) {
  const cards = collection<CardData>('card', { parent: 'account_id', owner: 'owner_id', state: 'status' })

  /** Only the last four digits of a card number are stored. */
  function drawn(now: number, program: CardProgram) {
    const draw = ids.uuid()
    const last_four = cardNumber(program.bin, digitsOf(draw, 9)).slice(-4)
    return { draw, last_four, expires_at: monthStart(now, program.months_valid + 1) }
  }

  const closed = ({ id, close_reason }: Card): { code: PlatformCode; message: string } =>
    close_reason === 'fraud'
      ? { code: 'card_fraud', message: `The card ${id} was closed for fraud` }
      : { code: 'closed_card', message: `The card ${id} is closed` }

  /** Sets the status of a card and emits the event. */
  function turn(
    doing: Doing,
    card: Card,
    event: 'active' | 'inactive' | 'closed' | 'reissue',
    changes: Partial<CardData>,
  ) {
    const turned = cards.change(doing, card, changes)
    doing.emit(`card.status.${event}`, { card: toldInEvent(turned) })
    return turned
  }

  return {
    cards,
    found(call: { identity: string }, id: string): Card {
      return cards.find(call, id) ?? refuse('card_dne', `No card has the id ${shown(id)}`)
    },
    /** The card that a body names. */
    named(call: { identity: string }, id: string): Card {
      if (!isUuid(id)) return refuse('invalid_card', `card_id: ${shown(id)} is not the id of a card`)
      return cards.find(call, id) ?? refuse('card_dne', `card_id: no card has the id ${shown(id)}`)
    },
    openOf: (call: { identity: string }, accountId: string): Card[] =>
      cards.list(call, { parent: accountId }).filter(({ status }) => status !== 'closed'),
    /** Why a card cannot pay now. Undefined if it can. */
    hindrance(card: Card, now: number): { code: PlatformCode; message: string } | undefined {
      const because = (code: PlatformCode, message: string) => ({
        code,
        message: `The card ${card.id} ${message}`,
      })
      if (card.status === 'closed') return closed(card)
      if (now >= card.expires_at)
        return because('expired_card', `has expired with ${sayMonth(card.expires_at - 1)}`)
      if (card.aac !== null) return because('preactive_card', 'was not activated yet')
      if (card.status === 'inactive') return because('inactive_card', 'is inactive')
      return undefined
    },
    /** Refuses a closed card. */
    requireOpen(card: Card) {
      if (card.status !== 'closed') return
      const { code, message } = closed(card)
      refuse(code, message)
    },
    issue(
      doing: Doing,
      account: Account,
      made: {
        program: CardProgram
        card_type: CardData['card_type']
        parent_card_id: string | null
        /** Random by default. */
        id?: string | undefined
      },
    ): Card {
      const { draw, ...number } = drawn(doing.now, made.program)
      const card = cards.create(
        doing,
        {
          account_id: account.id,
          customer_id: account.customer_id,
          business_id: account.business_id,
          owner_id: account.owner_id,
          program_id: made.program.program_id,
          parent_card_id: made.parent_card_id,
          card_type: made.card_type,
          ...number,
          close_reason: null,
          ...(made.card_type === 'physical' ? awaitingActivation(draw) : { status: 'active', aac: null }),
        },
        made.id,
      )
      const { card_id, status, last_four } = toldInEvent(card)
      doing.emit('card.created', {
        card: { status, card_account_id: account.id, last_four, card_id, customer_id: account.customer_id },
      })
      return card
    },
    activate: (doing: Doing, card: Card): Card =>
      turn(doing, card, 'active', { status: 'active', aac: null }),
    deactivate: (doing: Doing, card: Card): Card => turn(doing, card, 'inactive', { status: 'inactive' }),
    close: (doing: Doing, card: Card, close_reason: string): Card =>
      turn(doing, card, 'closed', { status: 'closed', close_reason }),
    /** Gives the card a new number and expiry. It must be activated again. */
    reissue(doing: Doing, card: Card, program: CardProgram): Card {
      const { draw, ...number } = drawn(doing.now, program)
      return turn(doing, card, 'reissue', { ...number, ...awaitingActivation(draw) })
    },
  }
}
export type Cards = ReturnType<typeof createCards>

/** A card in API responses. */
export const toldCard = (card: Card) =>
  answerOf(schemas.card, {
    ...card,
    ...timesOf(card),
    card_id: card.id,
    expiry: sayMonth(card.expires_at - 1),
  })

/** A card in most of its events. Title Case as in the platform's public events. */
export const toldInEvent = (card: Card) => ({
  card_id: card.id,
  status: `${card.status[0]?.toUpperCase()}${card.status.slice(1)}`,
  last_four: card.last_four,
})

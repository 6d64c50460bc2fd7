/** Makes transaction events happen. */
import type { EventName } from '../../events/builders.ts'
import { typeNames } from '../../events/kinds/transactions.ts'
import { sayCents } from '../money/amounts.ts'
import { move } from './pending.ts'
import { type Place, placeFor } from './places.ts'
import { type Act, impossible, type Scene } from './scene.ts'
import {
  least,
  leaves,
  neededFor,
  requireSense,
  type Way,
  type WishedWay,
  wayFor,
  wishedWay,
} from './ways.ts'

/** Provides the money for a payment. Only an account created for it lacks money, and then gets it. */
function fund(scene: Scene, { account }: Place, cents: number) {
  const { books, doing, named } = scene
  const available = books.accounts.available(account)
  if (cents <= available) return
  if (named.account || named.card || named.customer)
    impossible(
      `${sayCents(cents)} is beyond the ${sayCents(available)} available on the account ${account.id}`,
    )
  books.transactions.post(scene.at(doing.now - 500), account, {
    state: 'settled',
    cents: Math.ceil((cents - available) / 10_000) * 10_000,
    paymentType: 'ach',
    transactionType: 'deposit',
    description: typeNames.deposit,
  })
}

/** The amount in positive cents. */
function centsFor(scene: Scene, way: Way, available: number, wished: number | undefined): number {
  if (wished !== undefined) return Math.abs(wished)
  const drawn = scene.fake.integer(least, 50_000)
  if (!leaves(way)) return drawn
  if (way.state === 'declined') return Math.max(available, 0) + drawn
  return available >= least ? Math.min(drawn, available) : drawn
}

function post(scene: Scene, way: Way, place: Place, wished: WishedWay) {
  const { books, doing, fake } = scene
  const { account } = place
  const card = way.paymentType === 'card' ? place.card : null
  const id = scene.newId(
    'transaction.transaction_id',
    (one) => books.transactions.findAnywhere(one) !== undefined,
  )
  const available = books.accounts.available(account)
  const takenBack =
    card && way.transactionType === 'refund' ? books.transactions.lastPurchase(card.id) : undefined
  const drawn = centsFor(scene, way, available, wished.cents)
  const cents = takenBack && wished.cents === undefined ? Math.min(drawn, -takenBack.cents) : drawn
  const merchant =
    wished.merchant !== undefined ? wished.merchant : card ? (takenBack?.merchant ?? fake.merchant()) : null
  const what = typeNames[way.transactionType]
  const description =
    wished.description !== undefined ? wished.description : merchant ? `${what}, ${merchant}` : what
  const isPaid = card !== null && way.transactionType === 'purchase'
  if (way.state === 'declined') {
    const real = isPaid ? books.payments.declineReason(doing, card, account, cents) : null
    const declineReason = wished.declineReason ?? real ?? 'restricted'
    return decline({ declineReason })
  }
  const isLeaving = wished.cents === undefined ? leaves(way) : wished.cents < 0
  if (isLeaving) fund(scene, place, cents)
  if (isPaid) {
    const refused = books.payments.declineReason(doing, card, account, cents)
    const mustMove = wished.state !== undefined || wished.declineReason === null || way.state === 'cancelled'
    if (refused !== null && mustMove)
      impossible(`the payment by the card ${card.id} would be declined: ${refused}`)
    if (way.state !== 'cancelled')
      return books.payments.pay(doing, card, { cents, merchant, state: way.state, id, description })
  }
  const signed = wished.cents ?? (leaves(way) ? -cents : cents)
  const made = { ...way, cents: signed, cardId: card?.id ?? null, merchant, description, ...(id && { id }) }
  if (way.state !== 'cancelled') return books.transactions.post(doing, account, made)
  const pending = books.transactions.post(scene.at(doing.now - 100), account, { ...made, state: 'pending' })
  return books.transactions.turn(doing, account, pending, { state: 'cancelled' })

  function decline({ declineReason }: { declineReason: string }) {
    return books.transactions.post(doing, account, {
      ...way,
      cents: leaves(way) ? -cents : cents,
      cardId: card?.id ?? null,
      merchant,
      description,
      declineReason,
      ...(id && { id }),
    })
  }
}

/** Whether a card must, may or must not take part. */
function byCardOf({ byCard, paymentType, transactionType }: WishedWay): 'must' | 'may' | 'not' {
  if (byCard !== undefined) return byCard ? 'must' : 'not'
  if (paymentType !== undefined) return paymentType === 'card' ? 'must' : 'not'
  if (transactionType === undefined) return 'may'
  return transactionType === 'purchase' || transactionType === 'refund' ? 'must' : 'not'
}

const posted: Act = {
  names: {
    'transaction.transaction_id': 'transaction',
    'transaction.account_id': 'account',
    'transaction.customer_id': 'customer',
    'transaction.details.card_id': 'card',
  },
  play(scene) {
    const { books, doing, named } = scene
    if (named.transaction) return move(scene, named.transaction)
    const wished = wishedWay(scene)
    requireSense(wished)
    const hindrance = named.card && books.cards.hindrance(named.card, doing.now)
    const mustMove = (wished.state ?? 'declined') !== 'declined' || wished.declineReason === null
    if (hindrance && mustMove) impossible(hindrance.message)
    const place = placeFor(scene, byCardOf(wished), neededFor(wished))
    const mayLeave = books.accounts.available(place.account) >= least
    const byCard = place.card === null ? false : wished.byCard
    // A card that cannot pay is declined, whatever was drawn.
    const state = hindrance ? 'declined' : wished.state
    const way = wayFor(
      scene,
      { ...wished, byCard, state },
      {
        mayLeave,
        hasBought: place.card !== null && books.transactions.lastPurchase(place.card.id) !== undefined,
        hasPast: place.card !== null && books.transactions.ofCard(place.card.id, { limit: 1 }).length > 0,
      },
    )
    post(scene, way, place, wished)
  },
}

export const transactionActs = { transactions: posted } satisfies Partial<Record<EventName, Act>>

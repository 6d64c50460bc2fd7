import { setTimeout as pause } from 'node:timers/promises'
import { drawsOf } from './draws.mjs'
import { markHeader } from './receivers.mjs'

/** @typedef {import('./book.mjs').Book} Book */
/** @typedef {import('./caller.mjs').Ask} Ask */
/** @typedef {import('./draws.mjs').Draws} Draws */
/** @typedef {import('./receivers.mjs').Receivers} Receivers */

const webhooks = '/api/v0.1/webhooks'
/** What a subscription that is there no more is answered with, by either API. */
const gone = [404]
const leftOverAtMost = 6
const keptRecent = 200

/** What is put on some events: faults of the record, of the content and of the connection. */
const faults = /** @type {const} */ ([
  'drop',
  'duplicate(3)',
  'duplicate(2, 80ms)',
  'delay(150ms)',
  'reorder(3)',
  'extra_field',
  'chunked | header_case',
  'http10',
  'truncate(50%)',
  'reset(headers)',
  'reset(body)',
  'slow(20000)',
  'tamper(body)',
  'unsigned',
  'wrong_secret | sticky',
])
/** Those of them that a right receiver refuses. @type {readonly (string | null)[]} */
export const mustBeRefused = ['tamper(body)', 'unsigned', 'wrong_secret | sticky']

/**
 * The subscriptions that stay as they are for the whole run.
 * @param {Ask} ask
 * @param {Book} book
 * @param {Receivers} receivers
 */
export async function subscribeStanding(ask, book, { healthy, slow, moody, flaky }) {
  const wanted = [
    { url: `${healthy}/all`, events: ['*'] },
    { url: `${healthy}/ordered`, events: ['kyc*', 'customer*'], ordered: true },
    { url: `${healthy}/again`, events: ['kyc*'], isRepeated: true },
    { url: `${slow}/some`, events: ['kyc*'] },
    { url: `${moody}/some`, events: ['customer*'] },
    { url: `${flaky}/cards`, events: ['card*'] },
  ]
  for (const { url, events, ordered, isRepeated = false } of wanted) {
    const { webhook_subscription } = await ask('POST', webhooks, { url, events })
    if (ordered) await ask('PATCH', `/sandbox/subscriptions/${webhook_subscription.id}`, { ordered })
    book.standing.set(webhook_subscription.id, { url, events, isRepeated })
  }
}

/**
 * Puts a life under load until it is stopped: several clients that each do one thing after the other.
 * @param {{ ask: Ask, book: Book, receivers: Receivers, seed: number, life: number }} needs
 */
export function startLoad(needs) {
  const { book } = needs
  let isOver = false
  const clients = Array.from({ length: 10 }, async (_, number) => {
    const draws = drawsOf(needs.seed, `client ${needs.life}.${number}`)
    const acts = createActs({ ...needs, draws })
    while (!isOver) {
      const act = draws.fraction()
      if (act < 0.55) await acts.trigger()
      else if (act < 0.65) await acts.customerStory(() => isOver)
      else if (act < 0.75) await acts.resend()
      else if (act < 0.8) await acts.attemptNow()
      else if (act < 0.83) await acts.cancel()
      else if (act < 0.84) await acts.sendManyAgain()
      else if (act < 0.88) await acts.cutShort()
      // One alone, so that the order of its answers is the order of what came about.
      else if (act < 0.89 && number === 0) await acts.rotate()
      else if (act < 0.94)
        await (book.leftOver.size < leftOverAtMost
          ? acts.passingSubscription(() => isOver)
          : acts.removeOne())
      else await acts.send()
      await pause(draws.between(2, 25))
    }
  })
  return {
    /** Fulfilled when no client does anything more. */
    async stop() {
      isOver = true
      await Promise.all(clients)
    },
  }
}

/** @param {{ ask: Ask, book: Book, receivers: Receivers, draws: Draws }} needs */
function createActs({ ask, book, receivers, draws }) {
  /** @param {{ id: string }[]} deliveries */
  function remember(deliveries) {
    book.recent.push(...deliveries.map(({ id }) => id))
    book.recent.splice(0, book.recent.length - keptRecent)
  }
  const anyRecent = () => book.recent[draws.between(0, book.recent.length - 1)]

  return {
    async trigger() {
      const event = draws.pick([
        'card.created',
        'card.created',
        'customer.updated',
        'kyc.verification.success',
      ])
      const count = draws.chance(0.75) ? 1 : draws.between(2, draws.chance(0.1) ? 60 : 8)
      const size = draws.chance(0.03) ? draws.between(20_000, 200_000) : draws.between(10, 900)
      const mark = book.newMark()
      const payload = { event, mark, filler: 'ü'.repeat(size) }
      const trigger = { event, count, payload: JSON.stringify(payload), ids: null }
      book.triggers.set(mark, trigger)
      const fault = draws.chance(0.2) ? draws.pick(faults) : undefined
      const made = await ask('POST', '/sandbox/events', { event, count, payload, fault, force: true })
      if (!made) return
      trigger.ids = made.events.map((/** @type {{ id: string }} */ { id }) => id)
      remember(made.deliveries)
    },

    /** A customer who changes, passes and gets cards: calls that each bring an event about. @param {() => boolean} isOver */
    async customerStory(isOver) {
      const person = { dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }] }
      const made = await ask('POST', '/api/v0.1/customers/', { ...person, ssn: '123-45-6789' })
      if (!made) return
      const { customer_id } = made
      const changes = { asked: 0, answered: 0 }
      book.changes.set(customer_id, changes)
      for (let left = draws.between(1, 3); left > 0 && !isOver(); left--) {
        changes.asked++
        const email = `ada${left}@example.com`
        if (await ask('PATCH', `/api/v0.1/customers/${customer_id}`, { email })) changes.answered++
      }
      if (isOver() || !(await ask('POST', '/api/v0.1/simulate/kyc-pass', { customer_id }))) return
      book.passed.add(customer_id)
      const account = await ask('POST', '/api/v0.1/accounts', { customer_id })
      for (let left = draws.between(1, 4); account && left > 0 && !isOver(); left--) {
        const card = await ask('POST', '/api/v0.1/cards', { account_id: account.account_id })
        if (card) book.cards.add(card.card_id)
      }
    },

    async resend() {
      const of = anyRecent()
      if (!of) return
      const mark = book.newMark()
      /** @type {import('./book.mjs').Resend} */
      const resend = { of, id: null }
      book.resends.set(mark, resend)
      // Its subscription may be gone, or disabled.
      const made = await ask(
        'POST',
        `/sandbox/deliveries/${of}/resend`,
        { headers: { [markHeader]: mark } },
        [404, 422],
      )
      if (!made) return
      resend.id = made.delivery.id
      remember([made.delivery])
    },

    /** Sends again what was made a moment ago for the one subscription where that is counted. */
    async sendManyAgain() {
      const [subscription_id] = [...book.standing].find(([, { isRepeated }]) => isRepeated) ?? []
      const made = await ask('POST', '/sandbox/deliveries/resend', { subscription_id, since: '200ms' })
      if (made) book.sentAgain += made.counts.deliveries
    },

    /** Aborts or releases one of the newest, which may be under way. */
    async cutShort() {
      const id = book.recent.at(-draws.between(1, 5))
      const how = draws.chance(0.7) ? 'abort' : 'release'
      if (id) await ask('POST', `/sandbox/deliveries/${id}/${how}`, {}, [409])
    },

    async rotate() {
      const [id] = book.standing.keys()
      if (!id) return
      book.secrets.set(id, null)
      const made = await ask('POST', `/sandbox/subscriptions/${id}/rotate-secret`, { overlap: '500ms' })
      if (made) book.secrets.set(id, made.subscription.secret)
    },

    async attemptNow() {
      const id = anyRecent()
      if (id) await ask('POST', `/sandbox/deliveries/${id}/attempt-now`, {}, [409])
    },

    async cancel() {
      // Of the newest, so that some are under way.
      const id = book.recent.at(-draws.between(1, 20))
      if (!id) return
      if (!book.cancels.has(id)) book.cancels.set(id, false)
      if (await ask('POST', `/sandbox/deliveries/${id}/cancel`, {}, [409])) book.cancels.set(id, true)
    },

    /** A subscription that is made, changed, disabled, enabled and removed. @param {() => boolean} isOver */
    async passingSubscription(isOver) {
      const url = `${draws.pick([receivers.healthy, receivers.moody, receivers.flaky])}/${book.newMark()}`
      book.passing.add(url)
      const made = await ask('POST', webhooks, { url, events: [draws.pick(['kyc*', 'customer*'])] })
      if (!made) return
      const { id } = made.webhook_subscription
      book.leftOver.set(id, url)
      if (draws.chance(0.3)) {
        book.triedOnce.add(url)
        await ask('PATCH', `/sandbox/subscriptions/${id}`, { retry_delays: [] }, gone)
      }
      await pause(draws.between(0, 60))
      // Some go on into the lives after this one.
      if (isOver() || draws.chance(0.1)) return
      book.ended.add(url)
      if (draws.chance(0.5)) {
        await ask('PATCH', `${webhooks}/${id}`, { status: 'STATUS_DISABLED' }, gone)
        await ask('PATCH', `${webhooks}/${id}`, { status: 'STATUS_ENABLED' }, gone)
      }
      await this.removeOne()
    },

    /** Removes the subscription that has been there for longest, so that there are never many. */
    async removeOne() {
      const [oldest] = book.leftOver
      if (!oldest) return
      const [id, url] = oldest
      book.ended.add(url)
      // Another client may have removed it, or a life that could not say so any more.
      if ((await ask('DELETE', `${webhooks}/${id}`, undefined, gone)) !== undefined) book.leftOver.delete(id)
    },

    async send() {
      const taken = await ask('POST', '/in/own', { hello: true })
      if (taken) book.captures.add(taken.capture_id)
    },
  }
}

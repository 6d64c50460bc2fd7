import { mustBeRefused } from './clients.mjs'
import { countOpen, readRest } from './record.mjs'

/** @typedef {import('./audit.mjs').Findings} Findings */
/** @typedef {import('./audit.mjs').Known} Known */
/** @typedef {import('./book.mjs').Book} Book */
/** @typedef {import('./receivers.mjs').Received} Received */
/** @typedef {ReturnType<typeof readRest>} Rest */

/**
 * Waits until every delivery has ended.
 * @param {string} file
 * @param {number} patienceMs how long none may end
 * @returns {Promise<string[]>} what is wrong
 */
export async function drained(file, patienceMs = 15_000) {
  let left = countOpen(file)
  for (let movedAt = performance.now(); left > 0; ) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const now = countOpen(file)
    if (now < left) movedAt = performance.now()
    left = now
    if (performance.now() - movedAt > patienceMs)
      return [`${left} deliveries do not end, and all receivers listen`]
  }
  return []
}

/**
 * What can be told once every delivery has ended and nobody asks for anything more.
 * @param {{ file: string, book: Book, known: Known, ended: Known['ended'], log: readonly Received[] }} needs `ended` is what
 *   was seen to have ended on the way
 * @returns {string[]} what is wrong
 */
export function lastAudit({ file, book, known, ended, log }) {
  const rest = readRest(file)
  return [
    ...rest.repeated,
    ...wrongEnds(rest, book),
    ...rest.deliveries
      .filter(({ id, state }) => (ended.get(id) ?? state) !== state)
      .map(({ id, state }) => `${id} had ended as ${ended.get(id)}, and now as ${state}`),
    ...lostResends(rest, book),
    ...lostRepeats(rest, book, known),
    ...undelivered(rest, known),
    ...changesApartFromEvents(rest, book, known),
    ...outOfOrder(book, known, log),
    ...[...book.captures].filter((id) => !rest.captures.has(id)).map((id) => `The capture ${id} is lost`),
  ]
}

/** How long after a failed attempt the next one is made. */
export const retryDelays = ['50ms', '100ms', '200ms', ...Array.from({ length: 57 }, () => '200ms')]
const mostAttempts = retryDelays.length + 1

const ends = ['succeeded', 'failed', 'cancelled', 'refused', 'wrongly_accepted']

/**
 * A delivery ends otherwise than delivered only by a rule. In a long run a receiver may refuse every attempt of a delivery.
 * @param {Rest} rest @param {Book} book @returns {Findings}
 */
function* wrongEnds({ deliveries }, book) {
  for (const { id, url, state, reason, fault } of deliveries) {
    const answered = book.cancels.get(id)
    const said = `${id} to ${url} has ended as ${state} (${reason})`
    if (answered && state !== 'cancelled') yield `${said}, and was cancelled`
    if (state === 'cancelled' && answered === undefined && !book.ended.has(url))
      yield `${said}, and nobody asked for it`
    // A copy that a fault orders is one more attempt.
    const { code, attempts } = JSON.parse(reason ?? '{}')
    const isTried = book.triedOnce.has(url) || (code === 'gave_up' && attempts >= mostAttempts)
    if (state === 'failed' && !isTried) yield `${said}, and might have been tried again`
    if (['refused', 'wrongly_accepted'].includes(state) && !mustBeRefused.includes(fault))
      yield `${said}, and nothing was wrong with it`
    if (!ends.includes(state)) yield `${said}, which is no end`
  }
}

/** @param {Rest} rest @param {Book} book @returns {Findings} */
function* lostResends({ deliveries }, book) {
  const ids = new Set(deliveries.map(({ id }) => id))
  for (const [mark, { of, id }] of book.resends) {
    if (id !== null && !ids.has(id)) yield `The resend ${id} of ${of} was accepted and is not there (${mark})`
  }
}

/** What a resend of many was answered to have made is there. @param {Rest} rest @param {Book} book @param {Known} known @returns {Findings} */
function* lostRepeats({ deliveries }, book, known) {
  for (const [subscription, { url, isRepeated }] of book.standing) {
    if (!isRepeated) continue
    const kept = deliveries.filter((one) => one.subscription_id === subscription)
    // A marked one that is sent again carries its mark on; the first of each mark was sent again alone.
    const single = new Set(kept.flatMap(({ mark }) => (mark === '' ? [] : mark))).size
    const originals = [...known.originals.keys()].filter((key) => key.endsWith(` ${subscription}`)).length
    const repeats = kept.length - single - originals
    if (repeats < book.sentAgain)
      yield `${book.sentAgain} deliveries to ${url} were sent again, and ${repeats} are there`
  }
}

/** What ended as delivered was got by its receiver and answered with success. @param {Rest} rest @param {Known} known @returns {Findings} */
function* undelivered({ deliveries }, known) {
  const got = new Set()
  for (const [key, requests] of known.requests) {
    if (!requests.some(({ status }) => status === 200 || status === 201)) continue
    for (const { delivery_id } of known.attempts.get(key)?.values() ?? []) got.add(delivery_id)
  }
  for (const { id, url, state } of deliveries) {
    if (state === 'succeeded' && !got.has(id)) yield `${id} has ended as delivered, and ${url} never got it`
  }
}

/** Changes by calls, the record of the calls, and the events they bring about stand or fall together. @param {Rest} rest @param {Book} book @param {Known} known @returns {Findings} */
function* changesApartFromEvents(rest, book, { called }) {
  const answered = (/** @type {string} */ method, /** @type {string} */ path) =>
    rest.calls.filter((call) => call.method === method && call.path === path).length
  for (const card of rest.cards) {
    const n = called.get(`card.created ${card}`) ?? 0
    if (n !== 1) yield `The card ${card} has ${n} events card.created`
  }
  const recorded = answered('POST', '/api/v0.1/cards')
  if (recorded !== rest.cards.length)
    yield `There are ${rest.cards.length} cards and ${recorded} calls that made one`
  for (const id of book.cards)
    if (!rest.cards.includes(id)) yield `The card ${id} was answered and is not there`
  for (const id of book.passed)
    if (!rest.passed.includes(id)) yield `The customer ${id} passed, and it is not kept`
  for (const id of rest.passed) {
    const n = called.get(`kyc.verification.success ${id}`) ?? 0
    if (n !== 1) yield `The customer ${id} has passed with ${n} events`
  }
  const patches = new Map()
  for (const { method, path } of rest.calls)
    if (method === 'PATCH') patches.set(path, (patches.get(path) ?? 0) + 1)
  for (const [id, change] of book.changes) {
    const events = called.get(`customer.updated ${id}`) ?? 0
    const calls = patches.get(`/api/v0.1/customers/${id}`) ?? 0
    if (events !== calls) yield `The customer ${id} was changed by ${calls} calls with ${events} events`
    if (events < change.answered || events > change.asked)
      yield `Of ${change.asked} changes of ${id}, ${change.answered} answered, ${events} are kept`
  }
}

/** An ordered lane never goes back, not even over a kill. @param {Book} book @param {Known} known @param {readonly Received[]} log @returns {Findings} */
function* outOfOrder({ standing }, known, log) {
  const ordered = [...standing.values()].find(({ url }) => url.endsWith('/ordered'))?.url
  let newest = 0
  for (const { url, key } of log) {
    if (url !== ordered) continue
    const [attempt] = known.attempts.get(key)?.values() ?? []
    const seq = known.deliveries.get(attempt?.delivery_id ?? '')?.seq ?? 0
    if (seq < newest) yield `The ordered lane sent ${key} after a later delivery`
    newest = Math.max(newest, seq)
  }
}

import { wants } from './book.mjs'
import { hashOf } from './receivers.mjs'
import { kept, readSlice } from './record.mjs'

/** @typedef {import('./book.mjs').Book} Book */
/** @typedef {import('./receivers.mjs').Received} Received */
/** @typedef {import('./record.mjs').AttemptRow} AttemptRow */
/** @typedef {import('./record.mjs').Slice} Slice */
/** @typedef {Generator<string, void>} Findings each one sentence */

const toldAtMost = 5

/**
 * Holds what is written down against what clients were answered and what receivers saw. An audit looks at all that is
 * new since the one before; a new auditor looks at everything.
 * @param {{ file: string, book: Book, log: readonly Received[] }} needs
 */
export function createAuditor({ file, book, log }) {
  const known = createKnown()
  let [since, endedSince, seen] = [0, 0, 0]
  /** @type {number[] | undefined} */
  let totals
  return {
    known,
    /**
     * Answers what is wrong, at any moment of a life.
     * @param {number} born when the life began, in ms: no attempt of a life before it may still be under way
     */
    audit(born) {
      // Whatever came in before this line was written down before it was sent.
      const requests = log.slice(seen)
      seen = log.length
      const open = [...known.open.values()].map(({ seq }) => seq)
      const slice = readSlice(file, { since, endedSince, open })
      known.take(slice)
      const found = [
        ...slice.irregular.slice(0, toldAtMost),
        ...some(lostRows(slice, totals)),
        ...some(sameSecond(slice.attempts, known)),
        ...some(unrecorded(requests, known)),
        ...some(invented(slice.attempts, known)),
        ...some(leftOpen(known, born)),
        ...some(endedTwice(slice, known)),
        ...some(lostTriggers(book, known)),
        ...some(unaskedFor(slice, book)),
        ...some(withoutDeliveries(slice, book, known)),
      ]
      since = slice.newest
      totals = slice.totals
      endedSince = slice.ended.reduce((latest, { finished_at }) => Math.max(latest, finished_at), endedSince)
      return found
    },
  }
}

/** @param {Findings} findings */
const some = (findings) => [...findings].slice(0, toldAtMost)

/** @param {Map<string, number>} counts @param {string} key */
const count = (counts, key) => void counts.set(key, (counts.get(key) ?? 0) + 1)

/** What the audits of a run have read so far. */
function createKnown() {
  return {
    /** By key, and then by id: only a resend of many makes two of a key. @type {Map<string, Map<string, AttemptRow>>} */
    attempts: new Map(),
    /** The requests that attempts turned out to be, by their key. @type {Map<string, Received[]>} */
    requests: new Map(),
    /** Attempts without an end, by id. @type {Map<string, AttemptRow>} */
    open: new Map(),
    /** How deliveries have ended, by id. @type {Map<string, string>} */
    ended: new Map(),
    /** By id. @type {Map<string, import('./record.mjs').DeliveryRow>} */
    deliveries: new Map(),
    /** Hashes of the payloads, by the event's id. @type {Map<string, string>} */
    payloads: new Map(),
    /** Triggered events by mark. @type {Map<string, { id: string, payload: string }[]>} */
    triggered: new Map(),
    /** How many events calls have brought about, by name and what they are about. @type {Map<string, number>} */
    called: new Map(),
    /** How many original deliveries there are, by event and subscription. @type {Map<string, number>} */
    originals: new Map(),
    /** Triggers that are found as they were promised. @type {Set<string>} */
    settled: new Set(),

    /** @param {Slice} slice */
    take({ events, deliveries, attempts }) {
      for (const { id, payload, source } of events) {
        this.payloads.set(id, hashOf(payload))
        const { event, card, customer_id, mark } = JSON.parse(payload)
        if (source === 'call') count(this.called, `${event} ${card?.card_id ?? customer_id}`)
        else this.triggered.set(mark, [...(this.triggered.get(mark) ?? []), { id, payload }])
      }
      for (const row of deliveries) {
        this.deliveries.set(row.id, row)
        if (row.mark === '') count(this.originals, `${row.event_id} ${row.subscription_id}`)
      }
      for (const attempt of attempts) {
        const ofKey = this.attempts.get(attempt.key) ?? new Map()
        this.attempts.set(attempt.key, ofKey.set(attempt.id, attempt))
        if (attempt.outcome === null) this.open.set(attempt.id, attempt)
        else this.open.delete(attempt.id)
      }
    },
  }
}
/** @typedef {ReturnType<typeof createKnown>} Known */

/** Records that were there at the last audit are there still, and no new one has an old number. @param {Slice} slice @param {number[] | undefined} totals @returns {Findings} */
function* lostRows({ older }, totals) {
  for (const [i, total] of totals?.entries() ?? []) {
    if (older[i] !== total) yield `Of ${total} ${kept[i]} of the lives before, there are now ${older[i]}`
  }
}

/** A repeat is told from a replay by the second that it signs. @param {AttemptRow[]} attempts @param {Known} known @returns {Findings} */
function* sameSecond(attempts, known) {
  for (const { id, key, delivery_id } of attempts) {
    for (const other of known.attempts.get(key)?.values() ?? []) {
      if (other.id !== id && other.delivery_id === delivery_id)
        yield `${id} and ${other.id} of one delivery are both ${key}`
    }
  }
}

/** Every request that a receiver saw is one recorded attempt, with the recorded bytes. @param {Received[]} requests @param {Known} known @returns {Findings} */
function* unrecorded(requests, known) {
  for (const request of requests) {
    const { key, hash, eventId } = request
    const attempts = [...(known.attempts.get(key)?.values() ?? [])]
    if (attempts.length === 0) {
      yield `A receiver got ${key}, and no such attempt is recorded`
      continue
    }
    const got = [...(known.requests.get(key) ?? []), request]
    known.requests.set(key, got)
    if (got.length > attempts.length)
      yield `A receiver got ${key} ${got.length} times, and ${attempts.length} attempts are recorded`
    const expected = attempts.map(
      (attempt) =>
        attempt.hash ?? known.deliveries.get(attempt.delivery_id)?.hash ?? known.payloads.get(eventId),
    )
    if (hash !== null && !expected.includes(hash))
      yield `A receiver got ${key} with another body than is recorded`
  }
}

/** Every recorded answer was given by the receiver to that very attempt. @param {AttemptRow[]} attempts @param {Known} known @returns {Findings} */
function* invented(attempts, known) {
  for (const { id, key, outcome } of attempts) {
    if (outcome?.kind !== 'responded') continue
    const given = (known.requests.get(key) ?? []).map(({ status }) => status)
    if (given.length === 0)
      yield `${id} is recorded as answered ${outcome.status}, but no receiver got ${key}`
    else if (!given.includes(outcome.status ?? null))
      yield `${id} is recorded as answered ${outcome.status}, but the receiver answered ${given} to ${key}`
  }
}

/** What was under way when a life ended has an end in the next. @param {Known} known @param {number} born @returns {Findings} */
function* leftOpen({ open }, born) {
  for (const { id, started_at } of open.values()) {
    if (started_at < born * 1000) yield `${id} was under way in a life that is over, and has no outcome`
  }
}

/** What has ended stays so. @param {Slice} slice @param {Known} known @returns {Findings} */
function* endedTwice(slice, { ended }) {
  for (const { id, state } of slice.ended) {
    const before = ended.get(id)
    if (before !== undefined && before !== state) yield `${id} had ended as ${before}, and now as ${state}`
    ended.set(id, state)
  }
  for (const id of slice.unended)
    if (ended.has(id)) yield `${id} had ended as ${ended.get(id)}, and is open again`
}

/** So many events of a trigger are committed at a time. */
const eventsAtOnce = 10

/** An accepted trigger stands with every event and payload; one that was not answered stands wholly, up to a commit or not at all. @param {Book} book @param {Known} known @returns {Findings} */
function* lostTriggers({ triggers }, known) {
  for (const [mark, { ids, count, payload }] of triggers) {
    const made = known.triggered.get(mark) ?? []
    if (known.settled.has(mark)) continue
    if (ids && ids.length !== count) yield `Asked for ${count} events, ${ids.length} were answered (${mark})`
    if (made.length !== count && (ids || made.length % eventsAtOnce > 0))
      yield `Of the ${count} events of one ${ids ? 'accepted' : 'unanswered'} trigger ${made.length} are kept (${mark})`
    for (const one of made)
      if (one.payload !== payload) yield `The event ${one.id} has another payload (${mark})`
    const lost = ids?.find((id) => !made.some((one) => one.id === id))
    if (lost) yield `The event ${lost} was accepted and is not there (${mark})`
    if (ids) known.settled.add(mark)
  }
}

/** Nothing is written that no client asked for. @param {Slice} slice @param {Book} book @returns {Findings} */
function* unaskedFor({ events, deliveries }, book) {
  for (const { id, source, payload } of events) {
    if (source === 'trigger' && !book.triggers.has(JSON.parse(payload).mark))
      yield `Nobody asked for the event ${id}`
  }
  const standing = new Set([...book.standing.values()].map(({ url }) => url))
  for (const { id, url, mark } of deliveries) {
    if (!standing.has(url) && !book.passing.has(url))
      yield `The delivery ${id} is for ${url}, where nobody subscribed`
    if (mark !== '' && !book.resends.has(mark)) yield `Nobody asked for the resend ${id}`
  }
}

/** An event stands with a delivery to each subscription that wants it, and one only unless many are sent again. @param {Slice} slice @param {Book} book @param {Known} known @returns {Findings} */
function* withoutDeliveries({ events }, book, known) {
  for (const { id, event } of events) {
    for (const [subscription, { url, events: patterns, isRepeated }] of book.standing) {
      const n = known.originals.get(`${id} ${subscription}`) ?? 0
      const due = wants(patterns, event) ? 1 : 0
      if (isRepeated && due === 1 ? n < due : n !== due)
        yield `The event ${id} (${event}) has ${n} deliveries to ${url}, not ${due}`
    }
  }
}

/** What all receivers of the zoo share: the secret, the effects, a right verification and a right way to handle an event. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const secret = process.env.WEBHOOK_SECRET ?? ''

/** The ids of the events whose work was done. A receiver without a defect has each once. */
/** @type {string[]} */
export const effects = []

/**
 * @typedef {{ id: string, timestamp: string, body: Buffer }} Signed
 * @typedef {Readonly<Record<string, string | string[] | undefined>>} Headers Names in small letters
 * @typedef {{ status: number, text?: string, headers?: Record<string, string> }} Answer
 * @typedef {(answer: Answer) => void} Respond
 */

export class Refused extends Error {}

/** The steps of a verification of Standard Webhooks. A defect replaces one of them. */
const verification = {
  /** @type {() => Buffer | string} */
  key: () => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'),
  digest: 'sha256',
  /** @type {import('node:crypto').BinaryToTextEncoding} */
  encoding: 'base64',
  /** @type {(of: Signed) => Buffer | string} */
  signed: ({ id, timestamp, body }) => Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]),
  /** @type {(timestamp: number) => boolean} */
  isFresh: (timestamp) => Math.abs(Date.now() / 1000 - timestamp) <= 300,
  /** @type {(header: string) => string[]} */
  signaturesIn: (header) => header.split(' ').flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : [])),
  /** @type {(given: string, expected: string) => boolean} */
  isSame: (given, expected) =>
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected)),
  /** @type {(headers: Headers) => (string | string[] | undefined)[]} */
  headersOf: (headers) => [headers['webhook-id'], headers['webhook-timestamp'], headers['webhook-signature']],
}

/**
 * Verifies, and returns the id of the event; throws {@link Refused} otherwise.
 * @param {Partial<typeof verification>} [defect]
 */
export function verifier(defect) {
  const { key, digest, encoding, signed, isFresh, signaturesIn, isSame, headersOf } = {
    ...verification,
    ...defect,
  }
  return (/** @type {Buffer} */ body, /** @type {Headers} */ headers) => {
    const [id, timestamp, signature] = headersOf(headers)
    if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string')
      throw new Refused('a header is missing')
    if (!isFresh(Number(timestamp))) throw new Refused('the timestamp is too old')
    const expected = createHmac(digest, key()).update(signed({ id, timestamp, body })).digest(encoding)
    if (!signaturesIn(signature).some((given) => isSame(given, expected)))
      throw new Refused('the signature does not match')
    return id
  }
}

/** The events that were seen, by id. */
/** @type {Set<string>} */
export const seen = new Set()

/** The work for an event, unless it was done. @param {string} id @returns {void} */
export function once(id) {
  if (seen.has(id)) return
  seen.add(id)
  effects.push(id)
}

/** @param {number} ms */
export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const flow = {
  /** @type {(body: Buffer, headers: Headers, url: string) => string | Promise<string>} */
  verify: verifier(),
  /** @type {(error: unknown) => Answer} */
  refuse: (error) => ({ status: 401, text: error instanceof Error ? error.message : '' }),
  /** @type {(body: Buffer) => any} */
  parse: (body) => JSON.parse(body.toString('utf8')),
  /** @type {Answer} */
  unreadable: { status: 400, text: 'The body is not JSON.' },
  /** @type {(event: any) => Answer | undefined} */
  validate: (event) =>
    typeof event?.event === 'string' ? undefined : { status: 422, text: 'The body is not an event.' },
  /** @type {(id: string, event: any) => Answer | undefined | void | Promise<Answer | undefined | void>} */
  work: once,
  /** @type {Answer} */
  success: { status: 200, text: 'ok' },
}
/** @typedef {Partial<typeof flow>} Defect */

/**
 * What a receiver does with a request, whatever its framework: verify, parse, work, answer.
 * @param {Defect} [defect]
 */
export function handler(defect) {
  const { verify, refuse, parse, unreadable, validate, work, success } = { ...flow, ...defect }
  return async (/** @type {Buffer} */ body, /** @type {Headers} */ headers, url = '') => {
    /** @type {string} */
    let id
    try {
      id = await verify(body, headers, url)
    } catch (error) {
      return refuse(error)
    }
    /** @type {any} */
    let event
    try {
      event = parse(body)
    } catch {
      return unreadable
    }
    return validate(event) ?? (await work(id, event)) ?? success
  }
}

/**
 * What the clients of a run asked for and what they were answered. An answer is a promise that the sandbox must keep;
 * what was asked and not answered may have come about or not, but nothing between.
 */

/** @typedef {{ event: string, count: number, payload: string, ids: string[] | null }} Trigger ids once accepted */
/** @typedef {{ of: string, id: string | null }} Resend id once accepted */
/** @typedef {{ url: string, events: string[], isRepeated: boolean }} Standing a subscription that nobody changes after it was made; `isRepeated` where many of its deliveries are sent again */

export function createBook() {
  let marks = 0
  return {
    /** A word that no other request carries. */
    newMark: () => `m${++marks}`,
    /** By mark. @type {Map<string, Trigger>} */
    triggers: new Map(),
    /** By mark. @type {Map<string, Resend>} */
    resends: new Map(),
    /** By id. @type {Map<string, Standing>} */
    standing: new Map(),
    /** Addresses of subscriptions that come and go. @type {Set<string>} */
    passing: new Set(),
    /** Subscriptions that come and go and have not been removed: their addresses by id. @type {Map<string, string>} */
    leftOver: new Map(),
    /** Addresses of subscriptions that were told to try only once. @type {Set<string>} */
    triedOnce: new Set(),
    /** Addresses of subscriptions that were told to end or to rest. @type {Set<string>} */
    ended: new Set(),
    /** Deliveries that a resend of many was answered to have made. */
    sentAgain: 0,
    /** The secret that a subscription was last given, by its id; null while that is not known. @type {Map<string, string | null>} */
    secrets: new Map(),
    /** Deliveries by id; true once answered. @type {Map<string, boolean>} */
    cancels: new Map(),
    /** How often a customer's change was asked for and answered. @type {Map<string, { asked: number, answered: number }>} */
    changes: new Map(),
    /** Ids that were answered. @type {Set<string>} */
    cards: new Set(),
    /** Customers whose passing was answered. @type {Set<string>} */
    passed: new Set(),
    /** Ids that were answered. @type {Set<string>} */
    captures: new Set(),
    /** Deliveries that clients have heard of lately. @type {string[]} */
    recent: [],
    /** The highest number that a live frame had. */
    newestFrame: 0,
    /** What clients found wrong by themselves. @type {string[]} */
    findings: [],
  }
}
/** @typedef {ReturnType<typeof createBook>} Book */

/**
 * Whether a subscription's patterns take in an event; a pattern here is a name or a beginning with a star.
 * @param {readonly string[]} patterns
 * @param {string} event
 */
export const wants = (patterns, event) =>
  patterns.some((one) => (one.endsWith('*') ? event.startsWith(one.slice(0, -1)) : one === event))

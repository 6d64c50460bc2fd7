/** @typedef {import('./audit.mjs').Known} Known */
/** @typedef {import('./caller.mjs').Ask} Ask */
/** @typedef {import('./receivers.mjs').Received} Received */

const samplesAtMost = 200

/**
 * Asks the sandbox of some attempts and holds what it tells against what receivers saw: address, headers as they came,
 * body and answer.
 * @param {{ ask: Ask, known: Known, log: readonly Received[] }} needs
 * @returns {Promise<string[]>} what is wrong
 */
export async function wrongAnswers({ ask, known, log }) {
  /** @type {string[]} */
  const wrong = []
  const samples = log.filter(({ rawHeaders }) => rawHeaders.length > 0).slice(-samplesAtMost)
  for (const { key, url, rawHeaders } of samples) {
    const [recorded, ...others] = known.attempts.get(key)?.values() ?? []
    if (!recorded || others.length > 0) continue
    const told = await ask('GET', `/sandbox/deliveries/${recorded.delivery_id}`)
    const attempt = told?.delivery.attempts.find((/** @type {{ id: string }} */ { id }) => id === recorded.id)
    if (!attempt) wrong.push(`${recorded.id} is recorded and not told of`)
    else if (attempt.request.url !== url)
      wrong.push(`${recorded.id} is told to have gone to ${attempt.request.url}`)
    else if (attempt.request.headers.flat().join('\n') !== rawHeaders.join('\n'))
      wrong.push(`${recorded.id} is told with other headers than its receiver got: ${rawHeaders.join(' ')}`)
    else if (attempt.outcome?.kind !== recorded.outcome?.kind)
      wrong.push(`${recorded.id} is told to have ended as ${attempt.outcome?.kind}`)
  }
  if (samples.length === 0) wrong.push('No request was there to be compared with what is told')
  return wrong
}

/**
 * Holds the secrets that subscriptions were last given against those that they have.
 * @param {{ ask: Ask, book: import('./book.mjs').Book }} needs
 * @returns {Promise<string[]>} what is wrong
 */
export async function lostSecrets({ ask, book }) {
  /** @type {string[]} */
  const wrong = []
  const told = await ask('GET', '/sandbox/subscriptions?limit=500')
  for (const [id, secret] of book.secrets) {
    const kept = told?.subscriptions.find((/** @type {{ id: string }} */ one) => one.id === id)
    if (secret !== null && kept?.secret !== secret)
      wrong.push(`The subscription ${id} was given another secret, and that is lost`)
  }
  return wrong
}

const searchedAtMost = 50
/** The index may be filled a little behind the record. */
const searchMs = 5000

/**
 * Asks the sandbox to find some of the events and deliveries of a run by their ids.
 * @param {{ ask: Ask, known: Known }} needs
 * @returns {Promise<string[]>} what is wrong
 */
export async function notFound({ ask, known }) {
  /** @type {string[]} */
  const wrong = []
  const began = performance.now()
  for (const [list, ids] of /** @type {const} */ ([
    ['events', [...known.payloads.keys()]],
    ['deliveries', [...known.deliveries.keys()]],
  ])) {
    const step = Math.ceil(ids.length / searchedAtMost)
    for (const id of ids.filter((_, i) => i % step === 0)) {
      const isFound = async () => {
        const page = await ask('GET', `/sandbox/${list}?q=${id}`)
        return page?.[list].some((/** @type {{ id: string }} */ row) => row.id === id) ?? false
      }
      let found = await isFound()
      while (!found && performance.now() - began < searchMs) found = await isFound()
      if (!found) wrong.push(`${id} is recorded and not found by a search of the ${list}`)
    }
  }
  return wrong
}

/** Receivers on node:http. Each has one defect, named by its key. Over 300 lines: a table with a row for each defect. */
import { createHash } from 'node:crypto'
import { effects, handler, once, Refused, secret, seen, verifier, wait } from './world.mjs'

/** @typedef {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => unknown} Listener */

/** @param {import('node:http').IncomingMessage} request */
export async function bytesOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {import('./world.mjs').Answer} answer
 */
const respond = (response, { status, text = '', headers = {} }) =>
  response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(text)

const isPost = (/** @type {import('node:http').IncomingMessage} */ { method }) => method === 'POST'
/** @type {import('./world.mjs').Answer} */
const notAllowed = { status: 405 }

/**
 * A receiver on node:http.
 * @param {import('./world.mjs').Defect & { read?: (request: import('node:http').IncomingMessage) => Promise<Buffer> }} [defect]
 * @returns {Listener}
 */
export function http({ read = bytesOf, ...defect } = {}) {
  const handle = handler(defect)
  return async (request, response) =>
    respond(
      response,
      isPost(request) ? await handle(await read(request), request.headers, request.url) : notAllowed,
    )
}

const right = handler()

/**
 * A receiver on node:http whose work needs the request.
 * @param {(id: string, request: import('node:http').IncomingMessage) => ReturnType<NonNullable<import('./world.mjs').Defect['work']>>} work
 * @returns {() => Listener}
 */
const working = (work) => () => (request, response) =>
  http({ work: (id) => work(id, request) })(request, response)

/**
 * A receiver on node:http with something before the usual handling: an answer ends the request.
 * @param {(request: import('node:http').IncomingMessage, body: Buffer) => import('./world.mjs').Answer | undefined} guard
 * @returns {Listener}
 */
const guarded = (guard) => async (request, response) => {
  const body = await bytesOf(request)
  const answer = isPost(request) ? guard(request, body) : notAllowed
  respond(response, answer ?? (await right(body, request.headers)))
}

/** @param {Partial<Parameters<typeof verifier>[0]>} defect */
const verifying = (defect) => () => http({ verify: verifier(defect ?? {}) })

/** How many requests are in work. */
let busy = 0
/** The end of the work before. */
let before = Promise.resolve()
/** @type {Set<string>} */
const locked = new Set()
/** @type {Map<string, NodeJS.Timeout>} */
const timers = new Map()
/** @type {Set<string>} */
const cards = new Set()

/** @param {import('./world.mjs').Headers} headers */
const idOf = (headers) => String(headers['webhook-id'])

/** @type {Record<string, () => Listener>} */
export const defects = {
  // Verification
  'http-no-verification': () => http({ verify: (_, headers) => idOf(headers) }),
  'http-header-presence': () =>
    http({
      verify(_, headers) {
        if (!headers['webhook-signature']) throw new Refused('no signature')
        return idOf(headers)
      },
    }),
  'http-verified-if-present': () =>
    http({
      verify: (body, headers) => (headers['webhook-signature'] ? verifier()(body, headers) : idOf(headers)),
    }),
  'http-secret-as-text': verifying({ key: () => secret }),
  'http-secret-not-decoded': verifying({ key: () => secret.replace('whsec_', '') }),
  'http-secret-unset': verifying({ key: () => String(process.env.WEBHOOK_SECRET_OF_PRODUCTION) }),
  'http-other-secret': verifying({ key: () => createHash('sha256').update('rotated').digest() }),
  'http-hex': verifying({ encoding: 'hex' }),
  'http-sha512': verifying({ digest: 'sha512' }),
  'http-body-only': verifying({ signed: ({ body }) => body }),
  'http-id-not-signed': verifying({
    signed: ({ timestamp, body }) => Buffer.concat([Buffer.from(`${timestamp}.`), body]),
  }),
  'http-timestamp-not-signed': verifying({
    signed: ({ id, body }) => Buffer.concat([Buffer.from(`${id}.`), body]),
  }),
  'http-joined-by-newlines': verifying({
    signed: ({ id, timestamp, body }) => Buffer.concat([Buffer.from(`${id}\n${timestamp}\n`), body]),
  }),
  'http-header-of-another-name': verifying({
    headersOf: (headers) => [
      headers['webhook-id'],
      headers['webhook-timestamp'],
      headers['x-webhook-signature'],
    ],
  }),
  'http-headers-of-svix': verifying({
    headersOf: (headers) => [headers['svix-id'], headers['svix-timestamp'], headers['svix-signature']],
  }),
  'http-whole-header-compared': verifying({ signaturesIn: (header) => [header] }),
  'http-as-github': verifying({
    headersOf: (headers) => ['none', String(Math.floor(Date.now() / 1000)), headers['x-hub-signature-256']],
    key: () => secret,
    encoding: 'hex',
    signed: ({ body }) => body,
    signaturesIn: (header) => [header.replace('sha256=', '')],
  }),
  'http-no-tolerance': verifying({ isFresh: () => true }),
  'http-tolerance-a-thousand-times': verifying({
    isFresh: (timestamp) => Math.abs(Date.now() / 1000 - timestamp) <= 300 * 1000,
  }),
  'http-milliseconds-expected': verifying({
    isFresh: (timestamp) => Math.abs(Date.now() - timestamp) <= 300_000,
  }),
  'http-future-accepted': verifying({ isFresh: (timestamp) => Date.now() / 1000 - timestamp <= 300 }),
  'http-starts-with': verifying({ isSame: (given, expected) => expected.startsWith(given) }),
  'http-first-characters': verifying({
    isSame: (given, expected) => given.slice(0, 8) === expected.slice(0, 8),
  }),
  'http-case-insensitive': verifying({
    isSame: (given, expected) => given.toLowerCase() === expected.toLowerCase(),
  }),
  'http-first-signature-only': verifying({
    signaturesIn: (header) => [header.split(' ')[0]?.replace('v1,', '') ?? ''],
  }),
  'http-any-version': verifying({
    signaturesIn: (header) => header.split(' ').map((one) => one.slice(one.indexOf(',') + 1)),
  }),
  // Refusals
  'http-500-on-bad-signature': () => http({ refuse: () => ({ status: 500, text: 'internal error' }) }),
  'http-200-with-error': () =>
    http({ refuse: () => ({ status: 200, text: '{"error":"invalid signature"}' }) }),
  'http-redirect-on-bad-signature': () =>
    http({ refuse: () => ({ status: 302, headers: { location: '/login' } }) }),
  // Bytes
  'http-latin1': () =>
    http({
      verify: (body, headers) => verifier()(Buffer.from(body.toString('latin1'), 'utf8'), headers),
    }),
  'http-ascii': () =>
    http({ verify: (body, headers) => verifier()(Buffer.from(body.toString('ascii')), headers) }),
  'http-unicode-normalised': () =>
    http({
      verify: (body, headers) => verifier()(Buffer.from(body.toString('utf8').normalize('NFC')), headers),
    }),
  'http-trimmed': () =>
    http({ verify: (body, headers) => verifier()(Buffer.from(body.toString('utf8').trim()), headers) }),
  'http-line-ends': () =>
    http({
      verify: (body, headers) =>
        verifier()(Buffer.from(body.toString('utf8').replaceAll('\r\n', '\n')), headers),
    }),
  'http-chunks-as-text': () =>
    http({
      async read(request) {
        let text = ''
        for await (const chunk of request) text += chunk
        return Buffer.from(text)
      },
    }),
  'http-413-at-64-kb': () =>
    guarded((_, body) => (body.length > 65_536 ? { status: 413, text: 'too large' } : undefined)),
  'http-content-type-compared': () =>
    guarded(({ headers }) =>
      headers['content-type'] === 'application/json' ? undefined : { status: 415, text: 'JSON only' },
    ),
  'http-content-length-required': () =>
    guarded(({ headers }) => (headers['content-length'] ? undefined : { status: 411 })),
  'http-raw-header-names': () =>
    guarded(({ rawHeaders }) =>
      rawHeaders.includes('webhook-signature') ? undefined : { status: 400, text: 'no signature' },
    ),
  'http-drops-large-bodies': () => (request, response) =>
    Number(request.headers['content-length']) > 50_000
      ? request.socket.resetAndDestroy()
      : http()(request, response),
  // Answers
  'http-204': () => http({ success: { status: 204 } }),
  'http-202': () => http({ success: { status: 202 } }),
  'http-redirect-to-login': () => (_, response) =>
    respond(response, { status: 302, headers: { location: '/login?next=/webhooks' } }),
  'http-redirect-to-slash': () => (request, response) =>
    respond(response, { status: 308, headers: { location: `${request.url}/` } }),
  'http-slow': () =>
    http({
      async work(id) {
        once(id)
        if (effects.length === 1) await wait(3500)
      },
    }),
  'http-never-answers': () => (request) => void request.resume(),
  'http-404': () => (_, response) => respond(response, { status: 404, text: 'not found' }),
  'http-503': () => (_, response) => respond(response, { status: 503, text: 'starting up' }),
  'http-500-on-everything': () =>
    http({
      work() {
        return { status: 500, text: 'cannot connect to the database' }
      },
    }),
  'http-leaks-secret': () =>
    http({ refuse: (error) => ({ status: 401, text: `${error}: verified with ${secret}` }) }),
  'http-leaks-path': () =>
    http({ unreadable: { status: 400, text: 'cannot parse: /srv/app/current/dist/webhooks.js' } }),
  // Content
  'http-crashes-on-null': () =>
    http({
      validate: () => undefined,
      work(id, event) {
        setImmediate(() => event.event.toUpperCase())
        once(id)
      },
    }),
  'http-unhandled-rejection': () =>
    http({
      work(id, event) {
        void (async () => event.card?.last_four.padStart(8, '*'))()
        once(id)
      },
    }),
  'http-500-on-null': () =>
    http({
      validate: () => undefined,
      work(id, event) {
        try {
          event.card?.card_id.slice(0, 8)
          return once(id)
        } catch {
          return { status: 500, text: 'internal error' }
        }
      },
    }),
  'http-hangs-on-unknown-event': () =>
    http({
      work: (id, { event }) => (event.startsWith('loyalty.') ? new Promise(() => {}) : once(id)),
    }),
  'http-400-on-unknown-event': () =>
    http({
      work: (id, { event }) =>
        event.startsWith('loyalty.') ? { status: 400, text: 'unknown event' } : once(id),
    }),
  'http-accepts-malformed-json': () => http({ unreadable: { status: 200, text: 'ok' } }),
  'http-500-on-malformed-json': () => http({ unreadable: { status: 500, text: 'SyntaxError' } }),
  'http-accepts-empty-body': () =>
    http({ parse: (body) => (body.length === 0 ? { event: 'none' } : JSON.parse(body.toString())) }),
  'http-any-method': () => async (request, response) =>
    respond(response, await right(await bytesOf(request), request.headers)),
  'http-exits-on-large-body': () => (request, response) =>
    Number(request.headers['content-length']) > 50_000 ? process.exit(137) : http()(request, response),
  // Delivery
  'http-409-on-duplicate': () =>
    http({
      work: (id) => (seen.has(id) ? { status: 409, text: 'already processed' } : once(id)),
    }),
  'http-409-while-in-work': () =>
    http({
      async work(id) {
        if (locked.has(id)) return { status: 409, text: 'in work' }
        locked.add(id)
        await wait(30)
        locked.delete(id)
        return once(id)
      },
    }),
  'http-duplicates-processed': () => http({ work: (id) => void effects.push(id) }),
  'http-deduplicates-by-signature': working((id, request) => {
    const signature = String(request.headers['webhook-signature'])
    if (seen.has(signature)) return
    seen.add(signature)
    effects.push(id)
  }),
  'http-checks-then-inserts': () =>
    http({
      async work(id) {
        if (seen.has(id)) return
        await wait(50)
        seen.add(id)
        effects.push(id)
      },
    }),
  'http-seen-before-work': working(async (id, request) => {
    if (seen.has(id)) return
    seen.add(id)
    await wait(100)
    if (!request.socket.destroyed) effects.push(id)
  }),
  'http-lock-kept-after-a-lost-answer': working(async (id, request) => {
    if (locked.has(id)) return { status: 423, text: 'locked' }
    locked.add(id)
    await wait(100)
    if (request.socket.destroyed) return undefined
    locked.delete(id)
    return once(id)
  }),
  'http-effect-before-verification': () =>
    http({
      verify(body, headers) {
        once(idOf(headers))
        return verifier()(body, headers)
      },
      work() {},
    }),
  // The work follows the answer, and a duplicate stops what it takes for its own.
  'http-duplicate-stops-work': () =>
    http({
      work(id) {
        clearTimeout(timers.get(id))
        if (!seen.has(id))
          timers.set(
            id,
            setTimeout(() => effects.push(id), 400),
          )
        seen.add(id)
      },
    }),
  'http-429-on-burst': () =>
    http({
      async work(id) {
        busy++
        await wait(20)
        if (busy-- > 8) return { status: 429, text: 'rate limit exceeded' }
        return once(id)
      },
    }),
  'http-pool-exhausted': () =>
    http({
      async work(id) {
        busy++
        await wait(20)
        if (busy-- > 10) return { status: 500, text: 'timeout exceeded when trying to connect' }
        return once(id)
      },
    }),
  'http-one-after-the-other': () =>
    http({
      work: (id) => (before = before.then(() => wait(350)).then(() => once(id))),
    }),
  'http-500-out-of-order': () =>
    http({
      work(id, { event, card }) {
        if (event === 'card.created') cards.add(card?.card_id)
        else if (event === 'card.status.active' && !cards.has(card?.card_id))
          return { status: 500, text: 'no such card' }
        return once(id)
      },
    }),
}

/** @type {Record<string, () => Listener>} */
export const rights = {
  'http-right': () => http(),
  // Works 400 ms after its answer, as with a queue.
  'http-right-queue': () =>
    http({
      work(id) {
        if (seen.has(id)) return
        seen.add(id)
        setTimeout(() => effects.push(id), 400)
      },
    }),
  'http-right-403': () => http({ refuse: () => ({ status: 403, text: 'Forbidden' }) }),
  'http-right-422-html': () =>
    http({
      refuse: () => ({
        status: 422,
        headers: { 'content-type': 'text/html' },
        text: '<html><head><link href="/assets/css/app.css"><script src="/assets/js/app.js"></script></head><body>Unprocessable. See <a href="/docs/api/errors.php">the errors</a>, or https://example.com/usr/local/help.</body></html>',
      }),
    }),
  'http-right-connection-close': () => (request, response) => {
    response.setHeader('connection', 'close')
    return http()(request, response)
  },
  'http-right-strict': () =>
    http({
      validate: (event) =>
        ['card', 'customer', 'account'].some((name) => event?.[name] === null || event?.event === null)
          ? { status: 400, text: 'invalid event' }
          : typeof event?.event === 'string'
            ? undefined
            : { status: 400, text: 'invalid event' },
    }),
  'http-right-201': () =>
    http({
      async work(id) {
        if (seen.has(id)) return { status: 200, text: 'duplicate' }
        await wait(1)
        return once(id)
      },
      success: { status: 201, text: '{"received":true}' },
    }),
}

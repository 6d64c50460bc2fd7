/** Receivers on Express. Each has one defect, named by its key. */
import { load } from '../../code/frameworks/load.mjs'
import { effects, handler, seen } from './world.mjs'

const { default: express } = await load('express')
const noBytes = Buffer.alloc(0)

/**
 * A receiver on Express.
 * @param {{ before?: any[], parser?: any, bytesOf?: (req: any) => Buffer, defect?: import('./world.mjs').Defect }} [over]
 */
function app({
  before = [],
  parser = express.raw({ type: 'application/json', limit: '1mb' }),
  bytesOf = (req) => req.body ?? noBytes,
  defect,
} = {}) {
  const made = express()
  const handle = handler(defect)
  for (const middleware of before) made.use(middleware)
  made.post('/webhooks', parser, async (/** @type {any} */ req, /** @type {any} */ res) => {
    const { status, text, headers = {} } = await handle(bytesOf(req), req.headers)
    res.status(status).set(headers).send(text)
  })
  return made
}

/** @typedef {(req: any, res: any, next: () => void) => void} Middleware */
/** @param {Middleware} middleware */
const behind = (middleware) => app({ before: [middleware] })

/** @type {Record<string, () => any>} */
export const defects = {
  'express-parsed-and-written-again': () =>
    app({
      parser: express.json({ limit: '1mb' }),
      bytesOf: (req) => (req.body === undefined ? noBytes : Buffer.from(JSON.stringify(req.body))),
    }),
  // The parser of the application comes first, so that the body of the route is an object.
  'express-json-before-raw': () =>
    app({
      before: [express.json()],
      bytesOf: (req) => Buffer.from(String(req.body)),
      defect: { parse: () => ({ event: 'card.created' }) },
    }),
  'express-limit-of-raw': () => app({ parser: express.raw({ type: 'application/json', limit: '64kb' }) }),
  'express-stack-of-an-error': () => {
    const made = app({
      defect: {
        validate: (event) => {
          if (typeof event?.event !== 'string') throw Object.assign(new Error('no event'), { status: 400 })
          return undefined
        },
      },
    })
    return made.set('env', 'development')
  },
  'express-guard-against-forged-forms': () =>
    behind((req, res, next) =>
      req.get('x-csrf-token') ? next() : res.status(403).send('invalid csrf token'),
    ),
  'express-unknown-host': () =>
    behind((req, res, next) =>
      req.hostname.endsWith('example.com')
        ? next()
        : res.status(403).send('Blocked request. This host ("127.0.0.1") is not allowed.'),
    ),
  'express-login': () => behind((_, res) => res.redirect('/login')),
  'express-token': () => behind((_, res) => res.status(401).json({ error: 'missing bearer token' })),
  'express-rejection-of-work': () =>
    app({
      defect: {
        work(id, event) {
          if (seen.has(id)) return
          seen.add(id)
          void Promise.resolve().then(() => effects.push(`${id}${event.card?.last_four.slice(0, 1)}`))
        },
      },
    }),
}

/** @type {Record<string, () => any>} */
export const rights = {
  'express-right': () => app(),
  'express-right-verify-hook': () =>
    app({
      parser: express.json({
        limit: '1mb',
        verify: (/** @type {any} */ req, /** @type {any} */ _, /** @type {Buffer} */ bytes) =>
          Object.assign(req, { raw: bytes }),
      }),
      bytesOf: (req) => req.raw ?? noBytes,
    }),
}

import { randomBytes } from 'node:crypto'
import { createServer } from 'vite'
import { root } from '../../server/setup/root.mjs'
import { median, ms, quantile } from './figures.mjs'

/** @typedef {import('./figures.mjs').Row} Row */

/** What a search may take at most, in ms. */
const limitMs = 20

const sizes = { '200 B': 200, '1 KB': 1000, '100 KB': 100_000, '1 MB': 1_000_000 }
const counts = [1, 10, 50]
const second = 1_700_000_000

/** JSON of about so many bytes, with letters beyond ASCII, slashes and numbers, as bodies of webhooks have them. @param {number} bytes */
function bodyOf(bytes) {
  const items = []
  let length = 40
  for (let i = 0; length < bytes; i++) {
    const item = {
      id: `card_${i}`,
      amount: i * 1.5,
      name: 'José',
      url: `https://a.example/c/${i}`,
      tags: ['a', null],
    }
    items.push(item)
    length += JSON.stringify(item).length + 2
  }
  return Buffer.from(JSON.stringify({ event: 'card.created', items }))
}

const secretOf = () => `whsec_${randomBytes(24).toString('base64')}`

/**
 * How long the search for a cause takes where there is none to be found, which is the longest: by the size of the body and
 * the number of secrets that are known. It is measured in this process, by the function that the server calls, as time of the
 * processor, so that what else the machine does is left out.
 * @param {import('./figures.mjs').Sizes} usual
 * @returns {Promise<Row[]>}
 */
export async function diagnosis({ diagnoses }) {
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const { verify } = /** @type {typeof import('../../server/signing/verify.ts')} */ (
      await vite.ssrLoadModule('/server/signing/verify.ts')
    )
    const { recipesFor } = /** @type {typeof import('../../server/signing/recipes.ts')} */ (
      await vite.ssrLoadModule('/server/signing/recipes.ts')
    )
    const recipes = recipesFor({ platform_header: 'Signature' })

    /** One search; ms. @param {Buffer} body @param {string[]} secrets */
    function once(body, [first = '', ...others]) {
      /** @type {[string, string][]} */
      const headers = [
        ['content-type', 'application/json'],
        ['webhook-id', 'evt_1'],
        ['webhook-timestamp', String(second)],
        ['webhook-signature', `v1,${randomBytes(32).toString('base64')}`],
      ]
      const input = {
        headers,
        body,
        secrets: [{ of: 'the endpoint', secret: first }],
        otherSecrets: others.map((secret, i) => ({ of: `subscription ${i}`, secret })),
        now: second * 1_000_000,
      }
      const began = process.cpuUsage()
      const { causes } = verify(recipes, input, 'causes')
      const { user, system } = process.cpuUsage(began)
      const took = (user + system) / 1000
      if (causes.length > 0) throw new Error('A cause was found where there is none.')
      return took
    }

    /** @type {Row[]} */
    const rows = []
    for (const [size, bytes] of Object.entries(sizes)) {
      const body = bodyOf(bytes)
      for (const count of counts) {
        const secrets = Array.from({ length: count }, secretOf)
        for (let i = 0; i < Math.min(diagnoses, 20); i++) once(body, secrets)
        const times = Array.from({ length: diagnoses }, () => once(body, secrets))
        const worst = Math.max(...times)
        rows.push({
          name: `search for a cause, ${size}, ${count} secret${count === 1 ? '' : 's'}`,
          ours: `${ms(median(times))}, p99 ${ms(quantile(times, 0.99))}, worst ${ms(worst)}`,
          bare: `${limitMs} ms allowed`,
          ratio: quantile(times, 0.99) / limitMs,
          limit: { atMost: 1 },
        })
      }
    }
    return rows
  } finally {
    await vite.close()
  }
}

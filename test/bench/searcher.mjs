// Searches for causes where there is none to be found, with the code as it is built, in a process that holds nothing else:
// beside the tools of a bench, their collector is measured along.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const second = 1_700_000_000
const warmUps = 20

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

/** @param {string} folder where the code was built to */
async function load(folder) {
  const built = (/** @type {string} */ name) => import(pathToFileURL(join(folder, `${name}.js`)).href)
  const { verifying } = /** @type {typeof import('../../server/verification/verify.ts')} */ (
    await built('verify')
  )
  const { recipesFor } = /** @type {typeof import('../../server/signing/recipes.ts')} */ (
    await built('recipes')
  )
  const recipes = recipesFor({ platform_header: 'Signature' })

  /** One search, and its longest step without a pause; ms. @param {Buffer} body @param {string[]} secrets */
  return function once(body, [first = '', ...others]) {
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
      secrets: [{ of: { kind: /** @type {const} */ ('endpoint'), id: 'tap' }, secret: first }],
      otherSecrets: others.map((secret, i) => ({
        of: { kind: /** @type {const} */ ('subscription'), id: `${i}` },
        secret,
      })),
      now: second * 1_000_000,
    }
    const search = verifying(recipes, input, 'causes')
    let [took, step] = [0, 0]
    for (;;) {
      const [cpu, at] = [process.cpuUsage(), performance.now()]
      const { done, value } = search.next()
      const { user, system } = process.cpuUsage(cpu)
      // Neither the time that passed nor what all threads had of processors is less than what this thread had.
      const ms = Math.min((user + system) / 1000, performance.now() - at)
      took += ms
      step = Math.max(step, ms)
      if (!done) continue
      if (value.causes.length > 0) throw new Error('A cause was found where there is none.')
      return { took, step }
    }
  }
}

/** @type {Awaited<ReturnType<typeof load>>} */
let once

process.on(
  'message',
  async (/** @type {{ folder: string } | { bytes: number, secrets: number, times: number }} */ order) => {
    try {
      if ('folder' in order) {
        once = await load(order.folder)
        process.send?.({ kind: 'done' })
        return
      }
      const body = bodyOf(order.bytes)
      const secrets = Array.from({ length: order.secrets }, secretOf)
      for (let i = 0; i < Math.min(order.times, warmUps); i++) once(body, secrets)
      const searches = Array.from({ length: order.times }, () => once(body, secrets))
      const [took, steps] = [searches.map((one) => one.took), searches.map((one) => one.step)]
      process.send?.({ kind: 'done', took, steps })
    } catch (error) {
      process.send?.({ kind: 'failed', message: String(error) })
    }
  },
)
process.on('disconnect', () => process.exit())
process.send?.({ kind: 'ready' })

import { join } from 'node:path'
import { median, ms, quantile } from './figures.mjs'
import { now, startBareLive, startProgram, startSteadyClient } from './processes.mjs'
import { openWatched, startBrowser } from './watched-page.mjs'
import { eventPost, inFolder, pause } from './work.mjs'

const secret = 'whsec_d2ViaG9vayBzYW5kYm94IGJlbmNobWFyaw=='
const perSecond = 2000
const path = '/in/bench/'
/** What the project asks for, ms. */
const asked = { median: 50, p99: 150 }

/** How long each row took from the sending of its request until it was on screen. @param {Map<number, number>} seen @param {readonly number[]} sentAt @param {number} first */
const delaysOf = (seen, sentAt, first) =>
  sentAt.flatMap((at, i) => {
    const shown = seen.get(first + i)
    return shown === undefined ? [] : [shown - at]
  })

/**
 * What a page shows of requests to `origin`: one after the other with pauses, then so many a second.
 * @param {{ browser: import('playwright-core').Browser, client: import('./processes.mjs').SteadyClient, origin: string, count: number, many: number, calm: number }} what
 */
async function measure({ browser, client, origin, count, many, calm }) {
  const offer = { ...eventPost, origin, path, secret, perSecond }
  const page = await openWatched(browser, origin, () => client.send({ ...offer, first: 0, count: 1 }))
  /** @type {number[]} */
  const sentAt = []
  for (let i = 0; i < count; i++) {
    sentAt.push(now())
    await fetch(origin + path + (1 + i), { method: 'POST', headers: eventPost.headers, body: eventPost.body })
    // Of no fixed length, so that all moments of a frame are met.
    await pause(40 + ((i * 7) % 23))
  }
  await pause(calm)
  const idle = delaysOf((await page.watched()).seen, sentAt, 1)
  const first = 1_000_000
  // Code that never ran so often is compiled meanwhile.
  await client.send({ ...offer, first: 2 * first, count: many })
  await pause(calm)
  const tasksBefore = (await page.watched()).held.length
  const burst = await client.send({ ...offer, first, count: many })
  await pause(calm)
  const { seen, held } = await page.watched()
  await page.close()
  return {
    idle,
    busy: delaysOf(seen, burst.sentAt, first),
    rate: burst.rate,
    tasks: held.slice(tasksBefore),
  }
}

/**
 * From the sending of a request until its row is on screen in a real browser, beside the least that a page can do.
 * @param {import('./figures.mjs').Sizes} sizes
 * @returns {Promise<import('./figures.mjs').Row[]>}
 */
export const visible = ({ singles: count, requests: many, calm }) =>
  inFolder(async (folder) => {
    const program = await startProgram(join(folder, 'sandbox.db'))
    const [bareLive, client, browser] = [
      await startBareLive(),
      await startSteadyClient(),
      await startBrowser(),
    ]
    try {
      await program.ask('POST', '/sandbox/endpoints', { name: 'bench', scheme: 'standard-webhooks', secret })
      const bare = await measure({ browser, client, origin: bareLive.url, count, many, calm })
      const ours = await measure({ browser, client, origin: program.url, count, many, calm })
      const quantities = { median, p99: (/** @type {readonly number[]} */ values) => quantile(values, 0.99) }
      const row = (
        /** @type {string} */ name,
        /** @type {'idle' | 'busy'} */ when,
        /** @type {'median' | 'p99'} */ quantity,
        more = '',
      ) => ({
        name: `request to row on screen, ${name}, ${quantity}`,
        ours: `${ms(quantities[quantity](ours[when]))}${more}`,
        bare: `${asked[quantity]} ms asked; bare page ${ms(quantities[quantity](bare[when]))}`,
        ratio: quantities[quantity](ours[when]) / asked[quantity],
        limit: { atMost: 1 },
      })
      const shown = `, ${ours.busy.length} of ${many} drawn`
      const tasks = `, ${ours.tasks.length} tasks over 50 ms`
      return [
        row('idle', 'idle', 'median'),
        row('idle', 'idle', 'p99'),
        row(`at ${Math.round(ours.rate)}/s`, 'busy', 'median', shown),
        row(`at ${Math.round(ours.rate)}/s`, 'busy', 'p99', tasks),
      ]
    } finally {
      await browser.close()
      for (const one of [bareLive, client]) one.stop()
      await program.stop()
    }
  })

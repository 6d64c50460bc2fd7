import { chromium } from 'playwright-core'
import { locate } from '../setup/chromium.mjs'
import { now } from './processes.mjs'
import { pause } from './work.mjs'

/** Chromium as the browser tests start it. */
export async function startBrowser() {
  const executablePath = locate()
  if (executablePath === undefined)
    throw new Error('No Chromium. Set CHROMIUM_PATH, or run npm test, which gets one.')
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-sync',
  ]
  return chromium.launch({ executablePath, args })
}

/**
 * Notes, from now on, when the number at the end of each row's path was first on screen, and how long the page's main thread
 * was held up at a time. What is noted is read after the frame that drew it: a message posted from inside a frame comes behind it.
 */
function watch() {
  const list = document.querySelector('.virtual-list')
  if (list === null) throw new Error('There is no list')
  const seen = new Map()
  /** @type {number[]} */
  const held = []
  const channel = new MessageChannel()
  let isDue = false
  channel.port1.onmessage = () => {
    isDue = false
    const at = performance.now()
    for (const row of list.querySelectorAll('.row')) {
      const number = /\/bench\/(\d+)/.exec(row.textContent ?? '')?.[1]
      if (number !== undefined && !seen.has(number)) seen.set(number, at)
    }
  }
  new MutationObserver(() => {
    if (!isDue) channel.port2.postMessage(null)
    isDue = true
  }).observe(list, { childList: true, characterData: true, subtree: true })
  new PerformanceObserver((tasks) => {
    for (const { duration } of tasks.getEntries()) held.push(duration)
  }).observe({ type: 'longtask' })
  Object.assign(globalThis, {
    watched: () => ({ seen: [...seen].map(([number, at]) => [Number(number), at]), held }),
  })
}

/**
 * How far the page's clock is from {@link now}: taken in the middle of the shortest of many questions, so that it is off by less than half of that one.
 * @param {import('playwright-core').Page} page
 */
async function clockOffset(page) {
  let best = { took: Number.POSITIVE_INFINITY, offset: 0 }
  for (let i = 0; i < 60; i++) {
    const before = now()
    const there = await page.evaluate(() => performance.now())
    const after = now()
    if (after - before < best.took) best = { took: after - before, offset: (before + after) / 2 - there }
  }
  return best.offset
}

/**
 * A page whose rows are watched.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {() => Promise<unknown>} sendFirst has something listed, so that there is a list
 */
export async function openWatched(browser, url, sendFirst) {
  const page = await browser.newPage({ viewport: { width: 1360, height: 800 } })
  await page.goto(url)
  // The socket has to be open before something is sent that is to be seen.
  await pause(500)
  await sendFirst()
  await page.locator('.virtual-list .row').first().waitFor({ timeout: 10_000 })
  const offset = await clockOffset(page)
  await page.evaluate(watch)
  return {
    page,
    /** When each number was on screen, in ms of {@link now}, and the main thread's long tasks, in ms. @returns {Promise<{ seen: Map<number, number>, held: number[] }>} */
    async watched() {
      const { seen, held } = await page.evaluate(() => /** @type {any} */ (globalThis).watched())
      return {
        seen: new Map(seen.map((/** @type {[number, number]} */ [number, at]) => [number, at + offset])),
        held,
      }
    },
    close: () => page.close(),
  }
}

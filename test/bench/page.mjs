import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median, ms } from './figures.mjs'
import { addMany } from './many-file.mjs'
import { startBarePage, startProgram, startSteadyClient } from './processes.mjs'
import { startBrowser } from './watched-page.mjs'
import { eventPost, inFolder, pause } from './work.mjs'

/** @typedef {import('playwright-core').Page} Page */

const secret = 'whsec_d2ViaG9vayBzYW5kYm94IGJlbmNobWFyaw=='
const perSecond = 2000
/** So many things are there when the first view is timed. */
const firstThings = 1000
/** What is asked of the page: ms until it is used, ms that a task may last, and how much more memory later traffic may leave. */
const asked = { first: 300, task: 50, growth: 1.1 }

/** A sandbox on a file with so many things. @param {string} folder @param {number} count */
async function startOnMany(folder, count) {
  const [file, config] = [join(folder, 'page.db'), join(folder, 'config.json')]
  writeFileSync(config, JSON.stringify({ retention: { records: 1e9, bytes: 1e12 } }))
  const first = await startProgram(file, 0, config)
  await first.ask('POST', '/sandbox/endpoints', { name: 'bench', scheme: 'standard-webhooks', secret })
  await first.ask('POST', '/sandbox/events', { event: 'card.created' })
  await first.ask('GET', '/api/v0.1/webhooks')
  await fetch(`${first.url}/in/bench`, { method: 'POST', headers: eventPost.headers, body: eventPost.body })
  // Asked for so, it is explained before it is copied.
  await first.ask('GET', '/sandbox/captures')
  await first.stop()
  addMany(file, count)
  return startProgram(file, 0, config)
}

/** Notes what holds the page up, and its frames. */
function watch() {
  /** @type {number[]} */
  const tasks = []
  let frames = 0
  const count = () => {
    frames++
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask' })
  Object.assign(globalThis, {
    held: () => {
      const now = { tasks: tasks.splice(0), frames }
      frames = 0
      return now
    },
  })
}
/** @param {Page} page @returns {Promise<{ tasks: number[], frames: number }>} */
const heldIn = (page) => page.evaluate(() => /** @type {any} */ (globalThis).held())
const longest = (/** @type {readonly number[]} */ tasks) => Math.max(0, ...tasks)

/**
 * ms from the start of navigation until a row is there and a key moves in the list: once the frame is made that shows it,
 * and once that frame has been painted.
 * @param {Page} page @param {string} url @returns {Promise<{ made: number, painted: number }>}
 */
async function firstView(page, url) {
  await page.addInitScript(() => {
    // A message posted from inside a frame comes behind its painting.
    const { port1, port2 } = new MessageChannel()
    const look = () => {
      if (document.querySelector('.virtual-list .row:not(.unread)') === null) {
        requestAnimationFrame(look)
        return
      }
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
      requestAnimationFrame(moved)
    }
    const moved = () => {
      if (document.querySelector('.virtual-list .row.active') === null) {
        requestAnimationFrame(moved)
        return
      }
      const made = performance.now()
      port1.onmessage = () => Object.assign(globalThis, { interactive: { made, painted: performance.now() } })
      port2.postMessage(null)
    }
    addEventListener('DOMContentLoaded', look)
  })
  await page.goto(url)
  const told = await page.waitForFunction(() => /** @type {any} */ (globalThis).interactive)
  return told.jsonValue()
}

/**
 * How long the first view takes, each time with nothing in the cache: ours, and a bare page that draws one line.
 * @param {import('playwright-core').Browser} browser @param {string} folder @param {number} times
 */
async function firstViews(browser, folder, times) {
  const few = await startOnMany(folder, firstThings)
  const bare = await startBarePage()
  /** @type {{ ours: { made: number, painted: number }[], bare: { made: number, painted: number }[] }} */
  const took = { ours: [], bare: [] }
  for (let time = 0; time < times; time++)
    for (const [whose, url] of /** @type {const} */ ([
      ['ours', few.url],
      ['bare', bare.url],
    ])) {
      const context = await browser.newContext({ viewport: { width: 1360, height: 800 } })
      took[whose].push(await firstView(await context.newPage(), url))
      await context.close()
    }
  bare.stop()
  await few.stop()
  return took
}

/** @param {string} name @param {Awaited<ReturnType<typeof firstViews>>} took @param {'made' | 'painted'} when */
function firstRow(name, took, when) {
  const [ours, bare] = [took.ours.map((load) => load[when]), took.bare.map((load) => load[when])]
  return {
    name,
    ours: `${ms(median(ours))}, at most ${ms(Math.max(...ours))}`,
    bare: `${asked.first} ms asked; bare page ${ms(median(bare))}`,
    ratio: median(ours) / asked.first,
    limit: { atMost: 1 },
  }
}

/** By the wheel over `rows` rows, as fast as frames come. @param {Page} page @param {number} rows */
async function wheelOver(page, rows) {
  await page.locator('.virtual-list').hover()
  const top = () => page.evaluate(() => document.querySelector('.virtual-list')?.scrollTop ?? 0)
  while ((await top()) < rows * 28) await page.mouse.wheel(0, 4000)
}
/** By the scroll bar to and fro. @param {Page} page @param {number} times */
async function drag(page, times) {
  for (let time = 0; time < times; time++) {
    await page.evaluate(
      (share) => {
        const list = document.querySelector('.virtual-list')
        if (list !== null) list.scrollTop = share * list.scrollHeight
      },
      Math.abs(Math.sin(time / 20)),
    )
    await pause(16)
  }
}

/** The memory that scripts of the page hold, in MB, without what is garbage. @param {Page} page */
async function memoryOf(page) {
  const session = await page.context().newCDPSession(page)
  for (let turn = 0; turn < 3; turn++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 2 ** 20
}

/**
 * How quick the page is: until it is used, scrolling, and while very much comes in; and what it keeps of that.
 * @param {import('./figures.mjs').Sizes} sizes
 * @returns {Promise<import('./figures.mjs').Row[]>}
 */
export const page = ({ rounds, rows, singles, traffic, calm }) =>
  inFolder(async (folder) => {
    const [client, browser] = [await startSteadyClient(), await startBrowser()]
    const first = await firstViews(browser, folder, rounds * 3)
    const program = await startOnMany(folder, rows)
    try {
      const tab = await browser.newPage({ viewport: { width: 1360, height: 800 } })
      await tab.goto(program.url)
      await tab.locator('.virtual-list .row').first().waitFor()
      await pause(calm)
      await tab.evaluate(watch)
      await wheelOver(tab, Math.min(rows - 1000, 100_000))
      const wheel = await heldIn(tab)
      await drag(tab, singles / 3)
      const dragged = await heldIn(tab)
      await tab.keyboard.press('Home')
      await tab.getByText('following newest').waitFor()

      const [settling, ...later] = traffic
      const flow = async (/** @type {number} */ seconds, /** @type {number} */ number) => {
        const count = seconds * perSecond
        await heldIn(tab)
        const began = performance.now()
        const { rate } = await client.send({
          ...eventPost,
          origin: program.url,
          path: '/in/bench/',
          secret,
          perSecond,
          first: number,
          count,
        })
        const { tasks, frames } = await heldIn(tab)
        const memory = await memoryOf(tab)
        return { tasks, rate, memory, frames: (frames / (performance.now() - began)) * 1000 }
      }
      // Paths that end with a status are answered with it.
      let number = 1_000_000
      const settled = await flow(settling ?? 1, number)
      let tasks = settled.tasks
      let { rate, frames, memory } = settled
      for (const seconds of later) {
        number += 10_000_000
        const more = await flow(seconds, number)
        tasks = [...tasks, ...more.tasks]
        ;({ rate, frames, memory } = more)
      }
      const share = (/** @type {string} */ name, /** @type {number[]} */ held, more = '') => ({
        name,
        ours: `${ms(longest(held))}, ${held.length} over 50 ms${more}`,
        bare: `${asked.task} ms asked`,
        ratio: longest(held) / asked.task,
        limit: { atMost: 1 },
      })
      const seconds = traffic.reduce((sum, one) => sum + one, 0)
      return [
        firstRow('until a row is there and a key works', first, 'made'),
        firstRow('the same, and painted', first, 'painted'),
        share(`longest task, wheel over ${Math.min(rows - 1000, 100_000)} rows`, wheel.tasks),
        share('longest task, scroll bar to and fro', dragged.tasks),
        share(`longest task at ${Math.round(rate)}/s`, tasks, `, ${Math.round(frames)} frames/s`),
        {
          name: `memory of the page after ${seconds} s of traffic`,
          ours: `${memory.toFixed(1)} MB`,
          bare: `${settled.memory.toFixed(1)} MB after ${settling} s`,
          ratio: memory / settled.memory,
          limit: { atMost: asked.growth },
        },
      ]
    } finally {
      await browser.close()
      client.stop()
      await program.stop()
    }
  })

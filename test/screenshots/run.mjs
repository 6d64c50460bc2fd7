/**
 * `npm run screenshots [folder]`: every view of the page, light and dark, 390, 1440 and 1920 pixels wide, as PNG into the
 * folder (`.screenshots` without one), and those that the documents show, small, into docs/screenshots.
 */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { ensureChromium } from '../setup/chromium.mjs'
import { empty, told } from './views.mjs'
import { startWorld } from './world.mjs'

/**
 * @typedef {import('./views.mjs').View} View
 * @typedef {import('./world.mjs').Ids} Ids
 * @typedef {import('playwright-core').BrowserContext} BrowserContext
 */

/** @param {string} line */
const say = (line) => process.stdout.write(`${line}\n`)
const folder = resolve(process.argv[2] ?? '.screenshots')
const shown = resolve('docs/screenshots')
const mostBytes = 60 * 1024
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
]
/** @type {[name: string, width: number, height: number][]} */
const sizes = [
  ['wide', 1440, 900],
  ['phone', 390, 844],
  ['widest', 1920, 1080],
]
/** @type {[name: string, options: import('playwright-core').BrowserContextOptions][]} */
const looks = /** @type {const} */ (['light', 'dark']).flatMap((colorScheme) =>
  sizes.map(([name, width, height]) => [
    `${colorScheme}-${name}`,
    { colorScheme, viewport: { width, height } },
  ]),
)

/**
 * As WebP of the best quality that is small enough, which a browser makes by itself.
 * @param {BrowserContext} context
 * @param {Buffer} png
 * @param {string} path
 */
async function keep(context, png, path) {
  const page = await context.newPage()
  const encoded = await page.evaluate(
    async ({ source, most }) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      for (let quality = 0.9; ; quality -= 0.1) {
        const [, base64 = ''] = canvas.toDataURL('image/webp', quality).split(',')
        if ((base64.length * 3) / 4 <= most || quality < 0.2) return base64
      }
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, most: mostBytes },
  )
  await page.close()
  writeFileSync(path, Buffer.from(encoded, 'base64'))
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} base
 * @param {View} view
 * @param {string} look
 * @param {Ids} ids
 */
async function take(page, base, view, look, ids) {
  const address = view.at.replace(/[A-Z]{3,}/g, (name) => ids[name.toLowerCase()] ?? name)
  await page.goto(base + address)
  await page.locator(view.seen).first().waitFor({ timeout: 15_000 })
  await view.act?.(page)
  // Nothing moves any more once two frames are alike.
  /** @type {Buffer} */
  let before = Buffer.alloc(0)
  let now = await page.screenshot({ caret: 'initial' })
  for (let tries = 0; tries < 20 && !before.equals(now); tries++) {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    ;[before, now] = [now, await page.screenshot({ caret: 'initial' })]
  }
  writeFileSync(join(folder, `${view.name}-${look}.png`), now)
  if (view.kept?.includes(look)) await keep(page.context(), now, join(shown, `${view.name}-${look}.webp`))
}

/**
 * Every view of them in every look.
 * @param {import('playwright-core').Browser} browser
 * @param {string} base
 * @param {View[]} views
 * @param {Ids} ids
 * @returns {Promise<number>} how many could not be taken
 */
async function takeAll(browser, base, views, ids) {
  let failed = 0
  for (const [look, options] of looks) {
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
    const page = await context.newPage()
    if (views === told) {
      await page.goto(`${base}/settings`)
      await page.evaluate(() => localStorage.setItem('webhook-sandbox.strip-dismissed', 'true'))
    }
    for (const view of views)
      await take(page, base, view, look, ids).catch((error) => {
        failed++
        say(`${view.name}, ${look}: ${String(error.message).split('\n')[0]}`)
      })
    await context.close()
  }
  return failed
}

for (const each of [folder, shown]) mkdirSync(each, { recursive: true })
const world = await startWorld()
const browser = await chromium.launch({ executablePath: await ensureChromium(process.cwd()), args: flags })
try {
  const failed =
    (await takeAll(browser, world.url, empty, {})) +
    (await takeAll(browser, world.url, told, await world.tell()))
  const bytes = readdirSync(shown).reduce((sum, name) => sum + statSync(join(shown, name)).size, 0)
  say(`${looks.length * (empty.length + told.length) - failed} pictures in ${folder}`)
  say(`${readdirSync(shown).length} in docs/screenshots, ${Math.round(bytes / 1024)} KiB`)
  if (failed > 0) process.exitCode = 1
} finally {
  await browser.close()
  world.stop()
}

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { beforeAll, onTestFinished } from 'vitest'
import { sample } from '../helpers/long.ts'
import { locate } from '../setup/chromium.mjs'

// Without the flags about the network, Chromium speaks to its maker at every start.
/** How long the page is given for one thing, in ms: far more than it takes on the slowest machine. */
const patience = 300_000

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface OpenOptions {
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce'
  /** As a phone's: touched, with nothing that hovers. */
  isMobile?: true
  hasTouch?: true
  /** The reader's zone; UTC if absent. */
  timezoneId?: string
}

/** The Chromium of this process, which its files share: starting one takes the time of two tests. It ends with the process. */
let shared: Browser | undefined

async function theBrowser(): Promise<Browser> {
  // One that crashed has failed the test that it did so in, and none of those to come.
  if (shared?.isConnected()) return shared
  const executablePath = locate()
  if (executablePath === undefined)
    throw new Error('No Chromium. Run npm test, which gets one, or set CHROMIUM_PATH.')
  shared = await chromium.launch({ executablePath, args: flags })
  return shared
}

/** Lets the tests of a file open pages of their own, each with nothing kept, that fail it when they log an error. */
export function useBrowser() {
  // Not in the time of the first test.
  beforeAll(async () => void (await theBrowser()))

  return async function open(url: string, options: OpenOptions = {}) {
    const browser = await theBrowser()
    const { width = 1360, height = 800, ...rest } = options
    const context = await browser.newContext({ viewport: { width, height }, ...rest })
    // Less than a test may take, so that what was waited for is named.
    context.setDefaultTimeout(patience)
    const page = await context.newPage()
    onTestFinished(async ({ task }) => {
      // With the error, so that it stands in the summary too, which is all that some logs keep.
      const [error] = task.result?.state === 'fail' ? (task.result.errors ?? []) : []
      if (error !== undefined) error.message += `\n${await standingOf(page)}`
      await context.close()
    })
    const errors: string[] = []
    const elsewhere: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(new URL(url).origin) && !request.url().startsWith('data:'))
        elsewhere.push(request.url())
    })
    await page.goto(url)
    return { page, errors, elsewhere }
  }
}

/** Where a page stands whose test failed: its address, what has the focus, what it shows, or that it does not even say that. */
async function standingOf(page: Page): Promise<string> {
  const told = page.evaluate(() => {
    const { activeElement: focus, body } = document
    return `focus: ${focus?.outerHTML.slice(0, 300)}\nshows: ${body.innerText.replace(/\s+/g, ' ').slice(0, 3000)}`
  })
  const silence = new Promise<string>((resolve) => setTimeout(resolve, 5000, 'it does not answer'))
  return `The page of the failed test stands at ${page.url()}\n${await Promise.race([told, silence]).catch(String)}\n`
}

/** The text of an accessible status or heading, waited for. */
export const seen = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

/** Two keys, the second of which the page waits for only so long: it is sent right behind the first, however slow the machine is. */
export const chord = (page: Page, first: string, second: string) =>
  Promise.all([page.keyboard.press(first), page.keyboard.press(second)])

const axe = readFileSync(resolve('node_modules/axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}
const contrast = 'color-contrast'

/**
 * The accessibility rules known to axe that the page breaks as it stands, each with where: first all of them, the size of
 * targets included, then contrast in the other theme, for a theme changes nothing but colours. A phone has the colours of the
 * wide page: there, as in neither theme, what is judged by them is left out.
 */
export async function violationsOf(page: Page, themes: 'both' | 'neither' = 'both'): Promise<string[]> {
  await bringAxe(page)
  const sized = { 'target-size': { enabled: true } }
  const colourless = { [contrast]: { enabled: false }, 'link-in-text-block': { enabled: false } }
  const isPhone = (page.viewportSize()?.width ?? 0) < 600
  if (themes === 'neither' || isPhone) return broken(page, { rules: { ...sized, ...colourless } })
  return [...(await broken(page, { rules: sized })), ...(await pallidInOtherTheme(page))]
}

/** The rules that a long page breaks as a whole, whatever its elements do by themselves. */
export async function violationsAsAWhole(page: Page): Promise<string[]> {
  await bringAxe(page)
  const ids = ['duplicate-id-aria', 'skip-link', 'bypass', 'aria-valid-attr-value']
  const headings = ['page-has-heading-one', 'heading-order', 'empty-heading']
  const landmarks = ['region', 'landmark-unique', 'landmark-one-main', 'landmark-no-duplicate-main']
  return broken(page, { runOnly: [...ids, ...headings, ...landmarks, 'document-title', 'html-has-lang'] })
}

async function bringAxe(page: Page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
}

/** Where the high contrast that the page turns to has too little of it, in both themes. */
export async function pallidInHighContrast(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.emulateMedia({ contrast: 'more' })
  await page.locator('[data-contrast="more"]').waitFor()
  const found = [...(await broken(page, { runOnly: [contrast] })), ...(await pallidInOtherTheme(page))]
  await page.emulateMedia({ contrast: null })
  return found.map((one) => `high contrast: ${one}`)
}

async function pallidInOtherTheme(page: Page): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [own, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  // First this alone: a colour that is on its way from one theme to the other belongs to neither.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.emulateMedia({ colorScheme: other, reducedMotion: 'reduce' })
  const found = await broken(page, { runOnly: [contrast] })
  await page.emulateMedia({ colorScheme: own, reducedMotion: null })
  return found.map((one) => `${other}: ${one}`)
}

const broken = (page: Page, options: object) =>
  page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: Axe }
    // Colours that are on their way arrive first.
    for (const one of document.getAnimations())
      if (one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) one.finish()
    const { violations } = await axe.run({ resultTypes: ['violations'], ...options })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  }, options)

/**
 * What is wrong with a view as it stands, in both themes and on a phone: broken rules, and what sticks out. It is made narrower,
 * not loaded anew: only styles ask for the width, and axe takes twice as long in a page that it comes to first.
 */
async function allWrongsOf(page: Page): Promise<string[]> {
  const found = [...(await violationsOf(page)), ...(await stickingOut(page))]
  return [...found, ...(await wrongsAt(page, { width: 390, height: 800 }))]
}

/**
 * What is wrong with a view. The quick form leaves out what is judged by colours, which `test/ui/contrast.test.ts` judges too,
 * and asks of a phone only what sticks out: axe takes longer than all else that is done with a page.
 */
export const wrongsOf = sample(soonFound, allWrongsOf)

async function soonFound(page: Page): Promise<string[]> {
  const found = [...(await violationsOf(page, 'neither')), ...(await stickingOut(page))]
  return [...found, ...(await at(page, { width: 390, height: 800 }, () => stickingOut(page)))]
}

/** The same of the view in a window as small as this, in the theme that it has. */
export const wrongsAt = (page: Page, size: Size) =>
  at(page, size, async () => [...(await violationsOf(page)), ...(await stickingOut(page))])

/** The rules that the page breaks in a window of this size. */
export const violationsAt = (page: Page, size: Size) => at(page, size, () => violationsOf(page))

interface Size {
  width: number
  height: number
}

async function at(page: Page, size: Size, look: () => Promise<string[]>): Promise<string[]> {
  const usual = page.viewportSize() ?? size
  await page.setViewportSize(size)
  // What asks for its own size has it by the second.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const found = await look()
  await page.setViewportSize(usual)
  return found.map((one) => `${size.width} px: ${one}`)
}

/** By how much the page is larger than its window. */
export async function stickingOut(page: Page): Promise<string[]> {
  const sides = { sideways: await overflowOf(page), downwards: await excessOf(page) }
  return Object.entries(sides).flatMap(([side, by]) => (by > 0 ? [`sticks out ${side} by ${by} px`] : []))
}

/** What sticks out to the side, where that makes one scroll. */
export const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth <= clientWidth ? 0 : scrollWidth - clientWidth
  })

/** How much longer the document is than the window: nothing, as its parts scroll and the frame stands still. */
export const excessOf = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollHeight - innerHeight))

import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { holdTimers } from '../helpers/held-time.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser } from './open-page.ts'

const open = useBrowser()
const limit = 55_000

/** A sandbox that waits for the lists of a page however slow the machine is. */
const startPatient = () => startSandbox({ bare: false }, holdTimers(150).outside)

/** Script and styles that the page needs from its next load on, as they weigh gzipped. What is prefetched is not needed yet. */
function weighed(page: Page) {
  const parts = new Map<string, Promise<number>>()
  const note = (answer: Response) => {
    const { pathname } = new URL(answer.url())
    if (/\.(js|css)$/.test(pathname) && answer.request().headers()['sec-purpose'] !== 'prefetch')
      parts.set(
        pathname,
        answer.body().then((bytes) => gzipSync(bytes, { level: 9 }).length),
      )
  }
  page.on('response', note)
  return {
    names: () => [...parts.keys()].join(' '),
    /** Of all until now. */
    async total() {
      page.off('response', note)
      return (await Promise.all(parts.values())).reduce((sum, bytes) => sum + bytes, 0)
    },
  }
}

test('the page needs at most 55 kB for its first view', async () => {
  const sandbox = await startPatient()
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open('about:blank')
  const weight = weighed(page)
  const asked: string[] = []
  const ask = (address: string) => {
    const { pathname, search } = new URL(address)
    asked.push(pathname + search)
  }
  page.on('request', (request) => ask(request.url()))
  page.on('websocket', (socket) => ask(socket.url()))
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('.empty[aria-busy]') !== null)
        document.documentElement.dataset.waited = 'yes'
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${sandbox.url}/`)
  await seen(page, 'card.created')
  // What the page came with is the first that it draws.
  expect(await page.locator('html').getAttribute('data-waited')).toBe(null)
  await seen(page, 'Connect your receiver')
  await seen(page, 'Connected')
  await page.waitForLoadState('networkidle')
  expect(await weight.total()).toBeLessThan(limit)
  expect(weight.names()).not.toMatch(/detail|editor|palette/)
  // The page came with its lists, and with the number from which to listen on.
  expect(asked.filter((path) => /^\/sandbox\/\w+\?limit=50$/.test(path))).toEqual([])
  expect(asked.find((path) => /^\/sandbox\/(live|health)/.test(path))).toMatch(/\/live\?since=\d+$/)

  expect(errors).toEqual([])
})

test('a link to a delivery needs at most 25 requests; the other parts are prefetched, compressed', async () => {
  const sandbox = await startPatient()
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const [delivery] = await sandbox.deliveries()
  const { page, errors } = await open('about:blank')
  const needed: string[] = []
  const prefetched: Response[] = []
  page.on('response', (answer) => {
    if (answer.request().headers()['sec-purpose'] === 'prefetch') prefetched.push(answer)
    else needed.push(answer.url())
  })
  await page.goto(`${sandbox.url}/?open=${delivery?.id}`)
  await seen(page, 'Attempts')
  await expect.poll(() => prefetched.filter((one) => /palette-[\w-]+\.js$/.test(one.url())).length).toBe(1)
  await page.waitForLoadState('networkidle')
  expect(needed.length, needed.join('\n')).toBeLessThanOrEqual(25)
  const codings = await Promise.all(prefetched.map((one) => one.headerValue('content-encoding')))
  expect(new Set(codings)).toEqual(new Set(['br']))
  const other = page.waitForResponse(/\/assets\/settings-[\w-]+\.js$/)
  await page.goto(`${sandbox.url}/settings`)
  expect((await other).status()).toBe(200)
  expect(errors).toEqual([])
})

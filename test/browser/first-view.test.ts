import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser } from './open-page.ts'

const open = useBrowser()
const limit = 60 * 1024

/** Script and styles that the page asks for from its next load on, as they weigh gzipped. */
function weighed(page: Page) {
  const parts = new Map<string, Promise<number>>()
  const note = (answer: Response) => {
    const { pathname } = new URL(answer.url())
    if (/\.(js|css)$/.test(pathname))
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

test('the page loads at most 60 KiB by itself, and the rest after the first action', async () => {
  const sandbox = await startSandbox({ bare: false })
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

  const detail = page.waitForResponse(/\/assets\/detail-[\w-]+\.js$/)
  await page.mouse.move(300, 300, { steps: 3 })
  await detail
  expect(errors).toEqual([])
})

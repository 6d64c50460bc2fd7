import { createServer } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import { htmlReport } from '../../server/check/reports/html.ts'
import type { Check } from '../../server/wire.ts'
import { checks } from '../check/reports/made-up.ts'
import { quick, test } from '../helpers/long.ts'
import { overflowOf, useBrowser, violationsAt, violationsOf } from './open-page.ts'

const open = useBrowser()

async function serve(check: Check): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(htmlReport(check))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}/`
}

const phone = { width: 390, height: 800 }

test.each(['failures', 'all passed', 'the valid delivery refused', 'a baseline', 'hostile text'] as const)(
  'the report of a check loads nothing, fits a phone, and breaks no rule of axe: %s',
  async (name) => {
    const { page, errors, elsewhere } = await open(await serve(checks[name]))
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(errors).toEqual([])
    expect(await page.evaluate(() => document.styleSheets[0]?.cssRules.length)).toBeGreaterThan(10)
    expect(await violationsOf(page)).toEqual([])
    expect(await violationsAt(page, phone)).toEqual([])
    expect(await overflowOf(page)).toBe(0)
    await page.setViewportSize(phone)
    expect(await overflowOf(page)).toBe(0)
    expect(elsewhere).toEqual([])
  },
)

quick('an answer in the report of a check stays text, and all of it is printed', async () => {
  const { page, errors } = await open(await serve(checks['hostile text']))
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('script').count()).toBe(0)
  expect(await page.getByText('<script>alert(1)</script>').first().isVisible()).toBe(true)
  expect(await page.getByText('rejects-stale').first().isVisible()).toBe(true)
  expect(errors).toEqual([])
})

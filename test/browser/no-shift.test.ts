import { expect } from 'vitest'
import { pagePaths } from '../../server/page.ts'
import { test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser } from './open-page.ts'

const open = useBrowser()

interface Shift extends PerformanceEntry {
  value: number
  sources: { node: Element | null }[]
}

const widths: [number, readonly string[]][] = [
  [1280, pagePaths],
  [1024, pagePaths],
  [400, ['/', '/simulate/clock', '/lanes']],
]
test('nothing drawn moves while other parts and a banner load, at 1280, 1024 and 400 px', async () => {
  const sandbox = await startSandbox({ bare: false })
  const receiver = await startReceiver([503])
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created', { count: 3 })
  await sandbox.settle()
  const { deliveries } = await sandbox.get<{ deliveries: { id: string }[] }>(
    '/sandbox/deliveries?state=retrying',
  )
  for (const { id } of deliveries) await sandbox.post(`/sandbox/deliveries/${id}/attempt-now`)
  await sandbox.settle()
  const moved: string[] = []
  const walk = async (width: number, paths: readonly string[]) => {
    const { page } = await open('about:blank', { width })
    await page.exposeFunction('tellMoved', (what: string) => moved.push(`${width} px: ${what}`))
    await page.addInitScript(() => {
      const { tellMoved } = window as unknown as { tellMoved(what: string): void }
      new PerformanceObserver((list) => {
        // A word's width in the top bar comes to half of that, a line that moves a view to fifty times it.
        for (const { value, sources } of list.getEntries() as Shift[])
          if (value > 0.0005)
            tellMoved(
              `${location.pathname} ${value}: ${sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join(', ')}`,
            )
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of paths) {
      await page.goto(`${sandbox.url}${path}`)
      await seen(page, 'Connected')
      await page.locator('.banner').waitFor()
      await page.waitForLoadState('networkidle')
    }
  }
  // At a time, for each waits half a second until a page has asked for all that it does.
  await Promise.all(widths.map(([width, paths]) => walk(width, paths)))
  expect(moved).toEqual([])
})

test.each([1360, 1280, 1200])(
  'at %i px the line above the list is one, however many there are, and whether it follows or not',
  async (width) => {
    const sandbox = await startSandbox()
    const { page } = await open(sandbox.url, { width })
    const line = page.locator('.tools-under')
    await seen(page, 'No activity yet.')
    const before = (await line.boundingBox())?.height
    await sandbox.trigger('card.created', { count: 1200 })
    await page.locator('.movement').getByText('1,200').waitFor()
    expect((await line.boundingBox())?.height).toBe(before)
    expect(before).toBeLessThan(40)
    // Where colours are forced its last button has a border, which may not touch its word.
    const pause = page.getByRole('button', { name: 'Pause' })
    expect(
      await pause.evaluate((one) => Number.parseFloat(getComputedStyle(one).paddingRight)),
    ).toBeGreaterThan(4)
    await page.mouse.move(width / 3, 400)
    await page.mouse.wheel(0, 300)
    await page.getByRole('button', { name: 'follow', exact: true }).waitFor()
    expect((await line.boundingBox())?.height).toBe(before)
    await sandbox.trigger('card.created', { count: 1200 })
    const follow = page.getByRole('button', { name: '1,200 new · follow' })
    await follow.waitFor()
    expect((await line.boundingBox())?.height).toBe(before)
    await follow.click()
    await pause.click()
    await line.getByRole('button', { name: 'Resume' }).waitFor()
    expect((await line.boundingBox())?.height).toBe(before)
    await sandbox.trigger('card.created', { count: 1200 })
    const resume = page.getByRole('button', { name: '1,200 new · resume' })
    await resume.waitFor()
    expect((await line.boundingBox())?.height).toBe(before)
    // What it does is read on it too, where there is room.
    const word = await resume.locator('.so').evaluate((so) => getComputedStyle(so).clipPath)
    if (width >= 1280) expect(word).toBe('none')
  },
)

test.each([1360, 1280])(
  'at %i px the list of error codes stays where it is when one searches it',
  async (width) => {
    const sandbox = await startSandbox()
    const { page } = await open(`${sandbox.url}/errors`, { width })
    const top = async () => (await page.getByRole('listbox', { name: 'Error codes' }).boundingBox())?.y
    await page.getByRole('option', { name: /acc_dne/ }).waitFor()
    const before = await top()
    for (const text of ['e', 'transfer']) {
      await page.getByRole('searchbox').fill(text)
      await page.waitForURL(`**/errors?q=${text}`)
      await page.getByRole('button', { name: 'Clear', exact: true }).waitFor()
      expect(await top()).toBe(before)
    }
  },
)

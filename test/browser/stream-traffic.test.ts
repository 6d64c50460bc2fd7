import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser } from './open-page.ts'

const open = useBrowser()

/** So many events, a few hundred at a time, until the page has heard of all. */
async function traffic(sandbox: TestSandbox, page: Page, count: number) {
  for (let sent = 0; sent < count; sent += 500)
    await sandbox.trigger('card.created', { count: 500, force: true })
  const { counts } = await sandbox.get<{ counts: Record<string, number> }>('/sandbox/health')
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0)
  // Where much else is said beside it, a narrow list hides it.
  const told = page.locator('.movement').getByText(all.toLocaleString('en-US'))
  await told.waitFor({ state: 'attached' })
}

test('under traffic a selected header stays selected, a paused list stays still, and memory stays bounded', async () => {
  const sandbox = await startSandbox({ bare: true })
  await sandbox.request('POST', '/in/demo', '{"a":1}', { 'x-trace': 'needle-7' })
  const { id } = await sandbox.newestCapture()
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=request`)
  await seen(page, 'live')
  const header = page.locator('.split-detail').getByText('needle-7', { exact: true }).first()
  await page.getByText(/^Headers \d+$/).click()
  await header.waitFor()
  await header.selectText()
  const selected = () => page.evaluate(() => String(getSelection()))
  expect(await selected()).toContain('needle-7')

  const heap = await page.context().newCDPSession(page)
  const used = async () => {
    await heap.send('HeapProfiler.collectGarbage')
    return (await heap.send('Runtime.getHeapUsage')).usedSize
  }
  await page.evaluate(() => {
    let changes = 0
    const note = (list: MutationRecord[]) => {
      changes += list.length
      Object.assign(globalThis, { changes })
    }
    Object.assign(globalThis, { changes })
    const detail = document.querySelector('.split-detail')
    if (detail !== null)
      new MutationObserver(note).observe(detail, { childList: true, subtree: true, characterData: true })
  })
  // The page reads it again, and finds what it has.
  await sandbox.request('PATCH', `/sandbox/captures/${id}`, { pinned: false })
  await traffic(sandbox, page, 3000)
  expect(await selected()).toContain('needle-7')
  expect(await page.evaluate('changes'), 'nothing of the detail was drawn anew').toBe(0)
  const before = await used()

  await page.locator('#main').focus()
  await page.keyboard.press('p')
  await seen(page, 'paused')
  const rows = () => page.locator('.virtual-list .row').allTextContents()
  const still = await rows()
  await traffic(sandbox, page, 3000)
  expect(await rows()).toEqual(still)
  await page.getByRole('button', { name: '3,000 new · resume' }).click()
  await seen(page, 'following newest')
  expect(await rows()).not.toEqual(still)
  // Of what came twice as often some is kept, within its bound.
  expect((await used()) / before).toBeLessThan(2)
  expect(await selected()).toContain('needle-7')
  expect(errors).toEqual([])
})

test('a press on a row that moves before the release opens neither row', async () => {
  const sandbox = await startSandbox({ bare: true })
  await sandbox.trigger('card.created')
  const { page, errors } = await open(`${sandbox.url}/`)
  await seen(page, 'live')
  await traffic(sandbox, page, 500)
  const row = page.locator('.virtual-list .row').nth(5)
  await row.hover()
  await page.mouse.down()
  await traffic(sandbox, page, 500)
  await page.mouse.up()
  expect(new URL(page.url()).searchParams.get('open')).toBe(null)

  await row.click()
  await page.waitForURL('**/?open=evt_*')
  expect(errors).toEqual([])
})

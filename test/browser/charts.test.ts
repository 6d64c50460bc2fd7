import { expect, test } from 'vitest'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser } from './open-page.ts'

const open = useBrowser()

test('the charts show what happened, live, as curves and as a table, and lead to what they are drawn from', async () => {
  const sandbox = await startSandbox({ bare: true })
  const receiver = await startReceiver([200, 503])
  await sandbox.subscribe(receiver.url)
  await sandbox.clock({ mode: 'manual' })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors, elsewhere } = await open(`${sandbox.url}/lanes/charts`)
  const canvases = page.locator('.chart canvas')
  await canvases.nth(2).waitFor()
  await page.getByText('The same numbers as a table').click()
  const cells = page.locator('.chart-numbers tbody tr').last().locator('td')
  await expect.poll(() => cells.allTextContents()).toContain('100 %')

  await sandbox.clock({ advance: '30s' })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  // Refused: in the span that comes last by now no attempt succeeded.
  await expect.poll(async () => (await cells.allTextContents()).slice(4, 7)).toEqual(['0 %', '100 %', '0 %'])

  const plot = page.locator('.chart-host .u-over').first()
  await plot.scrollIntoViewIfNeeded()
  const box = await plot.boundingBox()
  if (box === null) throw new Error('the chart is not in sight')
  const about = page.getByText(/^Of the \d+ things loaded/)
  const all = await about.innerText()
  expect(all).toMatch(/; each point stands for \S+ \S+\. Click lists/)
  await plot.hover({ position: { x: box.width - 2, y: 20 } })
  await seen(page, /^from \d\d:\d\d:\d\d/)
  await plot.click({ position: { x: box.width - 2, y: 20 } })
  await page.waitForURL(
    (url) => url.pathname === '/' && (url.searchParams.get('q') ?? '').startsWith('since:'),
  )
  await seen(page, 'card.created')

  await page.goBack()
  // Until then it is drawn of what was listed for the click: one second, of which a part may hold nothing.
  await expect.poll(() => about.innerText()).toBe(all)
  await canvases.nth(2).waitFor()
  const [from, to] = [box.x + box.width * 0.5, box.x + box.width - 1]
  await page.mouse.move(from, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(to, box.y + 30, { steps: 5 })
  await page.mouse.up()
  await page.waitForURL(/\/lanes\/charts\?q=since/)
  await page.getByRole('button', { name: 'Show all times' }).click()
  await page.waitForURL(/\/lanes\/charts$/)
  // Also out of a time in which nothing happened.
  await page.goto(`${sandbox.url}/lanes/charts?q=until:2000-01-01T00:00:00Z`)
  await page.getByRole('button', { name: 'Show all times' }).click()
  await canvases.nth(2).waitFor()
  expect(errors).toEqual([])
  expect(elsewhere).toEqual([])
})

test('where nothing has happened the charts say what fills them', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/lanes/charts`)
  await seen(page, 'Nothing has happened yet.')
  await sandbox.trigger('card.created')
  await page.locator('.chart canvas').first().waitFor()
  expect(errors).toEqual([])
})

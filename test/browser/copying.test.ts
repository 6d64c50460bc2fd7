import { expect } from 'vitest'
import { quick, test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser } from './open-page.ts'

const open = useBrowser()

quick(
  'where the browser refuses the clipboard, as over HTTP from elsewhere, copying leaves the focus where it was, and works in a dialog',
  async () => {
    const sandbox = await startSandbox({ bare: false })
    await sandbox.trigger('card.created')
    await sandbox.settle()
    const { page } = await open('about:blank')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => {
      if ('clipboard' in navigator) navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    })
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    const focused = () => page.evaluate(() => document.activeElement?.className)
    await page.goto(sandbox.url)
    await seen(page, 'card.created')
    await page.keyboard.press('j')
    await page.keyboard.press('c')
    await expect.poll(copied).toContain('curl')
    await expect.poll(focused).toBe('virtual-list')

    await page.keyboard.press('Enter')
    const link = page.getByRole('button', { name: 'Link to this page' })
    await link.press('Enter')
    // It says so for a moment only.
    await page.locator(':focus').getByText('Copied', { exact: true }).waitFor()
    expect(await copied()).toBe(page.url())

    await page.keyboard.press('Control+k')
    const field = page.getByRole('dialog').getByRole('combobox')
    await field.fill('send card.created')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Control+c')
    await expect.poll(copied).toContain('webhook-sandbox trigger card.created')
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  },
)

test('a multi-line command keeps its lines, so that a copy by mouse runs', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page } = await open(`${sandbox.url}/errors?met=yes`)
  const command = page.locator('.empty .copy-box code')
  await command.waitFor()
  expect(await command.innerText()).toMatch(/^curl .*\\\n {2}-H /)
})

test('no option of a command breaks at its hyphens, however narrow the page', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page } = await open(`${sandbox.url}/`)
  const command = page.locator('.empty .copy-box code')
  await command.waitFor()
  /** The options that are drawn in more than one line. */
  const broken = () =>
    command.evaluate((code) => {
      const found: string[] = []
      const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
      while (texts.nextNode())
        for (const { 0: option, index } of (texts.currentNode.nodeValue ?? '').matchAll(
          /(?<=^|\s)--?\w[\w-]*/g,
        )) {
          const range = document.createRange()
          range.setStart(texts.currentNode, index)
          range.setEnd(texts.currentNode, index + option.length)
          if (range.getClientRects().length > 1) found.push(option)
        }
      return found
    })
  for (let width = 390; width >= 320; width -= 2) {
    await page.setViewportSize({ width, height: 800 })
    expect(await broken()).toEqual([])
  }
})

test('a shortened address copies whole, in a row, a list of a detail and a card', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([200])
  await sandbox.subscribe(`${receiver.url}/webhooks-of-orders/of/all/the/shops/handler-of-events`)
  const { deliveries } = await sandbox.trigger('account.statements.late_payment')
  await sandbox.settle()
  const [id] = deliveries.map(({ id }) => id)
  const { page } = await open(`${sandbox.url}/?kind=deliveries&open=${id}&tab=related`, { width: 1280 })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = async () => {
    await page.evaluate(() => navigator.clipboard.writeText('nothing'))
    await page.keyboard.press('Control+c')
    return page.evaluate(() => navigator.clipboard.readText())
  }
  for (const [where, around] of [
    ['.row-about .cut', '.row.delivery'],
    ['.thing-link.here .row-about .cut', '.thing-link.here'],
    ['.card-address .cut', '.card'],
  ] as const) {
    if (around === '.card') await page.getByRole('link', { name: 'Subscriptions' }).click()
    const cut = page.locator(where).first()
    await cut.waitFor()
    const whole = await cut.evaluate((one: HTMLElement) => {
      one.style.width = '160px'
      return one.textContent
    })
    expect(await cut.locator('.cut-head').evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true)
    // A click on a link or a button selects nothing.
    for (const half of around === '.row.delivery' ? ['.cut-head', '.cut-tail bdi'] : [])
      for (const clickCount of [2, 3]) {
        await cut.locator(half).click({ clickCount, position: { x: 40, y: 8 } })
        expect(await copied(), `${clickCount} clicks on ${half} in ${around}`).toBe(whole)
      }
    // As a drag over all of it selects.
    await page
      .locator(around)
      .first()
      .evaluate((one) => getSelection()?.selectAllChildren(one))
    expect(await copied()).toContain(whole)
    // Where all of it is shown, a part is copied as selected.
    await cut.evaluate((one: HTMLElement) => {
      one.style.width = '700px'
      const [letters] = one.querySelector('.cut-head')?.childNodes ?? []
      if (letters) getSelection()?.setBaseAndExtent(letters, 2, letters, 9)
    })
    expect(await copied()).toBe(whole?.slice(2, 9))
  }
})

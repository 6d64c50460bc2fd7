import { expect } from 'vitest'
import { quick, test } from '../helpers/long.ts'
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

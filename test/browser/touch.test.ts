import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { useBrowser } from './open-page.ts'

const open = useBrowser()

test('a touch screen shows no key, in the views, the details, the menus, the palette and the help', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { id } = await sandbox.newestCapture()
  const keysSeen = async (options: object) => {
    const { page } = await open(`${sandbox.url}/`, options)
    await page.locator('.row').first().waitFor()
    const found: Record<string, number> = {}
    const look = async (where: string) => {
      const shown = await page
        .locator('kbd, .key')
        .evaluateAll((all) => all.map((one) => one.checkVisibility()))
      found[where] = shown.filter(Boolean).length
    }
    for (const path of ['/', '/errors', '/subscriptions', `/?open=${deliveries[0]?.id}`, `/?open=${id}`]) {
      await page.goto(sandbox.url + path)
      await page.locator('.row, .card').first().waitFor()
      await page.locator('.empty, .split-detail .acts, .card').first().waitFor()
      await look(path.replace(/\w+_\w+/, 'ID'))
    }
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: /^Undo/ }).waitFor()
    await look('undo')
    await page.keyboard.press('Control+k')
    await page.getByRole('option').first().waitFor()
    await look('palette')
    await page.keyboard.press('Escape')
    await page
      .getByRole('option', { name: /Show|Simulate/ })
      .first()
      .waitFor({ state: 'hidden' })
    await page.locator('.virtual-list').focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await look('help')
    return Object.entries(found).flatMap(([where, many]) => (many > 0 ? [where] : []))
  }
  expect(await keysSeen({ width: 1024, hasTouch: true, isMobile: true })).toEqual([])
  expect(await keysSeen({ width: 1024 })).toEqual(expect.arrayContaining(['/', 'undo', 'palette', 'help']))
})

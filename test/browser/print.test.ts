import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { useBrowser } from './open-page.ts'

const open = useBrowser()

test('the open record prints alone and in full, on several sheets', async () => {
  const sandbox = await startSandbox()
  const headers = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`x-mine-${index}`, 'here']))
  await fetch(`${sandbox.url}/in/mine`, { method: 'POST', body: '{"last":"line"}', headers })
  const { id } = await sandbox.newestCapture()
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=request`)
  await page.locator('.json-tree').getByText('"line"').waitFor()
  // Chosen for the screen: on paper, light ink would stand on a light ground.
  await page.evaluate(() => localStorage.setItem('webhook-sandbox.theme', '"dark"'))
  await page.reload()
  await page.locator('.json-tree').getByText('"line"').waitFor()
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await ground()).toBe('rgb(22, 22, 21)')
  const sheets = async () => (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
  const folded = page.getByText('x-mine-119', { exact: true })
  expect(await folded.isVisible()).toBe(false)
  expect(await sheets()).toBeGreaterThan(2)
  await page.emulateMedia({ media: 'print' })
  expect(await ground()).toBe('rgb(255, 255, 255)')
  expect(await page.locator('.rail, .split-list, .foot').filter({ visible: true }).count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'POST /in/mine' }).isVisible()).toBe(true)
  expect(await folded.isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')
  await page.waitForURL((address) => !address.search.includes('open='))
  expect(await sheets()).toBe(1)
  expect(errors).toEqual([])
})

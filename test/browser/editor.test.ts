import { expect } from 'vitest'
import { quick, test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { editorOf, editorText, hasFocus } from './editor-text.ts'
import { seen, useBrowser } from './open-page.ts'

const open = useBrowser()

async function startWithCapture(body: string) {
  const sandbox = await startSandbox({ bare: false })
  await fetch(`${sandbox.url}/in/mine`, { method: 'POST', body })
  const { id } = await sandbox.newestCapture()
  return { address: `${sandbox.url}/?open=${id}&tab=replay` }
}

quick(
  'a body is coloured and marked where it stops being JSON, Tab leaves it, and no key typed there does anything else',
  async () => {
    const { address } = await startWithCapture('{"amount": 10.50, "name": "Ada"}')
    const { page, errors, elsewhere } = await open(address)
    await page.getByText('Edit request').click()
    const body = editorOf(page, 'Body')
    await body.waitFor()
    const colours = await body.evaluate((one) => [
      ...new Set([...one.querySelectorAll('.cm-line span')].map((span) => getComputedStyle(span).color)),
    ])
    expect(colours.length).toBeGreaterThanOrEqual(3)

    await page.locator('label', { hasText: /^Body$/ }).click()
    await expect.poll(() => hasFocus(body)).toBe(true)
    await page.keyboard.press('Control+A')
    // Each letter is a key of the page as well.
    await page.keyboard.type('{"jkzrexpo":[1,')
    expect(await editorText(body)).toBe('{"jkzrexpo":[1,')
    await seen(page, 'Line 1: Invalid JSON')
    await body.and(page.locator('[aria-invalid="true"]')).waitFor()
    expect(await body.locator('.cm-lintRange-error').count()).toBe(1)
    await page.keyboard.type('2]}')
    await body.and(page.locator('[aria-invalid="false"]')).waitFor()

    await page.keyboard.press('Control+Z')
    expect(await editorText(body)).not.toContain('2]}')
    await page.keyboard.press('Tab')
    expect(await hasFocus(body)).toBe(false)
    await page.keyboard.press('Shift+Tab')
    await expect.poll(() => hasFocus(body)).toBe(true)
    await page.keyboard.press('Escape')
    expect(await hasFocus(body)).toBe(false)
    expect(errors).toEqual([])
    expect(elsewhere).toEqual([])
  },
)

test('line ends stay unchanged in edited and unedited lines', async () => {
  const { address } = await startWithCapture('{\r\n"a": 1\r\n}')
  const receiver = await startReceiver()
  const { page, errors } = await open(address)
  await page.getByLabel('URL', { exact: true }).fill(receiver.url)
  await page.getByText('Edit request').click()
  const body = editorOf(page, 'Body')
  await body.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Replay edited' }).click()
  await page.getByRole('listitem').filter({ hasText: 'replayed' }).first().waitFor()
  expect(receiver.requests[0]?.body.toString()).toBe('{\r\n"a": 1\r\n}\r\n')
  expect(errors).toEqual([])
})

test('a plain field works while the editor cannot load', async () => {
  const { address } = await startWithCapture('{"a": 1}')
  const { page } = await open('about:blank')
  await page.route(/\/assets\/code-mirror-[^/]+\.js$/, (route) => route.abort())
  await page.goto(address)
  await page.getByText('Edit request').click()
  const area = page.getByLabel('Body', { exact: true })
  await area.fill('{"a": 2}')
  await page.getByRole('button', { name: 'Replay edited' }).click()
  await page.getByRole('heading', { name: 'Result' }).waitFor()
})

import { join } from 'node:path'
import { expect } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { test } from '../helpers/long.ts'
import { startProgram } from '../helpers/program.ts'
import { seen, useBrowser } from './open-page.ts'

const open = useBrowser()

test('while the sandbox is down, the banner is the only message of an act and a view, and comes back for a further act', async () => {
  const first = await startProgram(['--port', '0', '--data', join(ownFolder(), 'test.db')])
  const { page } = await open(first.url)
  await seen(page, 'Connected')
  await page.locator('.banner-place').waitFor({ state: 'attached' })
  first.process.kill('SIGKILL')
  await first.ended
  const told = page.locator('.banner').getByText(/No response from/)
  await told.waitFor()
  await page.getByRole('button', { name: /^Dismiss: No response/ }).click()
  await told.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Send card.created' }).first().click()
  await told.waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.getByLabel('Filter: words or name:value').fill('verdict:failed')
  await seen(page, 'Not loaded.')
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a part of a record that the sandbox could not be asked for is read when it is back', async () => {
  const args = ['--data', join(ownFolder(), 'test.db')]
  const first = await startProgram(['--port', '0', ...args])
  const send = (n: number) => fetch(`${first.url}/in/mine`, { method: 'POST', body: `{"n":${n}}` })
  for (const n of [1, 2]) await send(n)
  const { captures } = await (await fetch(`${first.url}/sandbox/captures`)).json()
  const { page } = await open(`${first.url}/?open=${captures[0].id}&tab=diff`)
  await page.locator('.banner-place').waitFor({ state: 'attached' })
  await page.locator('.candidate').waitFor()
  first.process.kill('SIGKILL')
  await first.ended
  await page
    .locator('.banner')
    .getByText(/No response from/)
    .waitFor()
  await page.locator('.candidate').click()
  await seen(page, 'Not loaded.')
  expect(await page.getByRole('alert').count()).toBe(0)
  await startProgram(['--port', new URL(first.url).port, ...args])
  await page.getByRole('heading', { name: 'Body bytes' }).waitFor()
})

test.each([390, 1440])(
  'at %i px a form that the sandbox did not answer keeps what was typed, leaves the message to the banner, and is sent when the sandbox is back',
  async (width) => {
    const args = ['--data', join(ownFolder(), 'test.db')]
    const first = await startProgram(['--port', '0', ...args])
    const { page } = await open(`${first.url}/subscriptions?open=new`, { width })
    await page.locator('.banner-place').waitFor({ state: 'attached' })
    await page.getByLabel('URL', { exact: true }).fill('http://127.0.0.1:9/orders')
    first.process.kill('SIGKILL')
    await first.ended
    const told = page.locator('.banner').getByText(/No response from/)
    await told.waitFor()
    const subscribe = page.locator('[type="submit"]', { hasText: 'Subscribe' })
    const refused = page.waitForEvent('requestfailed', (one) => one.method() === 'POST')
    await subscribe.click()
    await refused
    await page.locator('button[aria-busy="true"]').waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await told.isVisible()).toBe(true)
    await seen(page, 'The sandbox may have carried out this request.')
    expect(await page.getByLabel('URL', { exact: true }).inputValue()).toBe('http://127.0.0.1:9/orders')
    if (width === 390) await page.getByRole('button', { name: 'Why?' }).click()
    await page.getByRole('button', { name: /^Dismiss: No response/ }).click()
    await told.waitFor({ state: 'detached' })
    await subscribe.click()
    await told.waitFor()

    await startProgram(['--port', new URL(first.url).port, ...args])
    await told.waitFor({ state: 'detached' })
    await subscribe.click()
    await page.getByRole('heading', { name: /orders/ }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  },
)

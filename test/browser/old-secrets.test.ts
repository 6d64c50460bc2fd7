import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser } from './open-page.ts'

const open = useBrowser()

test('an endpoint shows its previous secret, masked until a click, and hidden in demo mode', async () => {
  const sandbox = await startSandbox({ bare: true })
  await sandbox.post('/sandbox/endpoints', { name: 'mine', secret: 'plain-before' })
  await sandbox.post('/sandbox/endpoints', { name: 'mine', secret: 'plain-now' })
  await sandbox.request('POST', '/in/mine', '{"remark":"signed by plain-before"}')
  const { id } = await sandbox.newestCapture()
  const { page, errors } = await open(`${sandbox.url}/endpoints?open=mine`)
  const old = page.locator('dl.facts > div').filter({ hasText: 'Old secret' })
  await old.filter({ hasText: 'valid until' }).waitFor()
  expect(await old.innerText()).not.toContain('plain-before')
  await old.getByRole('button', { name: 'Show' }).click()
  await old.filter({ hasText: 'plain-before' }).waitFor()

  await page.evaluate(() => localStorage.setItem('webhook-sandbox.demo-mode', 'true'))
  await page.goto(`${sandbox.url}/?open=${id}&tab=request`)
  await seen(page, '"remark"')
  await expect.poll(() => page.getByRole('main').innerText()).not.toContain('plain-before')
  expect(errors).toEqual([])
})

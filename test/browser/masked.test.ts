import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser, violationsOf } from './open-page.ts'

const open = useBrowser()

interface Axe {
  run(options: object): Promise<{ violations: { nodes: { html: string }[] }[] }>
}

/** What is seen of a thing and stands not in its name. axe looks for that only where it is told to. */
async function misnamed(page: Page): Promise<string[]> {
  expect(await violationsOf(page, 'neither')).toEqual([])
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe }
    const { violations } = await axe.run({ runOnly: ['label-content-name-mismatch'] })
    return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))
  })
}

test('a masked secret in a response of a call is named by its visible part', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver()
  const { secret } = await sandbox.subscribe(receiver.url)
  const { calls } = await sandbox.get<{ calls: { id: string }[] }>('/sandbox/calls?limit=1')
  const { page, errors } = await open(`${sandbox.url}/?open=${calls[0]?.id}&tab=answer`)
  await seen(page, '"secret"')
  const button = page.locator('.json-line button.masked').first()
  expect(await misnamed(page)).toEqual([])
  expect(await button.textContent()).toBe(`whsec_${'•'.repeat(16)}${secret?.slice(-4)}`)
  await button.click()
  expect(await button.textContent()).toBe(secret)
  expect(
    await page
      .locator('.json-line')
      .filter({ has: page.locator('button.masked') })
      .textContent(),
  ).toContain(`"secret": "${secret}"`)
  expect(await misnamed(page)).toEqual([])
  expect(errors).toEqual([])
})

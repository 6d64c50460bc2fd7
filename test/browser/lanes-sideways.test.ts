import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { useBrowser } from './open-page.ts'

const open = useBrowser()

test('excess lanes scroll sideways, and the arrows keep their names visible', async () => {
  const sandbox = await startSandbox({ bare: false })
  for (const name of ['orders', 'payments', 'ledger', 'mails', 'audit', 'risk', 'cards', 'search'])
    await sandbox.call('POST', '/webhooks', { url: `${sandbox.url}/in/${name}`, events: ['card*'] })
  await sandbox.trigger('card.created')
  const { page, errors } = await open(`${sandbox.url}/lanes?kind=deliveries`)
  await page.getByRole('button', { name: /to \/in\/search, .*verified/ }).waitFor()
  await page.locator('.lanes-scroll').evaluate((box) => box.scrollTo({ left: 10_000 }))
  const named = () =>
    page.evaluate(() => {
      const times = document.querySelector('.lanes-times')?.getBoundingClientRect()
      const names = [...document.querySelectorAll('.lane-text.name')]
      return names.filter((name) => name.getBoundingClientRect().left >= (times?.right ?? 0)).length
    })
  await expect.poll(named).toBeGreaterThan(4)
  expect(errors).toEqual([])
})

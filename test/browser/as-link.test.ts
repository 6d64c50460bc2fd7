import { expect } from 'vitest'
import { quick, test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser } from './open-page.ts'

const open = useBrowser()

test('Ctrl or the middle button opens a row, arrow or card in a new tab, and the page stays', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const places: [string, string, RegExp][] = [
    ['/?kind=deliveries', '.row.delivery', /^\/\?kind=deliveries&open=dlv_\w+$/],
    ['/lanes', '.lane-step', /^\/lanes\?open=dlv_\w+$/],
    ['/errors', '.row.error', /^\/errors\?open=\w+$/],
    ['/endpoints', '.card', /^\/endpoints\?open=demo$/],
    ['/subscriptions', '.card', /^\/subscriptions\?open=[\w-]+$/],
    ['/simulate', '.card', /^\/simulate\?open=/],
    ['/simulate/scenarios', '.card', /^\/simulate\/scenarios\?open=/],
  ]
  const { page, errors } = await open(sandbox.url)
  for (const [address, selector, leadsTo] of places) {
    await page.goto(sandbox.url + address)
    const row = page.locator(selector).first()
    await row.waitFor()
    const ways = [() => row.click({ modifiers: ['ControlOrMeta'] }), () => row.click({ button: 'middle' })]
    for (const click of ways) {
      const [other] = await Promise.all([page.context().waitForEvent('page'), click()])
      await other.waitForURL((url) => url.href !== 'about:blank', { waitUntil: 'commit' })
      expect(other.url().slice(sandbox.url.length)).toMatch(leadsTo)
      await other.close()
    }
    expect(page.url()).toBe(sandbox.url + address)
  }
  expect(errors).toEqual([])
})

quick('a link to a deleted record says so and offers a way on', async () => {
  const sandbox = await startSandbox()
  const { page } = await open(`${sandbox.url}/?open=dlv_gone&tab=attempts`)
  await seen(page, /No such delivery: it was deleted/)
  await seen(page, 'dlv_gone')
  await page.getByRole('button', { name: 'Close' }).click()
  await seen(page, 'No activity yet.')
  expect(new URL(page.url()).searchParams.get('open')).toBe(null)
})

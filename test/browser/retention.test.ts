import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { useBrowser } from './open-page.ts'
import { payload, startSender } from './senders.ts'

const open = useBrowser()

test('records removed by retention leave the following list, and pinned ones stay', async () => {
  const sandbox = await startSandbox({ retention: { records: 100 } })
  const { send } = await startSender(sandbox)
  const { id } = await send(payload)
  await sandbox.request('PATCH', `/sandbox/captures/${id}`, { pinned: true })
  for (let sent = 0; sent < 40; sent++) await send(payload)
  const { page, errors } = await open(`${sandbox.url}/?kind=captures`)
  const first = page.locator('.row').first()
  const listed = async () => Number(await first.getAttribute('aria-setsize'))
  await expect.poll(listed).toBe(41)

  for (let sent = 0; sent < 160; sent++) await send(payload)
  await expect.poll(listed).not.toBe(41)
  // The sandbox looks now and then whether something must go, and the page what there is.
  await expect.poll(listed).toBeLessThan(115)
  await page.keyboard.press('End')
  await page.locator('.row').last().locator('.row-pin').waitFor()
  expect(errors).toEqual([])
})

test.each(['q=endpoint:shop', 'q=shop', 'q=shop&group=event'])(
  'what the retention lets go leaves a list with a filter too: %s',
  async (filter) => {
    const sandbox = await startSandbox({ retention: { records: 100 } })
    const send = (endpoint: string) =>
      fetch(`${sandbox.url}/in/${endpoint}`, { method: 'POST', body: payload })
    for (let sent = 0; sent < 20; sent++) await send('shop')
    const { page, errors } = await open(`${sandbox.url}/?kind=captures&${filter}`)
    const rows = page.locator('.row')
    await expect.poll(() => rows.count()).toBe(20)

    for (let sent = 0; sent < 160; sent++) await send('other')
    await expect.poll(() => rows.count()).toBe(0)
    expect(errors).toEqual([])
  },
)

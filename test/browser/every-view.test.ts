import { expect, test } from 'vitest'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { pallidInHighContrast, seen, useBrowser, wrongsAt, wrongsOf } from './open-page.ts'
import { startSender } from './senders.ts'

const open = useBrowser()

/** What has to be there before a view is judged, by its address. */
const views: Record<string, string> = {
  '/': '.row',
  '/?group=event': '.row',
  '/?kind=deliveries&open=DELIVERY&tab=attempts': '.split-detail [role="tab"][aria-selected="true"]',
  '/?open=CAPTURE&tab=signature': '.split-detail [role="tab"][aria-selected="true"]',
  '/lanes': '.lanes-sheet',
  '/simulate': '.sections [aria-current]',
  '/simulate/scenarios': '.sections [aria-current]',
  '/simulate/traffic': '.sections [aria-current]',
  '/simulate/clock': '.sections [aria-current]',
  '/subscriptions': '.card',
  '/endpoints': '.card',
  '/errors': '#main h2',
  '/settings': '#main h2',
}

async function start(): Promise<{ sandbox: TestSandbox; addresses: [string, string][] }> {
  const sandbox = await startSandbox({ bare: false })
  const { send } = await startSender(sandbox)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { id } = await send('{"event":"card.created"}', { signed: 'something else' })
  const [delivery] = await sandbox.deliveries()
  if (delivery === undefined) throw new Error('nothing was delivered')
  const addresses = Object.entries(views).map(([view, seenBy]): [string, string] => [
    view.replace('DELIVERY', delivery.id).replace('CAPTURE', id),
    seenBy,
  ])
  return { sandbox, addresses }
}

test('every view breaks no rule of accessibility, logs nothing, asks nobody else and does not stick out: in both themes, with high contrast, on a phone, and as narrow as at a zoom of 400 %', {
  timeout: 120_000,
}, async () => {
  const { sandbox, addresses } = await start()
  const { page, errors, elsewhere } = await open(`${sandbox.url}/settings`)
  const found: Record<string, unknown> = {}
  for (const [address, selector] of addresses) {
    await page.goto(sandbox.url + address)
    await page.locator(selector).first().waitFor()
    await seen(page, 'live')
    const wrong = [
      ...(await wrongsOf(page)),
      ...(await wrongsAt(page, { width: 320, height: 512 })),
      ...(await pallidInHighContrast(page)),
    ]
    if (wrong.length > 0) found[address] = wrong
  }
  expect(found).toEqual({})
  expect(errors).toEqual([])
  expect(elsewhere).toEqual([])
})

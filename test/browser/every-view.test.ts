import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { quick, sample, test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import {
  pallidInHighContrast,
  seen,
  stickingOut,
  useBrowser,
  violationsOf,
  wrongsAt,
  wrongsOf,
} from './open-page.ts'
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
  '/objects': '.card',
  '/objects/last': '.thing-link',
  '/subscriptions': '.card',
  '/endpoints': '.card',
  '/check': '#main h2',
  '/errors': '#main h2',
  '/settings': '#main h2',
}
const every = Object.keys(views)
/** One of each kind: the list, a detail of each side, a form, a list of cards, and what no other quick test opens. */
const few = every.filter((view) =>
  /^\/(?:\?open|\?kind|simulate$|simulate\/traffic|objects\/last|subscriptions|check|$)/.test(view),
)

/** Opens views one after the other in one page, and gathers what is wrong in each. */
async function lookAt(wanted: string[], look: (page: Page) => Promise<string[]>) {
  const sandbox = await startSandbox({ bare: false })
  const { send } = await startSender(sandbox)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { id } = await send('{"event":"card.created"}', { signed: 'something else' })
  const { page, errors, elsewhere } = await open(`${sandbox.url}/settings`)
  const found: Record<string, unknown> = {}
  for (const view of wanted) {
    const address = view.replace('DELIVERY', deliveries[0]?.id ?? '').replace('CAPTURE', id)
    await page.goto(sandbox.url + address)
    await page
      .locator(views[view] ?? '')
      .first()
      .waitFor()
    await seen(page, 'live')
    const wrong = await look(page)
    if (wrong.length > 0) found[address] = wrong
  }
  expect(found).toEqual({})
  expect(errors).toEqual([])
  expect(elsewhere).toEqual([])
}

quick(
  'every view breaks no rule of accessibility, logs nothing, asks nobody else and does not stick out',
  () =>
    lookAt(sample(few, every), async (page) => [
      // Its colours are judged in one view.
      ...(await violationsOf(page, new URL(page.url()).pathname === '/check' ? 'both' : 'neither')),
      ...(await stickingOut(page)),
    ]),
)

test.each(every)(
  '%s is as sound in both themes, with high contrast, on a phone, and in a window of 320 px',
  (view) =>
    lookAt([view], async (page) => [
      ...(await wrongsOf(page)),
      ...(await wrongsAt(page, { width: 320, height: 512 })),
      ...(await pallidInHighContrast(page)),
    ]),
)

/** Opens each view, each tab of the open record, the palette and the help, and gathers every response from 400 on. */
async function refusedIn(
  paths: string[],
  config: Record<string, unknown>,
  fill: (sandbox: Started) => Promise<string[]>,
) {
  const sandbox = await startSandbox(config)
  const ids = await fill(sandbox)
  const { page, errors } = await open(`${sandbox.url}/settings`)
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()} on ${page.url()}`)
  })
  for (const path of [...paths, ...ids.map((id) => `/?open=${id}`)]) {
    await page.goto(sandbox.url + path)
    await seen(page, 'live')
    await page.waitForLoadState('networkidle')
    const tabs = page.locator('.split-detail [role="tab"]')
    for (let at = 0; at < (await tabs.count()); at++) {
      await tabs.nth(at).click()
      await page.waitForLoadState('networkidle')
    }
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect({ refused, errors }).toEqual({ refused: [], errors: [] })
}
type Started = Awaited<ReturnType<typeof startSandbox>>
const everyView = Object.keys(views).filter((path) => !path.includes('open='))

test('an empty sandbox refuses no request of the page, in any view', () =>
  refusedIn(
    everyView.filter((path) => path !== '/objects/last'),
    {},
    async () => [],
  ))

test('a sandbox with records refuses no request of the page, in any view and any tab of a record', () =>
  refusedIn(everyView, { bare: false }, async (sandbox) => {
    const { send } = await startSender(sandbox)
    const { events, deliveries } = await sandbox.trigger('card.created')
    const spoilt = await sandbox.trigger('card.created', { fault: 'tamper(signature)' })
    await sandbox.call('POST', '/customers/none', {})
    await sandbox.settle()
    const { id } = await send('{"event":"card.created"}', { signed: 'something else' })
    const { calls } = await sandbox.get<{ calls: { id: string }[] }>('/sandbox/calls')
    return [events[0]?.id, deliveries[0]?.id, spoilt.deliveries[0]?.id, calls[0]?.id, id].map(String)
  }))

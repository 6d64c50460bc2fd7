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
/** One of each kind: the list, a detail of each side, a form, a list of cards. */
const few = every.filter((view) => /^\/(?:\?open|\?kind|simulate$|subscriptions|check|$)/.test(view))

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
      ...(await violationsOf(page, 'neither')),
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

import { describe, expect, test } from 'vitest'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { excessOf, type OpenOptions, overflowOf, seen, useBrowser, violationsOf } from './open-page.ts'
import { startSender } from './senders.ts'

const open = useBrowser()

/** What has to be there before a view is judged, by its address. */
const views: Record<string, string> = {
  '/': '.row',
  '/?group=event': '.row',
  '/?kind=deliveries&open=DELIVERY&tab=attempts': '.split-detail [role="tab"][aria-selected="true"]',
  '/?open=CAPTURE&tab=signature': '.split-detail [role="tab"][aria-selected="true"]',
  '/lanes': '.lanes-sheet',
  '/lanes/charts': '.chart canvas',
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

const looks: [string, OpenOptions, { contrast?: true }][] = [
  ['light and dark', {}, {}],
  ['light and dark with high contrast', {}, { contrast: true }],
  ['a phone', { width: 390, height: 844 }, {}],
  ['as narrow as at a zoom of 400 %', { width: 320, height: 512 }, {}],
]

describe('every view', () => {
  test.each(looks)(
    'breaks no rule of accessibility, logs nothing, asks nobody else and does not stick out: %s',
    async (_name, options, { contrast }) => {
      const { sandbox, addresses } = await start()
      const { page, errors, elsewhere } = await open(`${sandbox.url}/settings`, options)
      if (contrast) await page.evaluate(() => localStorage.setItem('webhook-sandbox.high-contrast', 'true'))
      const found: Record<string, unknown> = {}
      for (const [address, selector] of addresses) {
        await page.goto(sandbox.url + address)
        await page.locator(selector).first().waitFor()
        await seen(page, 'live')
        if (contrast) expect(await page.locator('html').getAttribute('data-contrast')).toBe('more')
        const wrong = await violationsOf(page)
        const overflow = (options.width ?? 1360) < 600 ? await overflowOf(page) : 0
        const excess = await excessOf(page)
        if (wrong.length > 0 || overflow > 0 || excess > 0) found[address] = { wrong, overflow, excess }
      }
      expect(found).toEqual({})
      expect(errors).toEqual([])
      expect(elsewhere).toEqual([])
    },
    60_000,
  )
})

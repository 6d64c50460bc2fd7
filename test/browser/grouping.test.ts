import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { DeliveryRow } from '../../server/wire.ts'
import { test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { createWorld } from '../platform/successes.ts'
import { useBrowser, violationsOf } from './open-page.ts'

const open = useBrowser()

/** A customer whose verification is told of to an endpoint that fails first; the retry is still to come. */
async function onboarded() {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
  await sandbox.post('/sandbox/endpoints', { name: 'shop', reply: [{ status: 503 }, { status: 200 }] })
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/shop`)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { retry_delays: ['1h', '1h'] })
  await createWorld(sandbox).verification('123-45-6789')
  await sandbox.clock({ advance: '10m' })
  const { deliveries } = await sandbox.get<{ deliveries: DeliveryRow[] }>('/sandbox/deliveries')
  return { sandbox, delivery: deliveries[0] }
}

/** What the tree of the list holds; the detail may have trees of its own. */
const listed = (page: Page) => page.locator('.virtual-list').getByRole('treeitem')
/** The tree as it is read out: the level of each item, whether it is open, and what it is. */
const treeOf = (page: Page) =>
  listed(page).evaluateAll((items) =>
    items.map((item) => {
      const expanded = item.getAttribute('aria-expanded')
      const mark = expanded === null ? '' : expanded === 'true' ? '▾' : '▸'
      const said = [...item.querySelectorAll('.row-text, .row-sum, .row-sign')]
        .map((part) => {
          const means = part.querySelector('.row-means')?.textContent ?? ''
          return part.textContent
            ?.replace(means, '')
            .replace(/[0-9a-f]{8}-[0-9a-f-]+/, '…')
            .trim()
        })
        .filter((text) => text !== '')
      return `${item.getAttribute('aria-level')}${mark} ${said.join(' | ')}`
    }),
  )
const family = (page: Page) => page.getByRole('region', { name: 'Detail' }).locator('.family')

const retried = [
  '1▾ POST /customers/…/verification-kyccall | ✓ 1 delivery | 201',
  '2▾ kyc.verification.successevent · call',
  '3▾ kyc.verification.success→ /in/shop | ✓ 200 · 2 attempts',
  '4 attempt 1',
  '5 POST /in/shopkyc.verification.success | ✓ verified503',
  '4 attempt 2',
  '5 POST /in/shopkyc.verification.success | ✓ verified',
]

test('a call, its event, deliveries, attempts and captures form a group that updates live', async () => {
  const { sandbox, delivery } = await onboarded()
  const { page, errors } = await open(sandbox.url)
  await page.getByRole('option').first().waitFor()
  await page.getByRole('button', { name: 'Group by event' }).click()
  const head = listed(page).first()
  await head.getByText('1 waiting of 1 delivery').waitFor()
  expect(new URL(page.url()).searchParams.get('group')).toBe('event')
  // The call is long past: what comes of it now appears below it, and it stays where it is.
  await createWorld(sandbox).customer()
  await listed(page).nth(1).getByText('verification-kyc').waitFor()
  await sandbox.clock({ advance: '1h' })
  await listed(page).nth(1).getByText('✓ 1 delivery').waitFor()
  await listed(page).nth(3).getByTitle('Unfold').click()
  await expect
    .poll(async () => (await treeOf(page)).slice(1, 8).map((line) => line.replace(/ · .*/, '')))
    .toEqual(retried.map((line) => expect.stringContaining(line.replace(/ · .*/, ''))))
  await sandbox.post(`/sandbox/deliveries/${delivery?.id}/resend`, {})
  await listed(page).nth(1).getByText('2 deliveries').waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(errors).toEqual([])
})

test('groups fold by key and click, and a link opens the same tree', async () => {
  const { sandbox, delivery } = await onboarded()
  await sandbox.clock({ advance: '1h' })
  // Narrower lists hide the receiver before they shorten the meaning of the event.
  const { page, errors } = await open(`${sandbox.url}/?group=event`, { width: 1920 })
  const active = page.locator('.row.active')
  await page.getByRole('tree').focus()
  await page.keyboard.press('j')
  await active.getByText('verification-kyc').waitFor()
  await page.locator('.virtual-list').getByTitle('Unfold').click()
  await listed(page).nth(6).waitFor()
  const whole = await listed(page).count()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => active.getAttribute('aria-expanded')).toBe('false')
  await expect.poll(() => listed(page).count()).toBe(whole - 6)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => listed(page).count()).toBe(whole)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await active.getByText('→ /in/shop').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.locator('.row.event.active').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('open') === delivery?.id)
  await page.getByRole('button', { name: 'Fold all groups' }).click()
  await expect
    .poll(() => page.locator('.virtual-list').getByRole('treeitem', { expanded: true }).count())
    .toBe(0)
  await listed(page).first().getByTitle('Unfold').click()
  await listed(page).nth(1).getByText('kyc.verification.success').waitFor()

  const { page: other } = await open(page.url(), { width: 1920 })
  await other.locator('.row.open').getByText('→ /in/shop').waitFor()
  expect(errors).toEqual([])
})

test('a link to a capture unfolds the attempts of its delivery, and the reader may fold them', async () => {
  const { sandbox } = await onboarded()
  await sandbox.clock({ advance: '1h' })
  const [capture] = (await sandbox.get<{ captures: { id: string }[] }>('/sandbox/captures')).captures
  const { page, errors } = await open(`${sandbox.url}/?group=event&open=${capture?.id}`)
  await page.locator('.virtual-list .row.open.capture').waitFor()
  const delivery = listed(page).filter({ hasText: '2 attempts' })
  await delivery.getByTitle('Fold').click()
  await page.locator('.virtual-list .row.open').waitFor({ state: 'detached' })
  expect(await delivery.getAttribute('aria-expanded')).toBe('false')
  expect(errors).toEqual([])
})

test('each detail shows the whole group, marks the open record, and links to the others', async () => {
  const { sandbox, delivery } = await onboarded()
  await sandbox.clock({ advance: '1h' })
  const { page, errors } = await open(`${sandbox.url}/?open=${delivery?.id}&tab=related`)
  const links = () =>
    family(page)
      .getByRole('link')
      .evaluateAll((all) =>
        all.map((one) => {
          const depth = document.evaluate('count(ancestor::ul)', one, null, 1).numberValue
          const text = one.querySelector('.row-name')?.textContent?.replace(/.*\//, '/')
          return `${depth}${one.getAttribute('aria-current') ? '*' : ''} ${text}`
        }),
      )
  const tree = [
    '1 /verification-kyc',
    '2 kyc.verification.success',
    '3 kyc.verification.success',
    '4 attempt 1',
    '5 /shop',
    '4 attempt 2',
    '5 /shop',
  ]
  const marked = (at: number) => tree.map((line, index) => (index === at ? line.replace(' ', '* ') : line))
  await expect.poll(links).toEqual(marked(2))
  for (const at of [0, 1, 4]) {
    await family(page).getByRole('link').nth(at).click()
    await expect.poll(links).toEqual(marked(at))
  }
  await family(page)
    .getByRole('link', { name: /attempt 2/ })
    .click()
  await page.getByRole('tab', { name: /Attempts/, selected: true }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(errors).toEqual([])
})

test('a delivery that heads a group shows its full name, and its summary unless it has a fault', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([503, 503])
  await sandbox.subscribe(`${receiver.url}/a/long/way/to/the/webhook/handler`)
  await sandbox.trigger('card.status.inactive', { fault: 'tamper(body)' })
  await sandbox.trigger('card.status.inactive')
  await sandbox.settle()
  const { page } = await open(`${sandbox.url}/?group=event&kind=deliveries`, { width: 1280 })
  const rows = page.locator('.row.delivery:has(.row-sum)')
  await rows.nth(1).waitFor()
  // A part of a pixel too little puts dots in the place of two letters.
  const isWhole = (selector: string) =>
    rows.locator(selector).evaluateAll((all) =>
      all.map((one) => {
        const letters = document.createRange()
        letters.selectNodeContents(one)
        return letters.getBoundingClientRect().width - one.getBoundingClientRect().width < 0.01
      }),
    )
  expect(await isWhole('.row-name .cut-whole')).toEqual([true, true])
  expect(await isWhole('.row-sum')).toEqual([true, false])
  // An event has its sum in the place of a sign. A style that left the sign out came now and then too late for rows that were there.
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.locator('.row.event > .row-sum').nth(1).waitFor()
  expect(await page.locator('.row.event > .row-sign').count()).toBe(0)
})

test('beside a detail, a call that heads a group shows its full summary and both ends of its path', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.post('/sandbox/scenarios/onboarding-passes/run', {})
  const { page } = await open(`${sandbox.url}/?group=event`, { width: 1280 })
  const row = page.locator('.row.call:has(.row-sum)').filter({ hasText: 'verification-kyc' })
  await row.waitFor()
  const drawn = await row.evaluate((element) => {
    const sum = element.querySelector('.row-sum')
    const width = (part: string) => element.querySelector(part)?.getBoundingClientRect().width ?? 0
    return {
      sum: sum?.textContent,
      isCut: sum !== null && sum.scrollWidth > sum.clientWidth,
      head: width('.cut-head'),
      tail: width('.cut-tail'),
    }
  })
  expect(drawn).toMatchObject({ sum: expect.stringMatching(/^\S 1 delivery$/), isCut: false })
  expect(drawn.head).toBeGreaterThan(60)
  expect(drawn.tail).toBeGreaterThan(60)
})

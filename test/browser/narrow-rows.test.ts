/** Over 300 lines: each test draws rows of one list in several widths, which share their worlds. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { useBrowser } from './open-page.ts'
import { payload, startSender } from './senders.ts'

const open = useBrowser()

test.each([340, 390, 480])(
  'a list of %s px shows the kind of each row, also of rows with a fault, the whole name of the day, and no single letter of a cut word',
  async (width) => {
    const sandbox = await startSandbox()
    await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
    await sandbox.subscribe('http://127.0.0.1:9/a/long/way/to/the/webhooks')
    await sandbox.trigger('card.created', { fault: 'tamper(signature)' })
    await sandbox.trigger('kyc.verification.failure')
    await sandbox.settle()
    const { page } = await open(`${sandbox.url}/`, { width })
    await page.getByRole('option').nth(3).waitFor()
    await page.locator('.row-day').waitFor()
    const rows = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.row:not(.attempt)')].map((row) => {
        const { bottom, right } = row.getBoundingClientRect()
        // How wide a part is drawn; undefined where it is on no line that is seen.
        const drawn = (selector: string) => {
          const box = row.querySelector(selector)?.getBoundingClientRect()
          return box && box.width > 0 && box.top < bottom ? Math.min(box.right, right) - box.left : undefined
        }
        return {
          text: row.innerText,
          name: drawn('.row-name'),
          about: drawn('.row-about'),
          fault: drawn('.fault'),
          kind: drawn('.icon'),
        }
      }),
    )
    const days = await page.locator('.row-day').evaluateAll((all) =>
      all.map((day) => ({
        isFirst:
          day.getBoundingClientRect().bottom <=
          (document.querySelector('.row')?.getBoundingClientRect().top ?? 0),
        isWhole: day.scrollWidth <= day.clientWidth && day.clientWidth > 0,
      })),
    )
    expect(days).toEqual([{ isFirst: true, isWhole: true }])
    expect(rows.filter(({ fault }) => fault !== undefined)).toHaveLength(1)
    for (const { text, name, about, fault, kind } of rows) {
      expect(kind, text).toBeGreaterThan(12)
      expect(name, text).toBeGreaterThan(50)
      // As wide as the word "call".
      if (about !== undefined) expect(about, text).toBeGreaterThan(20)
      if (fault !== undefined) expect(fault, text).toBeGreaterThan(36)
    }
  },
)

/** Draws the list this wide beside a detail. */
async function narrowed(page: Page, width: number) {
  await page.locator('.split').evaluate((split, width) => {
    localStorage.setItem('webhook-sandbox.list-share', `${width / split.clientWidth}`)
  }, width)
  await page.reload()
}

test.each([340, 380, 420, 480, 600, 690])(
  'in a list of %i px a waiting delivery shows what happened, its status and attempts, and the receiver shrinks first',
  async (width) => {
    const sandbox = await startSandbox()
    await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
    const receiver = await startReceiver([503])
    await sandbox.subscribe(`${receiver.url}/a/long/way/to/the/webhooks`)
    const { deliveries } = await sandbox.trigger('transactions', {
      set: {
        'transaction.amount': '-21.93',
        'transaction.transaction_type': 'purchase',
        'transaction.payment_type': 'card',
        'transaction.state': 'declined',
        'transaction.details.merchant': 'Corner Books',
      },
    })
    await sandbox.settle()
    const { page } = await open(`${sandbox.url}/?kind=deliveries&open=${deliveries[0]?.id}`, { width: 1280 })
    await narrowed(page, width)
    const row = page.locator('.row.delivery')
    await row.getByText('503').waitFor()
    const drawn = await row.evaluate((element) => {
      const words = element.querySelector('.row-means .cut-whole')
      const letters = document.createRange()
      const [text] = words?.childNodes ?? []
      if (text === undefined || words === null) return null
      letters.setStart(text, 0)
      letters.setEnd(text, '$21.93 declined'.length)
      const right = (selector: string) => element.querySelector(selector)?.getBoundingClientRect().right ?? 0
      const pen = document.createElement('canvas').getContext('2d')
      if (pen === null) return null
      pen.font = getComputedStyle(words).font
      // The ellipsis takes the room of the letters before it.
      const ellipsis = words.scrollWidth > words.clientWidth ? pen.measureText('…').width : 0
      return {
        said: `${letters}`,
        list: element.clientWidth,
        // In wide lists the parts of the text are parts of the row.
        left:
          Math.min(right('.row-means'), right('.row-text') || Infinity) -
          ellipsis -
          letters.getBoundingClientRect().right,
        overlap: ['.row-sign', '.row-about'].flatMap((selector) => {
          const [means, other] = ['.row-means', selector].map((one) =>
            element.querySelector(one)?.getBoundingClientRect(),
          )
          const isBeside = means && other && means.top < other.bottom && other.top < means.bottom
          return isBeside ? [means.right - other.left] : []
        }),
        beyond: right('.row-sign') - element.getBoundingClientRect().right,
      }
    })
    expect(drawn?.said).toBe('$21.93 declined')
    expect(Math.abs((drawn?.list ?? 0) - width)).toBeLessThan(4)
    expect(drawn?.left).toBeGreaterThanOrEqual(0)
    expect(drawn?.overlap.filter((by) => by > 0)).toEqual([])
    expect(drawn?.beyond).toBeLessThanOrEqual(0)
    expect(await row.getByText('1 of 8').isVisible()).toBe(true)
    expect(await row.locator('.row-next').isVisible()).toBe(false)
  },
)

test.each([340, 390, 500, 600, 704])(
  'in a list of %i px a waiting delivery with a fault shows its attempts, and no two receivers look alike',
  async (width) => {
    const sandbox = await startSandbox()
    await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
    const receiver = await startReceiver([503])
    const ends = ['orders', 'billing', 'a/long/way/down/to/mail', 'a/long/way/down/to/post']
    for (const end of ends) await sandbox.subscribe(`${receiver.url}/webhooks/${end}`)
    await sandbox.subscribe(receiver.url, { description: 'The shop of Europe, number one' })
    await sandbox.subscribe(receiver.url, { description: 'The shop of Europe, number two' })
    await sandbox.trigger('kyc.verification.failure', { fault: 'tamper(signature)' })
    await sandbox.trigger('card.created')
    await sandbox.settle()
    const { page } = await open(`${sandbox.url}/?kind=deliveries`, { width: 1280, height: 1200 })
    await narrowed(page, width)
    await page.locator('.row.delivery .cut-tail').nth(11).waitFor()
    const drawn = await page.locator('.row.delivery').evaluateAll((rows) =>
      rows.map((row) => {
        const box = row.getBoundingClientRect()
        // The end of a name is drawn, and with it what tells the name from the others.
        const end = row.querySelector('.row-about .cut-tail bdi')
        const last = document.createRange()
        const text = end?.firstChild
        if (text?.textContent) {
          last.setStart(text, Math.max(0, text.textContent.length - 4))
          last.setEnd(text, text.textContent.length)
        }
        const [letters, about] = [last, row.querySelector('.row-about')].map((one) =>
          one?.getBoundingClientRect(),
        )
        const sign = row.querySelector('.row-sign')?.getBoundingClientRect()
        const tries = row.querySelector('.row-tries')?.getBoundingClientRect()
        return {
          end: `${last}`,
          isEndSeen:
            letters !== undefined &&
            about !== undefined &&
            letters.left >= about.left &&
            letters.right <= Math.min(about.right + 0.5, box.right) &&
            letters.bottom <= box.bottom,
          hasTries: (tries?.width ?? 0) > 0 && (tries?.right ?? Infinity) <= box.right,
          isClear:
            (sign?.left ?? 0) > (row.querySelector('.row-name')?.getBoundingClientRect().left ?? 0) + 50,
        }
      }),
    )
    const once = ['orders', 'illing', '/mail', '/post', ' one', ' two'].map((end) => ({
      ...{ end: end.slice(-4), isEndSeen: true, hasTries: true, isClear: true },
    }))
    const inOrder = (list: typeof drawn) => list.toSorted((a, b) => a.end.localeCompare(b.end))
    expect(inOrder(drawn)).toEqual(inOrder([...once, ...once]))
  },
)

test('on a phone the first row of a day shows its full name below the date', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
  await sandbox.trigger('kyc.verification.failure')
  const { page } = await open(`${sandbox.url}/?kind=events`, { width: 360 })
  const row = page.getByRole('option').first()
  await page.locator('.row-day').waitFor()
  const isCut = await row.evaluate((element) => {
    const end = element.getBoundingClientRect().right
    const name = element.querySelector('.cut-whole')
    return !name || name.scrollWidth > name.clientWidth || name.getBoundingClientRect().right > end
  })
  expect(isCut).toBe(false)
})

test('on a phone a row with a fault also shows its target', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([503])
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created', { fault: 'tamper(signature)' })
  await sandbox.settle()
  const { page } = await open(`${sandbox.url}/?kind=deliveries`, { width: 390 })
  const row = page.getByRole('option').filter({ hasText: 'tamper' })
  await row.waitFor()
  const seen = () =>
    row.evaluate((element) => {
      const { bottom } = element.getBoundingClientRect()
      const about = element.querySelector('.row-about')?.getBoundingClientRect()
      return about !== undefined && about.top < bottom && about.width
    })
  // The name of the receiver may come after the row.
  await expect.poll(seen).toBeGreaterThan(40)
})

test('a capture with a badge shows the full names of its endpoint and event', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.post('/sandbox/scenarios/disorder-and-duplicates/run', {})
  const { page } = await open(`${sandbox.url}/?kind=captures`, { width: 1440 })
  const badged = page.locator('.row.capture:has(.badge)')
  await badged.nth(2).waitFor()
  const cut = await badged.evaluateAll((rows) =>
    rows
      .flatMap((row) => [...row.querySelectorAll('.row-name *, .row-about *')])
      .filter((part) => part.scrollWidth > part.clientWidth)
      .map((part) => part.textContent),
  )
  expect(cut).toEqual([])
})

test.each([
  [1440, 'wrong_secret'],
  [1200, undefined],
])(
  'at %s px the longest name of an event stands in full beside a detail, fault: %s',
  async (width, fault) => {
    const sandbox = await startSandbox({ bare: false })
    await sandbox.trigger('kyc.verification.reenter_information', fault === undefined ? {} : { fault })
    await sandbox.settle()
    const { page } = await open(`${sandbox.url}/?kind=deliveries`, { width })
    const row = page.locator('.row').first()
    await row.waitFor()
    const cut = await row.evaluate((element) => {
      const name = element.querySelector('.row-name .cut-whole')
      const end = element.querySelector('.row-sign')?.getBoundingClientRect().left ?? 0
      // What clips it may be any of those around it.
      const letters = document.createRange()
      letters.selectNodeContents(name ?? element)
      const clips = [...element.querySelectorAll('.row-text, .row-name, .row-name *')]
        .filter((one) => one.getClientRects().length > 0)
        .map((one) => one.getBoundingClientRect().right)
      return letters.getBoundingClientRect().right - Math.min(end, ...clips)
    })
    expect(cut).toBeLessThan(1)
  },
)

test('the long name of a receiver leaves room for the amount of a transaction', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe(`${sandbox.url}/in/orders`, { description: 'Receiver of the orders of Europe' })
  await sandbox.trigger('transactions')
  await sandbox.settle()
  const { page } = await open(`${sandbox.url}/?kind=deliveries`, { width: 1280 })
  const means = page.locator('.row.delivery .row-means')
  await means.waitFor()
  const [room, letter] = await means.evaluate((box) => [
    box.getBoundingClientRect().width,
    Number.parseFloat(getComputedStyle(box).fontSize) / 2,
  ])
  expect(room).toBeGreaterThan(14 * (letter ?? 0))
})

test('an endpoint name stays complete beside a fault, and outcomes align', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe(`${sandbox.url}/in/orders-and-refunds`)
  await sandbox.trigger('card.created', { fault: 'delay(5ms)' })
  await sandbox.trigger('card.created', { fault: 'tamper(signature) | delay(5ms)' })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page } = await open(`${sandbox.url}/?kind=deliveries`, { width: 1440 })
  await page.getByText('→ /in/orders-and-refunds').nth(2).waitFor()
  const drawn = await page.locator('.row').evaluateAll((rows) =>
    rows.map((row) => {
      const about = row.querySelector('.row-about')
      const ends = ['.row-about', '.row-about *'].flatMap((part) => [...row.querySelectorAll(part)])
      return {
        about: about?.textContent,
        isCut: ends.some((part) => part.scrollWidth > part.clientWidth),
        right: Math.round(row.querySelector('.row-sign')?.getBoundingClientRect().right ?? 0),
      }
    }),
  )
  expect(drawn.map(({ about, isCut }) => ({ about, isCut }))).toEqual(
    drawn.map(() => ({ about: '→ /in/orders-and-refunds', isCut: false })),
  )
  expect(new Set(drawn.map(({ right }) => right)).size).toBe(1)
})

const several = 'duplicate(2) | delay(1s) | missing_field(card.status)'

test('beside a detail the first of several faults stays complete', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([503])
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created', { fault: several })
  const [delivery] = await sandbox.deliveries()
  const { page } = await open(`${sandbox.url}/?kind=deliveries&open=${delivery?.id}`, { width: 1440 })
  const fault = page.getByRole('option').locator('.fault')
  await fault.waitFor()
  expect(await fault.innerText()).toBe('duplicate(2) +2')
  expect(await fault.getAttribute('title')).toBe(several)
  expect(await fault.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})

test('on a phone the detail shows the complete faults of a delivery', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([503])
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created', { fault: several })
  await sandbox.settle()
  const [delivery] = await sandbox.deliveries()
  const { page } = await open(`${sandbox.url}/?open=${delivery?.id}&tab=attempts`, { width: 390 })
  const faults = page.locator('.split-detail .fault')
  await faults.nth(1).waitFor()
  for (const box of await faults.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right)))
    expect(box).toBeLessThan(390)
})

test('on a phone the answer of a receiver and the rate are not cut', async () => {
  const sandbox = await startSandbox({ seed: 1_609_218_188, data: join(ownFolder(), 'sandbox.db') })
  const answer = `expected v1,${'Ab0'.repeat(20)}=`
  const receiver = await startReceiver([(response) => void response.writeHead(401).end(answer)])
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}`, { width: 390 })
  await page.locator('.finding').waitFor()
  const over = await page
    .locator(':is(.thing-state, .finding, .finding p)')
    .evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    )
  expect(over).toEqual([])
  await sandbox.trigger('card.created')
  const rate = page.locator('.status-rate:not(.idle)')
  await rate.waitFor()
  expect(await rate.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
})

test('the tooltip shows text that a row shortens', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.call('POST', '/cards', {})
  const { page } = await open(`${sandbox.url}/?kind=calls`, { width: 340 })
  const code = page.getByText('create_card_schema')
  await code.waitFor()
  expect(await code.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
  expect(await code.getAttribute('title')).toBe('create_card_schema')
})

test('text shortened in its middle is read out as one word', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.call('GET', '/accounts/2cd30eca-f04e-4dd3-9f0f-d97bb26b8d7e')
  const { page } = await open(`${sandbox.url}/?kind=calls`)
  await page
    .getByRole('option', { name: 'GET /accounts/2cd30eca-f04e-4dd3-9f0f-d97bb26b8d7e', exact: false })
    .waitFor()
})

test('menu items of a row stay complete, on two lines if needed', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page } = await open(`${sandbox.url}/?kind=captures`, { width: 390 })
  await page.getByRole('option').first().click({ button: 'right' })
  const id = page.getByRole('menuitem', { name: 'the same id, including retries' })
  await id.waitFor()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await id.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  }
})

test('on a phone an event name uses the room of the missing outcome', async () => {
  const sandbox = await startSandbox()
  await sandbox.trigger('account.statements.late_payment')
  const { page } = await open(`${sandbox.url}/?kind=events`, { width: 390 })
  const name = page.locator('.row-name .cut-whole')
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('on a phone, captures to compare show a shared id, and related records show their target', async () => {
  const sandbox = await startSandbox()
  const { send } = await startSender(sandbox)
  const path = '/on/a/long/way/down'
  await send(payload, { id: 'msg_same', path })
  const { id } = await send(payload, { id: 'msg_same', path })
  const { page } = await open(`${sandbox.url}/?open=${id}&tab=diff`, { width: 390 })
  const candidate = page.locator('.candidate-name').filter({ hasText: '· same id' })
  await candidate.waitFor()
  const beyond = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth
  expect(await candidate.evaluate(beyond)).toBe(0)

  await sandbox.subscribe('http://127.0.0.1:9/hooks-of/mine-and-others')
  const { deliveries } = await sandbox.trigger('account.statements.late_payment')
  await sandbox.settle()
  await page.goto(`${sandbox.url}/?open=${deliveries[0]?.id}&tab=related`)
  const about = page.locator('.here .row-about .cut')
  await about.waitFor()
  expect(await about.evaluate((box) => box.querySelector('.cut-head')?.clientWidth)).toBeGreaterThan(50)
})

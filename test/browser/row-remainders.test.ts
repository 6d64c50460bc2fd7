import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { useBrowser } from './open-page.ts'

const open = useBrowser()

test.each([768, 1280])(
  'at %i px no letter of an address or a code stands cut off alone behind a name',
  async (width) => {
    const sandbox = await startSandbox()
    await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
    await sandbox.subscribe('http://127.0.0.1:9/a/long/way/to/the/webhooks')
    for (const month of ['02', '03', '04']) {
      await sandbox.call('POST', '/customers/236ff047-90e7-4312-8c2c-7c44512ae557/verification-kyc', {})
      await sandbox.trigger('account.statements.late_payment')
      await sandbox.clock({ set: `2026-${month}-05T09:00:00Z` })
    }
    const { page } = await open(`${sandbox.url}/`, { width })
    await page.getByRole('option').nth(5).waitFor()
    const abouts = await page.locator('.row-about').evaluateAll((all) =>
      all.map((about) => {
        const box = about.getBoundingClientRect()
        const isSeen =
          box.top < (about.closest('.row')?.getBoundingClientRect().bottom ?? 0) &&
          getComputedStyle(about.firstElementChild ?? about).visibility === 'visible'
        return [about.textContent, isSeen && box.width > 0 ? box.width : null] as const
      }),
    )
    expect(abouts.filter(([, width]) => width !== null && width < 40)).toEqual([])
    if (width === 1280) expect(abouts.some(([, width]) => width === null)).toBe(true)
  },
)

test('an address with little room shows whole letters of its end after one ellipsis', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([200])
  await sandbox.subscribe(`${new URL(receiver.url).origin}/webhooks-of-orders/handler-of-events`)
  await sandbox.trigger('account.statements.late_payment')
  await sandbox.settle()
  const { page } = await open(`${sandbox.url}/?kind=deliveries`, { width: 1240 })
  const about = page.locator('.row.delivery .row-about')
  await about.waitFor()
  const drawn = await about.evaluate((box) => {
    const [head, tail] = box.querySelectorAll('.cut > *')
    const top = head?.getBoundingClientRect().top ?? 0
    return {
      isCut: tail && tail.scrollWidth > tail.clientWidth && getComputedStyle(tail).textOverflow,
      isHeadSeen: top < box.getBoundingClientRect().bottom,
      end: (tail?.getBoundingClientRect().right ?? 0) - box.getBoundingClientRect().right,
    }
  })
  expect(drawn).toEqual({ isCut: 'ellipsis', isHeadSeen: false, end: 0 })
  await page.setViewportSize({ width: 2560, height: 800 })
  const whole = await about.evaluate((box) => {
    const [head, tail] = [...box.querySelectorAll('.cut-head, .cut-tail bdi')].map((one) => {
      const letters = document.createRange()
      letters.selectNodeContents(one)
      return letters.getBoundingClientRect()
    })
    return { line: head?.top === tail?.top, gap: Math.round((tail?.left ?? 0) - (head?.right ?? 0)) }
  })
  expect(whole).toEqual({ line: true, gap: 0 })
})

test('an address with almost enough room shows the ellipsis, not its first letter', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([200])
  await sandbox.subscribe(`${receiver.url}/webhooks`)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page } = await open(`${sandbox.url}/?kind=deliveries`)
  const box = page.locator('.row-about .cut').first()
  const head = box.locator('.cut-head')
  await box.evaluate((element: HTMLElement) => {
    const tail = element.querySelector('.cut-tail')?.getBoundingClientRect().width ?? 0
    Object.assign(element.style, { flex: 'none', width: `${tail + 1}px` })
  })
  const drawn = async (first: string) => {
    await head.evaluate((element, first) => {
      element.textContent = first + element.textContent?.slice(1)
    }, first)
    return head.screenshot()
  }
  // As the mark looks where nothing else is.
  const mark = await drawn('→')
  expect(await head.evaluate(({ clientWidth }) => clientWidth)).toBe(14)
  expect((await drawn('M')).equals(mark)).toBe(true)

  // With less room than the mark itself takes, the end gives way for it: a part of the mark would be a stray dot.
  const narrower = await box.evaluate((element: HTMLElement) => {
    element.style.width = `${element.getBoundingClientRect().width - 6}px`
    const [head, tail] = element.querySelectorAll('.cut-head, .cut-tail')
    return {
      isHeadSeen: (head?.getBoundingClientRect().top ?? 0) < element.getBoundingClientRect().bottom,
      isTailCut: tail && tail.scrollWidth > tail.clientWidth,
    }
  })
  expect(narrower).toEqual({ isHeadSeen: false, isTailCut: true })
})

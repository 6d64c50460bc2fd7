import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser, violationsOf } from './open-page.ts'

const open = useBrowser()
/** Each of these is a story of its own, with several pages, ms. */
const patience = 45_000
/** A sandbox whose clock moves only when the test moves it. */
async function start() {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.clock({ mode: 'manual' })
  return sandbox
}

const arrow = (page: Page, words: string | RegExp) =>
  page.getByRole('list', { name: 'What happened, in order' }).getByRole('button', { name: words })
const arrows = (page: Page) =>
  page.locator('.lane-step').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
const count = async (page: Page) =>
  Number((await page.getByText(/^\d+ arrows/).innerText()).match(/^\d+/)?.[0])
/** Words in the drawing that lie over others, as the browser drew them. */
const overlaps = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.lane-text')].map((text) => ({
      words: text.textContent,
      box: text.getBoundingClientRect(),
    }))
    return boxes.flatMap(({ words, box }, index) =>
      boxes
        .slice(index + 1)
        .filter(({ box: other }) => {
          const across = Math.min(box.right, other.right) - Math.max(box.left, other.left)
          const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)
          // Boxes hold room above and below the letters.
          return across > 0 && down > 5
        })
        .map((other) => `${words} / ${other.words}`),
    )
  })

test(
  'a run is watched in the lanes while it goes on, and then looked at by itself',
  async () => {
    const sandbox = await start()
    const { page, errors, elsewhere } = await open(`${sandbox.url}/lanes`)
    await seen(page, 'No activity yet.')
    // Of nothing there is no part that could be moved.
    expect(await page.locator('.lanes-part').count()).toBe(0)
    await sandbox.post('/sandbox/scenarios/onboarding-passes/run', {})
    await arrow(page, /run onboarding-passes calls POST \/cards$/).waitFor()
    await arrow(
      page,
      /sandbox sends card.created to \/in\/onboarding-passes, .*verified, attempt 1 of 8/,
    ).waitFor()

    await page.getByRole('button', { name: 'Newest run' }).click()
    await seen(page, /^run onboarding-passes · seed \d+ · \d{4}-\d\d-\d\d \d\d:\d\d:\d\d to \d\d:\d\d:\d\d/)
    expect(page.url()).toContain('/lanes?run=run_')
    await arrow(
      page,
      /sandbox sends card.created to \/in\/onboarding-passes, .*verified, attempt 1 of 8/,
    ).waitFor()
    expect(await page.locator('.lane-head').allInnerTexts()).toEqual([
      'run onboarding-passes',
      'sandbox',
      '/in/onboarding-passes',
    ])
    expect(errors).toEqual([])
    expect(elsewhere).toEqual([])
  },
  patience,
)

test(
  'a failed attempt, its wait, the retry and a fault are seen live; a click opens them and a link reopens them',
  async () => {
    const sandbox = await start()
    const receiver = await startReceiver([503, 200])
    const host = `:${receiver.port}`
    await sandbox.subscribe(`http://localhost${host}/hook`)
    const { page, errors } = await open(`${sandbox.url}/lanes`)
    await sandbox.trigger('card.created')
    await arrow(
      page,
      new RegExp(`sandbox sends card.created to ${host}/hook, HTTP 503 in .*, attempt 1 of 8`),
    ).waitFor()
    await page.locator('.lane-text.wait', { hasText: /^waits, attempt 2 of 8 in \d+/ }).waitFor()

    await sandbox.clock({ advance: '2m' })
    await arrow(page, new RegExp(`${host}/hook, HTTP 200 in .*, attempt 2 of 8`)).waitFor()
    await page.locator('.lane-text.wait', { hasText: /^waited .*, then attempt 2 of 8$/ }).waitFor()
    await sandbox.trigger('card.status.active', { fault: 'duplicate(2)' })
    await page.locator('.lane-text.fault', { hasText: 'duplicate(2)' }).first().waitFor()
    await page.locator('.lane-text.fault', { hasText: 'again, same id' }).nth(1).waitFor()
    expect(await overlaps(page)).toEqual([])
    expect(await violationsOf(page)).toEqual([])

    await arrow(page, /HTTP 503/).click()
    await page.getByRole('heading', { name: /card\.created/ }).waitFor()
    const link = page.url()
    expect(link).toMatch(/\/lanes\?from=\d+&to=\d+&open=dlv_/)
    const there = await arrows(page)
    await sandbox.trigger('kyc.verification.success')
    await page.getByRole('button', { name: /newer records · follow/ }).waitFor()
    expect(await arrows(page)).toEqual(there)

    const elsewhere = await open(link)
    await elsewhere.page.getByRole('heading', { name: /card\.created/ }).waitFor()
    await arrow(elsewhere.page, /HTTP 200 in .*, attempt 2 of 8/).waitFor()
    expect(await arrows(elsewhere.page)).toEqual(there)

    await page.getByRole('button', { name: /follow/ }).click()
    await arrow(page, /sandbox sends kyc.verification.success/)
      .first()
      .waitFor()
    expect([...errors, ...elsewhere.errors]).toEqual([])
  },
  patience,
)

test(
  'the part that is drawn is zoomed and moved by keys, by the wheel and on the strip, and follows again',
  async () => {
    const sandbox = await start()
    await sandbox.trigger('card.created', { count: 120 })
    await sandbox.settle()
    const { page, errors } = await open(`${sandbox.url}/lanes`)
    await arrow(page, /sandbox sends card.created/)
      .first()
      .waitFor()
    const most = await count(page)
    await page.keyboard.press('+')
    await expect.poll(() => count(page)).toBeLessThan(most * 0.75)
    await page.keyboard.press('-')
    await expect.poll(() => count(page)).toBe(most)

    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => page.url()).toMatch(/from=\d+&to=\d+/)
    const strip = page.getByRole('slider', { name: 'Time range' })
    const at = async () => Number(await strip.getAttribute('aria-valuenow'))
    // What lies before comes in, so that the part stands further on.
    await expect.poll(at).toBeGreaterThan(30)
    const before = await at()
    const box = await strip.boundingBox()
    const part = await page.locator('.lanes-part').boundingBox()
    if (box === null || part === null) throw new Error('no strip')
    await page.mouse.move(part.x + part.width / 2, part.y + 10)
    await page.mouse.down()
    await page.mouse.move(part.x + part.width / 2 - box.width * 0.2, part.y + 10, { steps: 5 })
    await page.mouse.up()
    await expect.poll(at).toBeLessThan(before - 30)

    const now = await count(page)
    await page.mouse.move(700, 500)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -120)
    await page.keyboard.up('Control')
    await expect.poll(() => count(page)).toBeLessThan(now)

    await page.keyboard.press('End')
    await expect.poll(() => page.url()).not.toContain('from=')
    await seen(page, /following newest/)
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('open=')
    await page.locator('.thing-head').waitFor()
    expect(errors).toEqual([])
  },
  patience,
)

test(
  'the drawing is saved as SVG, PNG and Mermaid, each a file that stands by itself',
  async () => {
    const sandbox = await start()
    await sandbox.trigger('card.created', { fault: 'tamper(body)' })
    await sandbox.settle()
    const { page, errors, elsewhere } = await open(`${sandbox.url}/lanes`, { colorScheme: 'dark' })
    await arrow(page, /card.created/)
      .first()
      .waitFor()
    const save = async (name: string) => {
      await page.getByRole('button', { name: 'Export' }).click()
      const coming = page.waitForEvent('download')
      await page.getByRole('menuitem', { name }).click()
      const download = await coming
      return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
    }
    const svg = await save('Save as SVG')
    expect(svg.name).toBe('lanes-everything.svg')
    const size = await page.evaluate((text) => {
      const { documentElement: root } = new DOMParser().parseFromString(text, 'image/svg+xml')
      return {
        root: root.tagName,
        width: Number(root.getAttribute('width')),
        height: Number(root.getAttribute('height')),
      }
    }, svg.bytes.toString())
    expect(size).toMatchObject({ root: 'svg' })
    expect(svg.bytes.toString()).toContain('tamper(body)')
    expect(svg.bytes.toString()).toContain('fill="rgb(22, 22, 21)"')

    const png = await save('Save as PNG')
    expect(png.name).toBe('lanes-everything.png')
    expect([...png.bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([
      size.width * 2,
      size.height * 2,
    ])
    expect(png.bytes.length).toBeGreaterThan(10_000)

    const mermaid = await save('Save as Mermaid')
    expect(mermaid.name).toBe('lanes-everything.mmd')
    expect(mermaid.bytes.toString()).toMatch(/^sequenceDiagram\n.* p0->>p1: card\.created · /s)

    await page.locator('#main').focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('save as svg')
    await page.getByRole('option', { name: 'Save as SVG: lanes' }).waitFor()
    const coming = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await coming).suggestedFilename()).toBe('lanes-everything.svg')
    await page.locator('#main').focus()
    await page.keyboard.press('?')
    expect(await page.locator('.help-places h3').first().innerText()).toBe('In the lanes')
    expect(errors).toEqual([])
    expect(elsewhere.filter((url) => !url.startsWith('blob:'))).toEqual([])
  },
  patience,
)

test('following lanes continue when their room shrinks, and stop when the reader scrolls back', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.trigger('card.created', { count: 30 })
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/lanes`)
  await seen(page, /arrows · following newest/)
  const box = page.getByRole('region', { name: 'Arrows between the lanes' })
  // As a banner that comes above them: the end of a scroll is heard before the new height is.
  await box.evaluate((one) => {
    one.style.flex = 'none'
    one.style.height = '300px'
    one.dispatchEvent(new Event('scroll'))
  })
  const isAtEnd = () => box.evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop < 2)
  await expect.poll(isAtEnd).toBe(true)
  await seen(page, /arrows · following newest/)
  expect(new URL(page.url()).search).toBe('')
  await box.hover()
  await page.mouse.wheel(0, -400)
  await page.waitForURL(/from=/)
  expect(errors).toEqual([])
})

test('an empty time span says so, and leads to the newest records', async () => {
  const sandbox = await start()
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/lanes?from=999999999999999&to=1`)
  await seen(page, 'Nothing happened in this time range.')
  await page.getByRole('button', { name: 'Show the newest' }).click()
  await arrow(page, /card\.created/)
    .first()
    .waitFor()
  expect(errors).toEqual([])
})

test('when the focused arrow leaves the drawing, a drawn arrow takes the focus', async () => {
  const sandbox = await startSandbox()
  const happen = async () => {
    await sandbox.trigger('card.created', { count: 60 })
    await sandbox.settle()
  }
  await happen()
  const { page, errors } = await open(`${sandbox.url}/lanes`)
  const isAtNewest = (after: string) =>
    page.waitForFunction((after) => {
      const last = [...document.querySelectorAll('.lanes-steps li')].at(-1)
      return last?.ariaPosInSet === last?.ariaSetSize && last?.firstElementChild?.id !== after
    }, after)
  await isAtNewest('')
  const newest = page.locator('.lane-step').last()
  const id = (await newest.getAttribute('id')) ?? ''
  await newest.focus()
  await happen()
  await isAtNewest(id)
  await page.locator(`[id="${id}"]`).waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('lane-step')
  expect(errors).toEqual([])
})

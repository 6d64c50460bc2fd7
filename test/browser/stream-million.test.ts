import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addMany } from '../bench/many-file.mjs'
import { ownFolder } from '../helpers/folder.ts'
import { test } from '../helpers/long.ts'
import { type Running, startProgram } from '../helpers/program.ts'
import { seen, useBrowser } from './open-page.ts'

const open = useBrowser()
const count = 1_000_000
/** The things of the file came one every 2 ms. */
const everyMs = 2

async function startWithAMillion(): Promise<Running> {
  const file = join(ownFolder(), 'test.db')
  const first = await startProgram(['--port', '0', '--data', file, '--bare'])
  const trigger = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"event":"card.created"}',
  }
  await fetch(`${first.url}/sandbox/events`, trigger)
  await fetch(`${first.url}/in/demo`, { method: 'POST' })
  await fetch(`${first.url}/api/v0.1/webhooks`)
  first.process.kill('SIGTERM')
  await first.ended
  addMany(file, count)
  const config = join(ownFolder(), 'config.json')
  writeFileSync(config, '{"retention":{"records":1e9,"bytes":1e12}}')
  return startProgram(['--port', '0', '--data', file, '--bare', '--config', config])
}

/** The times of the rows in sight, once all of them are read. */
async function inSight(page: Page): Promise<string[]> {
  const read = await page.waitForFunction(() => {
    const list = document.querySelector('.virtual-list')
    if (list === null) return null
    const { top, bottom } = list.getBoundingClientRect()
    const rows = [...list.querySelectorAll('.row')].filter((row) => {
      const box = row.getBoundingClientRect()
      return box.top >= top - 1 && box.bottom <= bottom + 1
    })
    const times = rows.map((row) => row.querySelector('.row-time')?.textContent ?? '')
    return times.length > 10 && !times.includes('') ? times : null
  })
  return (await read.jsonValue()) ?? []
}
/** What is in sight after a move, once it is other than before. */
async function after(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const [before] = await inSight(page)
  await act()
  await expect.poll(async () => (await inSight(page))[0], { interval: 20 }).not.toBe(before)
  return inSight(page)
}

const day = 86_400_000
const msOf = (time = '') => Date.parse(`2026-01-01T${time}Z`)
/** The ms between the rows, newest first. */
const steps = (times: readonly string[]) =>
  new Set(times.slice(1).map((time, index) => (msOf(times[index]) - msOf(time) + day) % day))

/** The times of the oldest things that the API lists, newest first. */
async function oldest(url: string, limit: number): Promise<string[]> {
  const found: { seq: number; at: string }[] = []
  for (const [plural, at] of Object.entries({
    events: 'occurred_at',
    captures: 'received_at',
    calls: 'at',
    deliveries: 'created_at',
  }))
    for (let cursor = '0', left = limit; left > 0; left -= 500) {
      const answer = await fetch(
        `${url}/sandbox/${plural}?order=oldest&limit=${Math.min(left, 500)}&cursor=${cursor}`,
      )
      const { next, [plural]: rows } = await answer.json()
      for (const row of rows) found.push({ seq: row.seq, at: row[at] })
      if (next === null) break
      cursor = next
    }
  const lowestFirst = found.toSorted((a, b) => a.seq - b.seq).slice(0, limit)
  return lowestFirst.map(({ at }) => at.slice(11, 23)).toReversed()
}

/** Scrolls up by the wheel, and answers the times of all rows that came by, newest first. */
async function wheelUp(page: Page, turns: number): Promise<string[]> {
  let met = await inSight(page)
  for (let turn = 0; turn < turns; turn++) {
    const now = await after(page, () => page.mouse.wheel(0, -280))
    const joint = now.indexOf(met[0] ?? '')
    expect(joint, 'a row that was in sight is still there').toBeGreaterThan(0)
    met = [...now.slice(0, joint), ...met]
  }
  return met
}

const scrollTo = (page: Page, share: number) =>
  page.evaluate((to) => {
    const list = document.querySelector('.virtual-list')
    if (list !== null) list.scrollTop = to * list.scrollHeight
  }, share)

test('a million rows: End, scroll bar, up without a gap, Home; the page keeps few of them', async () => {
  const { url } = await startWithAMillion()
  const { page, errors } = await open(url)
  const heap = await page.context().newCDPSession(page)
  const used = async () => {
    await heap.send('HeapProfiler.collectGarbage')
    return (await heap.send('Runtime.getHeapUsage')).usedSize
  }
  const newest = await inSight(page)
  await page.getByText('1,000,00').first().waitFor()
  // They stand above the list, which is shorter from then on.
  await seen(page, 'Inject a fault')
  await seen(page, 'card.created was not delivered.')
  const before = await used()
  await page.locator('.virtual-list').hover()

  const end = await after(page, () => page.keyboard.press('End'))
  const known = await oldest(url, 1000)
  expect(end).toEqual(known.slice(-end.length))
  // By and by up, from the very end: what the page shows is what there is.
  const up = await wheelUp(page, 45)
  expect(up.length).toBeGreaterThan(300)
  const start = known.indexOf(up[0] ?? '')
  expect(up).toEqual(known.slice(start, start + up.length))

  const middle = await after(page, () => scrollTo(page, 0.5))
  const offBy = Math.abs(msOf(newest[0]) - msOf(middle[0]) - (count * everyMs) / 2)
  expect(Math.min(offBy, day - offBy)).toBeLessThan(0.01 * count * everyMs)
  expect(steps(middle)).toEqual(new Set([everyMs]))
  expect(steps(await wheelUp(page, 20))).toEqual(new Set([everyMs]))
  const [below] = await inSight(page)
  await page.keyboard.press('j')
  const active = page.locator('.virtual-list .row.active .row-time')
  expect(await active.textContent()).toBe(below)
  await page.keyboard.press('PageUp')
  expect(msOf((await active.textContent()) ?? '')).toBeGreaterThan(msOf(below))

  for (let turn = 0; turn < 20; turn++) await after(page, () => scrollTo(page, 0.1 + ((turn * 7) % 20) / 25))
  expect(await page.locator('.virtual-list .row').count()).toBeLessThan(100)
  expect((await used()) / before).toBeLessThan(2)

  const home = await after(page, () => page.keyboard.press('Home'))
  expect(home).toEqual(newest.slice(0, home.length))
  await page.getByText('following newest').waitFor()
  expect(errors).toEqual([])
})

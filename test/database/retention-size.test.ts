import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Health } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { holdTimers } from '../helpers/held-time.ts'
import { quick, test } from '../helpers/long.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'

const bytes = 3_000_000

/** A text of 20 KB, each of its words one of three thousand; of a capture about 30 KB are kept with what the index is told. */
function drawTexts() {
  let state = 7
  const draw = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * 3000)
  }
  return () => Array.from({ length: 2800 }, () => `w${String(draw()).padStart(5, '0')}`).join(' ')
}

const captured = async (sandbox: TestSandbox) =>
  (await sandbox.get<Health>('/sandbox/health')).counts.captures
/** Has the index know everything. */
const search = (sandbox: TestSandbox) => sandbox.captures('?q=nothing')

/** Pruning goes on in transactions of its own; each answer comes behind some of them. */
async function until(sandbox: TestSandbox, isMet: () => boolean | Promise<boolean>) {
  for (let i = 0; !(await isMet()); i++) {
    if (i > 2000) throw new Error('It did not come to that')
    await sandbox.get('/sandbox/health')
  }
}

test('deleted records leave the index too, so that as much is kept as fits', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const sandbox = await startSandbox({ data, retention: { bytes } })
  const text = drawTexts()
  for (let i = 1; i <= 400; i++) {
    await sandbox.request('POST', '/in/x', text())
    if (i === 1 || i === 40) {
      const { id } = await sandbox.newestCapture()
      await sandbox.request('PATCH', `/sandbox/captures/${id}`, { pinned: true, note: `needle${i}` })
    }
    if (i % 20 === 0) await search(sandbox)
    // Of the hundred for which there is room, by how far the index is; where what it was told stayed, it came to 33.
    if (i > 150) expect(await captured(sandbox), `after ${i}`).toBeGreaterThan(50)
  }
  await until(sandbox, async () => (await captured(sandbox)) < 110)
  await until(sandbox, () => statSync(data).size < bytes * 1.3)
  for (const note of ['needle1', 'needle40']) expect(await sandbox.captures(`?q=${note}`)).toHaveLength(1)
  expect(await captured(sandbox)).toBeGreaterThan(50)
  expect(sandbox.troubles).toEqual([])
})

test('what the index makes of what came before is counted as well, though nothing new comes', async () => {
  // Without the index's own times, and the look at all that follows a start.
  const { outside } = holdTimers(250, 1500)
  const sandbox = await startSandbox({ retention: { bytes } }, outside)
  const text = drawTexts()
  for (let i = 0; i < 110; i++) await sandbox.request('POST', '/in/x', text())
  expect(await captured(sandbox)).toBe(110)
  await search(sandbox)
  await until(sandbox, async () => (await captured(sandbox)) < 105)
  expect(await captured(sandbox)).toBeGreaterThan(65)
  expect(sandbox.troubles).toEqual([])
})

quick('a file that may be smaller than it is becomes so, however little that is', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const before = await startSandbox({ data })
  const text = drawTexts()
  for (let i = 0; i < 150; i++) await before.request('POST', '/in/x', text())
  await search(before)
  await before.close()
  expect(statSync(data).size).toBeGreaterThan(bytes * 1.4)
  const start = holdTimers(1500)
  const smaller = await startSandbox({ data, retention: { bytes } }, start.outside)
  start.release()
  await until(smaller, () => statSync(data).size < bytes * 1.3)
  expect(smaller.troubles).toEqual([])
})

test.each([true, false])(
  'work that cannot go does not drive out everything else (waits: %s)',
  async (waits) => {
    const sandbox = await startSandbox({ bare: true, retention: { bytes } })
    // Of the platform's objects, which events about them make, none ever goes.
    if (waits) await sandbox.subscribe('http://127.0.0.1:9/')
    await sandbox.post('/sandbox/clock', { mode: 'manual' })
    for (let i = 0; i < (waits ? 3 : 8); i++) await sandbox.trigger('card.created', { count: 1000 })
    const text = drawTexts()
    for (let i = 1; i <= 150; i++) {
      await sandbox.request('POST', '/in/x', text().slice(0, 6000))
      await search(sandbox)
      if (i > 100) expect(await captured(sandbox), `after ${i}`).toBeGreaterThan(15)
    }
    await until(sandbox, async () => (await captured(sandbox)) < 150)
  },
)

test('large ones behind many small ones have those go too, though what went was small', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const sandbox = await startSandbox({ data, retention: { bytes } })
  const text = drawTexts()
  for (let i = 0; i < 600; i++) await sandbox.request('POST', '/in/x', 'small')
  await search(sandbox)
  let most = 0
  for (let i = 0; i < 300; i++) {
    await sandbox.request('POST', '/in/x', text())
    if (i % 20 === 0) await search(sandbox)
    most = Math.max(most, (await sandbox.get<Health>('/sandbox/health')).database_bytes)
  }
  expect(most).toBeLessThan(bytes * 1.4)
  expect(sandbox.troubles).toEqual([])
})

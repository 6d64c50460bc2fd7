import { expect, test } from 'vitest'
import { createCounters } from '../../server/database/counters.ts'
import { createIds, seededFraction } from '../../server/database/ids.ts'
import { openWriter } from './world.ts'

const idsOf = (seed: number) => createIds(openWriter().counters, () => seed)

test.each(['evt', 'dlv', 'cap', 'cal'] as const)(
  '%s ids are its name and 26 letters, none twice, the same for the same seed',
  (kind) => {
    const draw = (seed: number) => {
      const ids = idsOf(seed)
      return Array.from({ length: 1000 }, () => ids.next(kind))
    }
    const drawn = draw(7)
    for (const id of drawn) expect(id).toMatch(new RegExp(`^${kind}_[0-9a-hjkmnp-tv-z]{26}$`))
    expect(new Set(drawn).size).toBe(1000)
    expect(draw(7)).toEqual(drawn)
    expect(draw(8)).not.toEqual(drawn)
  },
)

test('kinds do not take from each other', () => {
  const [alone, mixed] = [idsOf(7), idsOf(7)]
  mixed.next('cap')
  mixed.uuid()
  expect(mixed.next('evt')).toBe(alone.next('evt'))
})

test('UUIDs are of version 4, secrets whsec_ and the base64 of 24 bytes', () => {
  const ids = idsOf(7)
  expect(ids.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const secret = ids.secret()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(24)
})

test('after a restart ids go on where they were', async () => {
  const { database, writer, counters } = openWriter()
  const before = await writer.write(() => createIds(counters, () => 7).next('evt'))
  const after = createIds(createCounters(database), () => 7).next('evt')
  expect(after).not.toBe(before)
})

test('an attempt is named after its delivery and number, whatever else was drawn', () => {
  const [one, other] = [idsOf(7), idsOf(7)]
  other.next('dlv')
  expect(one.attempt('dlv_x', 2)).toBe(other.attempt('dlv_x', 2))
  expect(one.attempt('dlv_x', 2)).not.toBe(one.attempt('dlv_x', 3))
})

test('fractions are in [0, 1), spread, and follow from seed and label', () => {
  const drawn = Array.from({ length: 1000 }, (_, i) => seededFraction(7, `jitter:${i}`))
  expect(drawn.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true)
  const mean = drawn.reduce((sum, fraction) => sum + fraction, 0) / drawn.length
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.05)
  expect(seededFraction(7, 'a')).toBe(seededFraction(7, 'a'))
})

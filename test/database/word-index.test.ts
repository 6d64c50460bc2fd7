import { expect, test } from 'vitest'
import { createWordIndex } from '../../server/database/word-index.ts'
import { openWriter } from './world.ts'

const perPart = 32_768
const newestFirst = { order: 'DESC', from: Number.MAX_SAFE_INTEGER, limit: 10 } as const

test('a part that is full is brought into one piece, step by step, and answers the same', () => {
  const { database } = openWriter()
  const index = createWordIndex(database, { source: 'events', table: 'events' })
  const records = Array.from({ length: perPart + 100 }, (_, i) => ({
    rowid: i + 1,
    text: `all ${i % 1000 === 0 ? 'rare' : 'usual'} n${i}`,
  }))
  for (let at = 0; at < records.length; at += 500)
    database.transaction(() => index.add(records.slice(at, at + 500)))()
  const pieces = (part: number) =>
    database.prepare(`SELECT count(DISTINCT segid) FROM search_events_${part}_idx`).pluck().get()
  const asked = ['"rare"*', '"all"*', '"n32760"*', '"nothing"*']
  const before = asked.map((words) => index.matches(words, newestFirst))
  expect(before[0]).toEqual([32_001, 31_001, 30_001, 29_001, 28_001, 27_001, 26_001, 25_001, 24_001, 23_001])
  expect(pieces(1)).toBeGreaterThan(1)
  let steps = 0
  while (database.transaction(() => index.mergeSome())()) steps++
  expect(pieces(1)).toBe(1)
  expect(steps).toBeGreaterThan(2)
  expect(asked.map((words) => index.matches(words, newestFirst))).toEqual(before)
})

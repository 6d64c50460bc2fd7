import { describe, expect, test } from 'vitest'
import { planInstall, rangeOfMajor, type Step } from '../../server/setup/install-plan.mjs'

const old = 9
const recent = 10
const opens = (major: number) => ({ major, opens: true })
const broken = (major: number) => ({ major, opens: false })

interface Row {
  when: string
  napi: number
  treeFits?: boolean
  lockedMajor?: number
  installed: { major: number; opens: boolean } | null
  steps: Step[]
}

const table: Row[] = [
  {
    when: 'fresh clone on Node 20',
    napi: old,
    treeFits: false,
    installed: null,
    steps: ['packages', 'compile'],
  },
  {
    when: 'fresh clone on Node 24',
    napi: recent,
    treeFits: false,
    installed: null,
    steps: ['packages', 'fetch'],
  },
  { when: 'all in place on Node 20', napi: old, installed: opens(12), steps: [] },
  { when: 'all in place on Node 24', napi: recent, installed: opens(13), steps: [] },
  {
    when: 'lock file changed',
    napi: recent,
    treeFits: false,
    installed: opens(13),
    steps: ['packages', 'fetch'],
  },
  { when: 'from Node 20 to Node 24', napi: recent, installed: opens(12), steps: ['fetch'] },
  { when: 'from Node 24 to Node 20', napi: old, installed: opens(13), steps: ['packages', 'compile'] },
  { when: 'version 12 built for another ABI', napi: old, installed: broken(12), steps: ['compile'] },
  { when: 'version 13 damaged', napi: recent, installed: broken(13), steps: ['packages', 'fetch'] },
  { when: 'only better-sqlite3 missing', napi: recent, installed: null, steps: ['packages', 'fetch'] },
  {
    when: 'lock of 13, fresh, Node 24',
    napi: recent,
    lockedMajor: 13,
    treeFits: false,
    installed: null,
    steps: ['packages'],
  },
  {
    when: 'lock of 13, fresh, Node 20',
    napi: old,
    lockedMajor: 13,
    treeFits: false,
    installed: null,
    steps: ['packages', 'fetch', 'compile'],
  },
  {
    when: 'lock of 13, from Node 24 to 20',
    napi: old,
    lockedMajor: 13,
    installed: opens(13),
    steps: ['fetch', 'compile'],
  },
]

describe('what an install does', () => {
  test.each(table)('$when: $steps', ({ napi, treeFits = true, lockedMajor = 12, installed, steps }) => {
    expect(planInstall({ napi, treeFits, lockedMajor, installed })).toEqual(steps)
  })
})

test('the range of one major is taken out of the range of several', () => {
  expect(rangeOfMajor('^12.11.1 || ^13.2.0', 13)).toBe('^13.2.0')
  expect(rangeOfMajor('^12.11.1 || ^13.2.0', 12)).toBe('^12.11.1')
  expect(rangeOfMajor('^12.11.1', 13)).toBe('^13.0.0')
})

import { expect, test } from 'vitest'
import { parseFilter } from '../../server/cli/delivery-filter.ts'
import { helpOfKeys } from '../../server/cli/screen/keys.ts'
import { keptRows } from '../../server/cli/screen/state.ts'
import { faultNames } from '../../server/faults/table.ts'
import { pressed, row, screen, shown } from './screen-world.ts'

const narrow = { columns: 40, height: 60 }

test.each([40, 30, 24])('on %i columns help tells all that keys do, in whole words', (columns) => {
  const { state } = pressed(screen([], { columns, height: 80 }), '?')
  const words = shown(state).join('\n').split(/\s+/)
  for (const word of helpOfKeys.flatMap(([, does]) => does.split(' '))) expect(words).toContain(word)
})

test('on few columns it is seen how a delivery stands, before all of the name of its event', () => {
  const rows = [row(1, { event: 'account.statement.created' }), row(2, { state: 'retrying' })]
  const [, , first, second] = shown(screen(rows, narrow))
  expect(first).toMatch(/^ {2}09:00:00 {2}account\.st\S*… {2}succeeded 200$/)
  expect(second).toMatch(/^> 09:00:00 {2}card\.created {2,}retrying 200$/)
})

test('on 20 columns the state is seen before the time of a row, and the clock before all of the address', () => {
  const tiny = { columns: 20, height: 8 }
  const [head, , first, second] = shown(screen([row(1), row(2, { state: 'retrying' })], tiny))
  expect([head, first, second].map((line) => line?.trimEnd())).toEqual([
    expect.stringMatching(/^…\S*:4400 \d\d:\d\d:\d\d$/),
    '  ca…  succeeded 200',
    '> ca…  retrying 200',
  ])
})

test('an empty list shows its whole message and names unknown filters', () => {
  const filterText = 'nope:x'
  const state = screen([], { ...narrow, filterText, filter: parseFilter(filterText) })
  const words = (lines: string[]) => lines.join(' ').replace(/ +/g, ' ')
  const text = words(shown(state))
  expect(text).toContain('No delivery matches nope:x. Change the filter with /.')
  expect(text).toContain('nope is not a filter, so "nope:x" was searched')
  expect(words(shown(screen([], narrow)))).toContain('--url http://127.0.0.1:4400')
})

test.each([80, 40])('on %i columns a refusal is shown in full, in whole words', (columns) => {
  const { state } = pressed(screen([row(1)], { columns, height: 24 }), 'f', ...'qwertz'.split(''), 'return')
  const text = shown(state).join('\n')
  for (const name of [...faultNames.map((one) => one.replace(/\(.*/, '')), 'sticky'])
    expect(text).toContain(name)
})

test('the newest deliveries are labelled as such if older ones are left out', () => {
  const foot = (state: Parameters<typeof shown>[0]) => shown(state).at(-1)
  expect(foot(screen([row(1)], { hasOlder: true }))).toMatch(/^newest 1 delivery {2}following/)
  expect(foot(screen([row(1)]))).toMatch(/^1 delivery {2}following/)
  const rows = Array.from({ length: keptRows + 1 }, (_, i) => row(i + 1))
  expect(foot(screen(rows))).toMatch(new RegExp(`^newest ${keptRows} deliveries`))
})

test.each([
  [54, 'newest 2000 deliveries  paused', ''],
  [40, '2000  paused  G newest', ''],
  [40, '2000  filter st…  paused', 'state:failed'],
  [60, 'newest 2000 deliveries  filter stat…  paused', 'state:failed card'],
  [24, 'paused', 'state:failed'],
  [20, 'pau…', 'state:failed'],
])('on %i columns the way out is always shown: %s', (columns, said, filterText) => {
  const rows = Array.from({ length: keptRows }, (_, i) => row(i + 1))
  const state = screen(rows, { columns, height: 10, hasOlder: true, filterText, selected: 'dlv_7' })
  expect(shown(state).at(-1)).toBe(`${said}  ? help  q quit`)
})

import { expect, test } from 'vitest'
import { keptRows, withRow, withRows } from '../../server/cli/screen/state.ts'
import { highlighted, pressed, row, screen } from './screen-world.ts'

const many = (count: number) =>
  Array.from({ length: count }, (_, i) => row(i + 1, { event: `event.${i + 1}` }))

test('a selection that is forgotten with the oldest stays at that end, so that no key hits the newest', () => {
  const oldest = pressed(screen(many(keptRows)), 'g').state
  const later = withRow(oldest, row(keptRows + 1, { event: 'event.later' }))
  expect(highlighted(later)).toContain('event.2 ')
  expect(pressed(later, 'r').effects).toEqual([{ do: 'resend', id: 'dlv_2' }])
  expect(highlighted(withRows(oldest, many(9).slice(4)))).toContain('event.5 ')
  expect(withRows(oldest, []).selected).toBeNull()
})

test('a selected delivery that no longer fits stays until another is selected, so that no key hits the one beside it', () => {
  const rows = [row(1, { state: 'failed' }), row(2, { state: 'failed' }), row(3, { state: 'failed' })]
  const state = screen(rows, { filter: { state: 'failed' }, selected: 'dlv_2' })
  const ended = withRow(state, row(2))
  expect(highlighted(ended)).toContain('succeeded')
  expect(pressed(ended, 'r').effects).toEqual([{ do: 'resend', id: 'dlv_2' }])
  for (const [key, selected] of [
    ['j', 'dlv_3'],
    ['k', 'dlv_1'],
    ['G', null],
  ] as const) {
    const moved = pressed(ended, key).state
    expect([moved.rows.map(({ id }) => id), moved.selected]).toEqual([['dlv_1', 'dlv_3'], selected])
  }
})

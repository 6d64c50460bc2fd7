import { expect, test } from 'vitest'
import { iconWith, titleWith } from '../../ui/notify/unread-words.ts'

test('the title begins with the number of failing deliveries, otherwise of new records', () => {
  const title = (news: number, failing: number) => titleWith('Stream', { news, failing })
  expect(title(0, 0)).toBe('Stream')
  expect(title(3, 0)).toBe('(3 new) Stream')
  expect(title(3, 1)).toBe('(1) Stream')
  expect(title(0, 2)).toBe('(2) Stream')
  expect(title(1000, 0)).toBe('(999+ new) Stream')
  expect(title(0, 1000)).toBe('(999+) Stream')
})

test('the icon is drawn as data, red for failures', () => {
  expect(iconWith({ news: 1, failing: 0 })).toMatch(/^data:image\/svg\+xml,/)
  expect(decodeURIComponent(iconWith({ news: 1, failing: 1 }))).toContain('#d92d20')
  expect(decodeURIComponent(iconWith({ news: 1, failing: 0 }))).not.toContain('#d92d20')
})

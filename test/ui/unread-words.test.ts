import { expect, test } from 'vitest'
import { iconWith, titleWith } from '../../ui/notify/unread-words.ts'

test('the title counts unread records and failures', () => {
  const title = (news: number, failed: number) => titleWith('Stream', { news, failed })
  expect(title(0, 0)).toBe('Stream')
  expect(title(3, 0)).toBe('(3) Stream')
  expect(title(3, 1)).toBe('(3, 1 failed) Stream')
  // An older one that fails now is no news beside the failure.
  expect(title(0, 2)).toBe('(2, 2 failed) Stream')
  expect(title(1000, 0)).toBe('(999+) Stream')
})

test('the icon is drawn as data, red for failures', () => {
  expect(iconWith({ news: 1, failed: 0 })).toMatch(/^data:image\/svg\+xml,/)
  expect(decodeURIComponent(iconWith({ news: 1, failed: 1 }))).toContain('#d92d20')
  expect(decodeURIComponent(iconWith({ news: 1, failed: 0 }))).not.toContain('#d92d20')
})

import { expect, test } from 'vitest'
import { count } from '../../ui/kit/format.ts'

test.each([0, 7, 999, 1000, 12_345, 1_000_000, 123_456_789, -1234])(
  '%i stands as Intl writes it',
  (value) => {
    expect(count(value)).toBe(value.toLocaleString('en-US'))
  },
)

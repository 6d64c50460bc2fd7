import { expect, test } from 'vitest'
import { placed } from '../../ui/kit/menu.tsx'

const room = { width: 400, height: 300 }
const size = { width: 180, height: 120 }
const button = (left: number, top: number) => ({ left, right: left + 60, top, bottom: top + 24 })

test.each([
  ['below its button', button(20, 20), { left: 20, top: 44 }],
  ['above at the lower edge', button(20, 260), { left: 20, top: 140 }],
  ['to the end of its button at the right edge', button(320, 20), { left: 200, top: 44 }],
  [
    'within the window if neither side has room',
    { left: 390, right: 390, top: 100, bottom: 250 },
    { left: 210, top: 4 },
  ],
])('a menu opens %s', (_where, at, place) => {
  expect(placed(at, size, room)).toEqual(place)
})

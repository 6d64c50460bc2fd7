import { expect, test, vi } from 'vitest'
import { filterPieces } from '../../ui/stream/filter-text.ts'

test.each([
  ['verdict:f', true],
  ['verdict:failed', false],
  ['verdict:failed,', true],
  ['verdict:failed,un', true],
  ['verdict:xyz', false],
  ['-state:retr', true],
  ['event:card', false],
  ['constructor:x', false],
  ['fail', false],
])('%s has only part of its value: %s', async (text, expected) => {
  vi.stubGlobal('location', new URL('http://127.0.0.1:4400/'))
  vi.stubGlobal('addEventListener', () => {})
  const { isPartOfValue } = await import('../../ui/filter/completion.ts')
  const [piece] = filterPieces(text)
  expect(piece && isPartOfValue(piece)).toBe(expected)
  vi.unstubAllGlobals()
})

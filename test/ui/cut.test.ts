import { expect, test } from 'vitest'
import { cutAt } from '../../ui/kit/cut-text.tsx'

const halves = (text: string) => {
  const at = cutAt(text)
  return at === null ? [text] : [text.slice(0, at), text.slice(at)]
}

test('an address is shortened in the middle and keeps its end', () => {
  expect(halves('→ localhost:3000/webhooks')).toEqual(['→ localhost:3', '000/webhooks'])
  expect(halves('→ localhost:3000/a/very/long/webhooks/path')[1]).toBe('/webhooks/path')
})

test('a name loses its end, and very short text is never shortened', () => {
  expect(halves('application.created')).toHaveLength(1)
  expect(halves('POST /in/a')).toHaveLength(1)
})

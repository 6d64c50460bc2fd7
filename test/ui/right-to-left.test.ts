import { expect, test } from 'vitest'
import { stretchesOf } from '../../ui/kit/as-written.tsx'

const apart = (text: string) => stretchesOf(text).flatMap((one) => (one.isApart ? one.text : []))

test('right-to-left values are isolated, so that they do not reorder their neighbours', () => {
  const text = '["שלום, עולם","مرحبا","b"]'
  expect(apart(text)).toEqual(['שלום, עולם', 'مرحبا'])
  expect(
    stretchesOf(text)
      .map((one) => one.text)
      .join(''),
  ).toBe(text)
})

test('other text stays one piece, quotes included', () => {
  expect(stretchesOf('{"name":"Ωmega"}')).toEqual([{ text: '{"name":"Ωmega"}', isApart: false }])
})

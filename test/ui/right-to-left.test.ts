import { expect, test } from 'vitest'
import { stretchesOf } from '../../ui/kit/as-written.tsx'

const apart = (text: string) => stretchesOf(text).flatMap((one) => (one.isApart ? one.text : []))

test('values that are written from right to left stand apart, so that none takes the next along', () => {
  const text = '["שלום, עולם","مرحبا","b"]'
  expect(apart(text)).toEqual(['שלום, עולם', 'مرحبا'])
  expect(
    stretchesOf(text)
      .map((one) => one.text)
      .join(''),
  ).toBe(text)
})

test('other text stays one piece, whatever quotes are in it', () => {
  expect(stretchesOf('{"name":"Ωmega"}')).toEqual([{ text: '{"name":"Ωmega"}', isApart: false }])
})

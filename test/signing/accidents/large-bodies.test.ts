import { expect, test } from 'vitest'
import { all, content, hmac, judged } from './sender.ts'

/** JSON as webhooks have it, of about so many bytes: letters beyond ASCII, slashes, numbers. */
function listOf(bytes: number): unknown {
  const items: unknown[] = []
  for (let length = 40; length < bytes; ) {
    const id = `card_${items.length}`
    items.push({
      id,
      amount: items.length * 1.5,
      name: 'José',
      url: `https://a.example/${id}`,
      tags: ['a', null],
    })
    length += JSON.stringify(items.at(-1)).length + 1
  }
  return { event: 'card.created', items }
}

const ascii = (text: string) =>
  text.replace(/[^\0-\x7f]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)

/** By the size up to which they are found. */
const usual: [cause: string, most: number, sign: (value: unknown) => string][] = [
  ['byte_order_mark', 100_000, (value) => `\ufeff${JSON.stringify(value)}`],
  ['escapes', 100_000, (value) => JSON.stringify(value).replaceAll('/', '\\/')],
  ['escapes', 100_000, (value) => ascii(JSON.stringify(value))],
  ['pretty_printed', 60_000, (value) => JSON.stringify(value, null, 2)],
]

test('the usual rewritings of bodies of tens of thousands of bytes are found', () => {
  for (const bytes of [30_000, 60_000, 100_000]) {
    const value = listOf(bytes)
    const body = Buffer.from(JSON.stringify(value))
    for (const [cause, most, sign] of usual)
      if (bytes <= most)
        expect([bytes, cause, all(judged(hmac(content(sign(value))).digest('base64'), { body }))]).toEqual([
          bytes,
          cause,
          [cause],
        ])
  }
})

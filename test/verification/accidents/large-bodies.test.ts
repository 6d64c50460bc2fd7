import { expect, test } from 'vitest'
import { sample } from '../../helpers/long.ts'
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

/** The same value with the names of its objects in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** By the size up to which they are found. */
const usual: [cause: string, most: number, sign: (value: unknown) => string][] = [
  ['byte_order_mark', 100_000, (value) => `\ufeff${JSON.stringify(value)}`],
  ['escapes', 100_000, (value) => JSON.stringify(value).replaceAll('/', '\\/')],
  ['escapes', 100_000, (value) => ascii(JSON.stringify(value))],
  ['escapes', 100_000, (value) => ascii(JSON.stringify(value)).replaceAll('/', '\\/')],
  ['pretty_printed', 100_000, (value) => JSON.stringify(value, null, 2)],
  ['pretty_printed', 100_000, (value) => JSON.stringify(value, null, 4)],
  ['pretty_printed', 100_000, (value) => JSON.stringify(value, null, '\t')],
  ['pretty_printed trailing_newline', 60_000, (value) => `${JSON.stringify(value, null, 2)}\n`],
  ['pretty_printed trailing_newline', 60_000, (value) => `${JSON.stringify(value, null, 4)}\n`],
  ['keys_sorted', 40_000, (value) => JSON.stringify(sorted(value))],
  ['body_base64', 100_000, (value) => base64(JSON.stringify(value))],
  ['double_json', 100_000, (value) => JSON.stringify(JSON.stringify(value))],
  ['object_signed', 100_000, String],
  ['empty_body_signed', 100_000, () => ''],
]

const sizes = [6000, 10_000, 15_000, 20_000, 30_000, 40_000, 60_000, 100_000]
/** In `npm test` each of them is tried at the size up to which it is found. */
const isTried = (most: number, bytes: number) => sample(most === bytes, most >= bytes)

test.each(sizes.filter((bytes) => usual.some(([, most]) => isTried(most, bytes))))(
  'the usual rewritings of %i bytes are found',
  (bytes) => {
    const value = listOf(bytes)
    const body = Buffer.from(JSON.stringify(value))
    for (const [cause, most, sign] of usual.filter((row) => isTried(row[1], bytes))) {
      const verdict = judged(hmac(content(sign(value))).digest('base64'), { body })
      expect([cause, most, all(verdict).join(' ')]).toEqual([cause, most, cause])
    }
  },
)

/** Bodies as senders write them: JSON with the values that rewriters disagree on, and forms. */
import type { Random } from './random.ts'
import { type Field, formEncoders, formOf, languages } from './writers.ts'

const lower = 'abcdefghijklmnopqrstuvwxyz'
const alnum = `${lower}0123456789`

const words = [
  'Zoë Brønsted',
  'Müller & Söhne',
  'O’Neill',
  'a/b/c',
  'https://shop.example.com/orders/77120?ref=mail&lang=de',
  '<b>Rock & Roll</b>',
  'line one\nline two',
  'tab\there',
  'said "yes"',
  '日本語',
  'ok 👍',
  ' padded ',
  '',
  'plain',
  '100%',
  'back\\slash',
  '2026-03-10T14:00:00+02:00',
]
const numbers = [0, 1, 19.5, 43, 1.1, -7, 123456789012, 0.1, 99.99, 1773144000]
const names = ['zeta', 'amount', 'customer', 'lines', 'notes', 'return_url', 'beta', 'lastFour', 'id']

function scalar(random: Random): unknown {
  const kind = random.below(6)
  if (kind < 3) return random.pick(words)
  if (kind === 3) return random.pick(numbers)
  if (kind === 4) return random.pick([true, false, null])
  return `${random.text(3, lower)}_${random.text(12, alnum)}`
}

function valueIn(random: Random, depth: number): unknown {
  const kind = depth > 0 ? random.below(9) : 0
  if (kind < 6) return scalar(random)
  if (kind === 6) return Array.from({ length: random.below(3) }, () => valueIn(random, depth - 1))
  return objectIn(random, depth - 1, random.below(4))
}

function objectIn(random: Random, depth: number, size: number): Record<string, unknown> {
  const members = Array.from({ length: size }, () => [random.pick(names), valueIn(random, depth)])
  return Object.fromEntries(members)
}

/** An event: an id, a type, and data of two levels. */
export const eventOf = (random: Random): Record<string, unknown> => ({
  id: `evt_${random.text(14, alnum)}`,
  type: random.pick(['card.created', 'order.paid', 'invoice.voided']),
  created: 1_773_144_000 - random.below(5000),
  data: { object: objectIn(random, 1, 2 + random.below(4)), previous: valueIn(random, 1) },
  customer: { name: random.pick(words), email: `${random.text(5, lower)}@example.com` },
  amount: random.pick(numbers),
})

/** The fields of a form, each once. */
const fieldsOf = (random: Random): Field[] =>
  ['From', 'Body', 'AccountSid', 'MediaUrl'].map((name): Field => [name, random.pick(words)])

/** What was written, and the text that a sender sends. */
export interface Written {
  /** The JSON, or undefined for a form. */
  value?: unknown
  /** The fields, or undefined for JSON. */
  fields?: readonly Field[]
  text: string
}

const layouts: readonly ((value: unknown) => string)[] = [
  ...Array.from({ length: 6 }, () => (value: unknown) => JSON.stringify(value)),
  (value) => JSON.stringify(value, null, 2),
  (value) => `${JSON.stringify(value, null, 2)}\n`,
  (value) => JSON.stringify(value, null, 4).replaceAll('\n', '\r\n'),
  (value) => `${JSON.stringify(value)}\n`,
  ...Object.values(languages),
]

/** Mostly JSON of some writer, now and then a form. */
export function writtenBody(random: Random): Written {
  if (random.chance(0.12)) {
    const fields = fieldsOf(random)
    return { fields, text: formOf(fields, random.pick(Object.values(formEncoders))) }
  }
  const value = random.chance(0.03) ? Array.from({ length: 40 }, () => eventOf(random)) : eventOf(random)
  return { value, text: random.pick(layouts)(value) }
}

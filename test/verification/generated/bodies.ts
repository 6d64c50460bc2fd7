/** Bodies as senders write them: JSON with the values that rewriters disagree on, forms, and other text. */
import type { Random } from './random.ts'

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
]
const numbers = [0, 1, 19.5, 43, 1.1, -7, 1e21, 123456789012, 0.1, 99.99, 1773144000]

function valueOf(random: Random, depth: number): unknown {
  const kind = random.below(depth > 0 ? 9 : 6)
  if (kind < 3) return random.pick(words)
  if (kind === 3) return random.pick(numbers)
  if (kind === 4) return random.pick([true, false, null])
  if (kind === 5) return `${random.text(3, lower)}_${random.text(12, alnum)}`
  if (kind === 6) return Array.from({ length: random.below(3) }, () => valueOf(random, depth - 1))
  return objectOf(random, depth - 1, random.below(4))
}

function objectOf(random: Random, depth: number, size: number): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (let at = 0; at < size; at++)
    object[
      random.pick(['zeta', 'amount', 'customer', 'lines', 'notes', 'return_url', 'beta', 'lastFour', 'id'])
    ] = valueOf(random, depth)
  return object
}

/** An event: an id, a type, and data of two levels. */
export const eventOf = (random: Random): Record<string, unknown> => ({
  id: `evt_${random.text(14, alnum)}`,
  type: random.pick(['card.created', 'order.paid', 'invoice.voided']),
  created: 1_773_144_000 - random.below(5000),
  data: { object: objectOf(random, 1, 2 + random.below(4)), previous: valueOf(random, 1) },
  customer: { name: random.pick(words), email: `${random.text(5, lower)}@example.com` },
  amount: random.pick(numbers),
})

/** Fields of a form, each once. */
export const fieldsOf = (random: Random): [string, string][] =>
  ['From', 'Body', 'AccountSid', 'MediaUrl'].map((name): [string, string] => [name, random.pick(words)])

/** Draws requests: wrong in a known way, of random bytes, or valid but odd. */
import type { KnownSecret } from '../../../server/verification/input.ts'
import { verify } from '../../../server/verification/verify.ts'
import type { HeaderPair, Verdict } from '../../../server/wire.ts'
import { recipes } from '../../helpers/recipes.ts'
import { eventOf, fieldsOf } from './bodies.ts'
import { type Making, type Mistake, mistakes, requestOf } from './mistakes.ts'
import type { Random } from './random.ts'
import { hmac, schemes, text } from './schemes.ts'
import { formEncoders, formOf, languages } from './writers.ts'

const now = 1_773_144_000

/** A drawn request, and what its verdict must be. */
export interface Drawn {
  of: Making
  headers: HeaderPair[]
  body: Buffer
  /** The mistakes made, by name. */
  names: string[]
  /** For each mistake the causes that name it truly. */
  causes: (readonly string[])[]
}

/** A request without a mistake. Its body is JSON of one of several writers, or now and then a form. */
export function making(random: Random): Making {
  const scheme = random.pick(schemes)
  const secret = scheme.secretOf(random)
  const fields = random.chance(0.12) ? fieldsOf(random) : undefined
  const value = fields ?? eventOf(random)
  const written = random.chance(0.25)
    ? JSON.stringify(value, null, 2)
    : random.chance(0.2)
      ? random.pick(Object.values(languages))(value)
      : JSON.stringify(value)
  const body = text(fields ? formOf(fields, random.pick(Object.values(formEncoders))) : written)
  const seconds = now - random.below(4)
  const timestamp = scheme.timestampOf(seconds)
  const id = `msg_${random.text(20, 'abcdefghijkmnpqrstuvwxyzABCDEFGH23456789')}`
  const url = `https://hooks.example/in/${random.text(6, 'abcdefghij')}?team=${random.below(90)}`
  return {
    scheme,
    secret,
    stranger: scheme.secretOf(random),
    old: scheme.secretOf(random),
    id,
    seconds,
    timestamp,
    url,
    value,
    fields,
    sent: body,
    key: scheme.keyOf(secret),
    template: scheme.signs,
    signed: { id, timestamp, url, body },
    digestOf: (key, content) => hmac(scheme.digest, key, content),
    written: (digest) => digest.toString(scheme.encoding),
    headerValue: scheme.headerValue,
    headersOf: (headers) => headers,
  }
}

const isSame = (one: ReturnType<typeof requestOf>, other: ReturnType<typeof requestOf>) =>
  JSON.stringify(one.headers) === JSON.stringify(other.headers)

/** Kinds of mistakes that happen together. */
const together: readonly (readonly [Mistake['kind'], Mistake['kind']])[] = [
  ['secret', 'body'],
  ['secret', 'signature'],
  ['body', 'signature'],
  ['content', 'signature'],
  ['secret', 'content'],
]

function withMistake(of: Making, mistake: Mistake, random: Random): Making | undefined {
  const change = mistake.make(of, random)
  if (!change) return undefined
  const made = { ...of, ...change }
  return isSame(requestOf(made), requestOf(of)) ? undefined : made
}

/**
 * A request with one mistake, or with two that happen together.
 * @param only the mistake to make; undefined draws one
 */
export function wrong(random: Random, isPair = false, only?: Mistake): Drawn {
  for (;;) {
    const of = making(random)
    const kinds = isPair ? random.pick(together) : [undefined]
    const chosen = kinds.map((kind) =>
      only && !isPair ? only : random.pick(kind ? mistakes.filter((one) => one.kind === kind) : mistakes),
    )
    const made = chosen.reduce<Making | undefined>((so, one) => so && withMistake(so, one, random), of)
    if (!made || isSame(requestOf(made), requestOf(of))) continue
    return {
      of: made,
      ...requestOf(made),
      names: chosen.map(({ name }) => name),
      causes: chosen.map(({ causes }) => causes),
    }
  }
}

/** A request whose signature follows from nothing that is known here. */
export function garbage(random: Random): Drawn {
  const of = making(random)
  const [name, made] = random.pick<[string, Partial<Making>]>([
    ['random bytes', { digestOf: (_key, content) => hmac('sha256', random.bytes(32), content) }],
    ['a secret that nobody knows', { key: of.scheme.keyOf(of.scheme.secretOf(random)) }],
    ['a key of random bytes', { key: random.bytes(24) }],
    ['another body', { signed: { ...of.signed, body: text(JSON.stringify(eventOf(random))) } }],
    ['a changed letter', { signed: { ...of.signed, body: changed(of.sent, random) } }],
    [
      'an added member',
      { signed: { ...of.signed, body: text(of.sent.toString().replace(/[}&]?$/, ',"x":17}')) } },
    ],
    ['random letters', { signed: { ...of.signed, body: text(random.text(40, 'abc {}":,')) } }],
  ])
  const drawn = { ...of, ...made }
  return { of: drawn, ...requestOf(drawn), names: [name], causes: [] }
}

/** One letter or digit is another. */
function changed(body: Buffer, random: Random): Buffer {
  const copy = Buffer.from(body)
  const places = [...copy.keys()].filter((at) => /[b-y1-8]/.test(String.fromCharCode(copy[at] ?? 0)))
  const at = random.pick(places)
  copy[at] = (copy[at] ?? 0) + 1
  return copy
}

/** A valid request of unusual shape. */
export function odd(random: Random): Drawn {
  const of = making(random)
  const bodies: Record<string, Buffer> = {
    'its own body': of.sent,
    'an empty body': Buffer.alloc(0),
    'random bytes': random.bytes(random.below(300)),
    'a byte order mark': Buffer.concat([text('\ufeff'), of.sent]),
    'newlines around it': text(`\r\n${of.sent}\n\n`),
    'a long body': text(JSON.stringify({ text: random.text(9000, 'abc <>&"\\ é') })),
    'a bare number': text(String(random.below(1000))),
    'deep lists': text('['.repeat(60) + ']'.repeat(60)),
  }
  const name = random.pick(Object.keys(bodies))
  const body = bodies[name] as Buffer
  const plain: Making = { ...of, sent: body, signed: { ...of.signed, body } }
  const { scheme } = of
  const isList =
    scheme.encoding === 'base64' && scheme.beside('', '').length === 2 && scheme.name !== 'shopify'
  const ways: [string, (value: string) => string, boolean][] = [
    ['as usual', (value) => value, true],
    ['beside another signature', (value) => `v1,${random.bytes(32).toString('base64')} ${value}`, isList],
    ['before an unknown version', (value) => `${value} v9,${random.bytes(8).toString('hex')}`, isList],
    ['beside an Ed25519 signature', (value) => `v1a,${random.bytes(64).toString('base64')} ${value}`, isList],
    [
      'beside another v1',
      (value) => `${value},v1=${random.text(64, '0123456789abcdef')}`,
      scheme.name === 'stripe',
    ],
    [
      'beside a v0',
      (value) => `${value},v0=${random.text(64, '0123456789abcdef')}`,
      scheme.name === 'stripe',
    ],
  ]
  const [way, change] = random.pick(ways.filter(([, , exists]) => exists))
  const hasOddNames = random.chance(0.5)
  const request = requestOf(plain)
  const headers = request.headers.map(
    ([header, value]): HeaderPair => [
      hasOddNames ? header.toUpperCase() : header,
      header === scheme.header ? change(value) : value,
    ],
  )
  return { of: plain, headers, body, names: [name, way], causes: [] }
}

const owned = (id: string, secret: string, more: Partial<KnownSecret> = {}): KnownSecret => ({
  of: { kind: 'subscription', id },
  secret,
  ...more,
})

/** What the code under test says of a drawn request. */
export const verdictOn = ({ of, headers, body }: Drawn, strangers: readonly string[] = []): Verdict =>
  verify(recipes, {
    headers,
    body,
    method: 'POST',
    url: of.url,
    scheme: of.scheme.name,
    secrets: [owned('own', of.secret)],
    otherSecrets: [
      owned('own', of.old, { old: true }),
      owned('other', of.stranger),
      ...strangers.map((secret, at) => owned(`stranger-${at}`, secret)),
    ],
    now: now * 1_000_000,
  })

/** How a verdict on a wrong request is to be counted. */
export function outcomeOf({ causes }: Drawn, verdict: Verdict): 'right' | 'wrong' | 'none' {
  const named = verdict.causes.map(({ cause }) => cause as string)
  if (named.length === 0) return verdict.result === 'verified' ? 'wrong' : 'none'
  // Of two mistakes each must be named, and nothing else may be.
  const isRight =
    causes.every((words) => words.some((word) => named.includes(word))) &&
    named.every((word) => causes.some((words) => words.includes(word)))
  return isRight ? 'right' : 'wrong'
}

/** Draws requests that are wrong in a known way, signed by nobody, or valid but odd. */
import type { CauseWord } from '../../../server/verification/causes.ts'
import type { HeaderPair } from '../../../server/wire.ts'
import { eventOf } from './bodies.ts'
import { type Making, type Mistake, making, requestOf, type Sent } from './making.ts'
import { mistakes } from './mistakes.ts'
import { type Random, seeded } from './random.ts'
import { hmac, text } from './schemes.ts'

/** A request, how it was made, and which mistakes were made. */
export interface Drawn extends Sent {
  of: Making
  names: string[]
  /** For each mistake the causes that name it truly. */
  causes: (readonly CauseWord[])[]
  /** Of several mistakes, each made alone. */
  alone: Drawn[]
}

const drawn = (of: Making, names: string[], causes: Drawn['causes'] = [], alone: Drawn[] = []): Drawn => ({
  of,
  ...requestOf(of),
  names,
  causes,
  alone,
})
const isSame = (one: Sent, other: Sent) =>
  JSON.stringify(one.headers) === JSON.stringify(other.headers) && one.body.equals(other.body)

/** Undefined if the mistake does not exist for the request or changes nothing. */
function withMistake(of: Making, { make }: Mistake, random: Random): Making | undefined {
  const change = make(of, random)
  const made = change && { ...of, ...change }
  return made && !isSame(requestOf(made), requestOf(of)) ? made : undefined
}

/** How many requests are drawn for a mistake that few requests allow, such as one of a single scheme. */
const mostDraws = 200

/** A request with one mistake. Undefined if no drawn request allows it. */
export function wrong(random: Random, mistake: Mistake, origin?: string): Drawn | undefined {
  for (let draw = 0; draw < mostDraws; draw++) {
    const made = withMistake(making(random, origin), mistake, random)
    if (made) return drawn(made, [mistake.name], [mistake.causes])
  }
  return undefined
}

/** Kinds of mistakes that happen together. */
const together: readonly [Mistake['kind'], Mistake['kind']][] = [
  ['secret', 'body'],
  ['secret', 'signature'],
  ['body', 'signature'],
  ['content', 'signature'],
  ['secret', 'content'],
]

/** A request with two mistakes of different kinds. Each also changes the request alone. */
export function wrongTwice(random: Random): Drawn {
  for (;;) {
    const of = making(random)
    const [first, second] = random
      .pick(together)
      .map((kind) => random.pick(mistakes.filter((one) => one.kind === kind)))
    const half = first && withMistake(of, first, random)
    const other = second && withMistake(of, second, random)
    const made = half && second && withMistake(half, second, random)
    if (!made || !other || isSame(requestOf(made), requestOf(of))) continue
    const alone = [drawn(half, [first.name], [first.causes]), drawn(other, [second.name], [second.causes])]
    return drawn(made, [first.name, second.name], [first.causes, second.causes], alone)
  }
}

/** The causes of all single mistakes that make exactly this request. A claim of each of them is true. */
export function causesTrueOf({ of, causes, ...request }: Drawn): Set<CauseWord> {
  const { scheme, secret, url, id, timestamp, sent } = of
  const right: Making = {
    ...of,
    key: scheme.keyOf(secret),
    template: scheme.signs,
    signed: { id, timestamp, url, body: sent },
    digestOf: (key, content) => hmac(scheme.digest, key, content),
    encoded: (digest) => digest.toString(scheme.encoding),
    headerValue: scheme.headerValue,
    headersOf: (headers) => headers,
  }
  const alike = mistakes.flatMap((mistake) => {
    const made = withMistake(right, mistake, seeded(0))
    return made && isSame(requestOf(made), request) ? mistake.causes : []
  })
  return new Set([...causes.flat(), ...alike])
}

/** One letter or digit is another. */
function changed(body: Buffer, random: Random): Buffer {
  const copy = Buffer.from(body)
  const at = random.pick(
    [...copy.keys()].filter((one) => /[b-y1-8]/.test(copy.toString('latin1', one, one + 1))),
  )
  copy[at] = (copy[at] ?? 0) + 1
  return copy
}

const garbageMakers: Readonly<Record<string, (of: Making, random: Random) => Partial<Making>>> = {
  'random bytes as the signature': (_of, random) => {
    const made = random.bytes(32)
    return { digestOf: () => made }
  },
  'an unknown secret': ({ scheme }, random) => ({ key: scheme.keyOf(scheme.secretOf(random)) }),
  'a key of random bytes': (_of, random) => ({ key: random.bytes(24) }),
  'another body': ({ signed }, random) => ({
    signed: { ...signed, body: text(JSON.stringify(eventOf(random))) },
  }),
  'a changed letter': ({ signed, sent }, random) => ({ signed: { ...signed, body: changed(sent, random) } }),
  'an added member': ({ signed, sent }) => ({
    signed: { ...signed, body: text(sent.toString().replace(/[}&]?\s*$/, ',"x":17}')) },
  }),
  'random letters as the body': ({ signed }, random) => ({
    signed: { ...signed, body: text(random.text(40, 'abc {}":,')) },
  }),
  'the signature of another time, id and body': ({ signed, scheme, seconds }, random) => ({
    signed: {
      ...signed,
      id: random.text(20, 'abcdef'),
      timestamp: scheme.timestampOf(seconds - 90_000),
      body: random.bytes(100),
    },
  }),
}

/** A request whose signature follows from nothing that the receiver knows. */
export function garbage(random: Random): Drawn {
  const of = making(random)
  const [name, make] = random.pick(Object.entries(garbageMakers))
  return drawn({ ...of, ...make(of, random) }, [name])
}

const oddBodies: Readonly<Record<string, (sent: Buffer, random: Random) => Buffer>> = {
  'the usual body': (sent) => sent,
  'an empty body': () => Buffer.alloc(0),
  'a body of random bytes': (_sent, random) => random.bytes(random.below(300)),
  'a byte order mark': (sent) => Buffer.concat([text('\ufeff'), sent]),
  'newlines around the body': (sent) => text(`\r\n${sent}\n\n`),
  'a long body': (_sent, random) => text(JSON.stringify({ text: random.text(9000, 'abc <>&"\\ é') })),
  'a number as the body': (_sent, random) => text(String(random.below(1000))),
  'a body of deep lists': () => text('['.repeat(60) + ']'.repeat(60)),
  'members with one name': () => text('{"a":1,"a":2,"A":3}'),
  'half a surrogate pair': () => text('{"name":"\\ud83d"}'),
}

type Value = (value: string, random: Random) => string
const hexDigest = (random: Random) => random.text(64, '0123456789abcdef')
const oddHeaders: readonly [name: string, value: Value, exists: (of: Making) => boolean][] = [
  ['the usual header', (value) => value, () => true],
  [
    'another signature before it',
    (value, random) => `v1,${random.bytes(32).toString('base64')} ${value}`,
    ({ scheme }) => scheme.key === 'base64' && scheme.encoding === 'base64',
  ],
  [
    'an unknown version after it',
    (value, random) => `${value} v9,${random.bytes(8).toString('hex')}`,
    ({ scheme }) => scheme.key === 'base64' && scheme.encoding === 'base64',
  ],
  [
    'an Ed25519 signature before it',
    (value, random) => `v1a,${random.bytes(64).toString('base64')} ${value}`,
    ({ scheme }) => scheme.key === 'base64' && scheme.encoding === 'base64',
  ],
  [
    'another v1 after it',
    (value, random) => `${value},v1=${hexDigest(random)}`,
    ({ scheme }) => scheme.name === 'stripe',
  ],
  [
    'a v0 after it',
    (value, random) => `${value},v0=${hexDigest(random)}`,
    ({ scheme }) => scheme.name === 'stripe',
  ],
  [
    'another h1 after it',
    (value, random) => `${value};h1=${hexDigest(random)}`,
    ({ scheme }) => scheme.name === 'paddle',
  ],
]

/** A valid request of an unusual form. */
export function odd(random: Random): Drawn {
  const of = making(random)
  const [name, bodyOf] = random.pick(Object.entries(oddBodies))
  const sent = bodyOf(of.sent, random)
  const [way, change] = random.pick(oddHeaders.filter(([, , exists]) => exists(of)))
  const isUpper = random.chance(0.3)
  const isCrowded = random.chance(0.3)
  const headersOf = (headers: HeaderPair[]): HeaderPair[] => [
    ...(isCrowded
      ? ([
          ['x-trace', 'a'],
          ['x-trace', 'b'],
          ['x-empty', ''],
        ] as HeaderPair[])
      : []),
    ...headers.map(
      ([header, value]): HeaderPair => [
        isUpper ? header.toUpperCase() : header,
        header === of.scheme.header ? change(value, random) : value,
      ],
    ),
  ]
  return drawn({ ...of, sent, signed: { ...of.signed, body: sent }, headersOf }, [name, way])
}

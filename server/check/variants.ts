/**
 * The wrong ways in which receivers are known to verify, as deliveries that only such a receiver accepts. They are the mistakes
 * of the search for causes (verification/accidents), made on purpose while signing.
 * Over 300 lines: one list of wrong ways, by the part of a delivery that each changes.
 */

import { nobodysSecret } from '../faults/signing.ts'
import { compiled } from '../signing/compiled.ts'
import { type Content, contentOf, signedParts } from '../signing/content.ts'
import { keyOf } from '../signing/digest.ts'
import { methods } from '../signing/methods.ts'
import { isTemplated, type Recipe } from '../signing/recipe.ts'
import type { Recipes } from '../signing/recipes.ts'
import type { Template } from '../signing/template.ts'
import { bodyTurns } from '../verification/accidents/bodies.ts'
import { bodyForms } from '../verification/accidents/body-forms.ts'
import { digestTurns } from '../verification/accidents/digests.ts'
import { frameTurns } from '../verification/accidents/frames.ts'
import { schemeTurns } from '../verification/accidents/schemes.ts'
import { mistakenKeys } from '../verification/accidents/secrets.ts'
import { urlTurns } from '../verification/accidents/urls.ts'
import { headerMap } from '../verification/read.ts'
import type { Rank } from '../verification/search/accident.ts'
import type { HeaderPair } from '../wire.ts'
import { plural } from '../words/plural.ts'
import { signaturesIn, turnedAround, withSignatures } from './alter.ts'
import type { Kit, Planned, Signed } from './probe.ts'

/** One wrong way of signing. */
interface Change {
  code: string
  /** What exactly is other, such as the name of a header. */
  detail: string
  /** How likely: 0 goes first. */
  rank: Rank
  recipe?: (recipe: Recipe) => Recipe
  secret?: string
  body?: (body: Buffer) => Buffer | undefined
  /** How far the signed time is from now, in seconds. */
  skewS?: number
  /** Signs again, otherwise. */
  sign?: Alter
  headers?: Alter
}

type Alter = (headers: readonly HeaderPair[], made: Made) => HeaderPair[]

/** What a delivery is made of. */
interface Made extends Signed {
  recipe: Recipe
  secret: string
  /** What is signed. */
  body: Buffer
  url: string
}

/** A wrong way, or two of them together. */
export interface Variant {
  code: string
  detail: string
  also?: { code: string; detail: string }
  rank: number
  /**
   * Undefined where it is the right way after all.
   * @param isForged the same with a wrong signature, signed in the same second
   */
  make(planned: Planned, isForged?: boolean): Planned | undefined
}

const textOf = ({ texts, slots }: Template): string =>
  texts.map((text, at) => text + (at < slots.length ? `{${slots[at]}}` : '')).join('')

const withSigns = (recipe: Recipe, template: Template): Recipe => ({
  ...recipe,
  signs: Object.fromEntries(Object.keys(recipe.signs).map((label) => [label, textOf(template)])),
})

/** The key as another key than the scheme's rules make of the secret. */
function keyChanges({ recipe, secret }: Kit): Change[] {
  const known = { of: { kind: 'given' as const, id: null }, secret }
  return mistakenKeys(recipe, [known]).flatMap(({ accidents: [accident], rank, ...used }): Change[] => {
    if (!accident) return []
    const change = { code: accident.cause, detail: accident.received ?? '', rank }
    if (recipe.method !== 'hmac' && recipe.method !== 'message') return [{ ...change, secret: used.secret }]
    if (!used.bytes) return []
    // An HMAC fills its key with zeros, so a zero is the same as no key.
    const key = used.bytes.length > 0 ? used.bytes : Buffer.alloc(1)
    return [{ ...change, recipe: (before) => ({ ...before, key: 'hex' }), secret: key.toString('hex') }]
  })
}

/** Parts left out, in another order, joined otherwise; the way of other schemes. */
function frameChanges({ recipe }: Kit, recipes: Recipes): Change[] {
  if (recipe.method === 'message')
    return frameTurns(recipe).map(
      ({ accident: { cause, detail }, rank, content = {}, ...turn }): Change => ({
        code: cause === 'letter_case' ? 'part_signed' : cause,
        detail,
        rank,
        recipe: (before) => ({ ...before, ...turn.recipe }),
        sign: resigned(content),
      }),
    )
  if (!isTemplated(recipe)) return []
  const own = frameTurns(recipe).flatMap(({ accident, rank, signs }): Change[] =>
    signs
      ? [{ code: accident.cause, detail: textOf(signs), rank, recipe: (before) => withSigns(before, signs) }]
      : [],
  )
  const others = schemeTurns(recipes, recipe).flatMap(({ accident, scheme, signs }): Change[] =>
    scheme && signs && scheme.method === recipe.method
      ? [
          {
            code: accident.cause,
            detail: scheme.scheme,
            rank: 0,
            recipe: (before) => ({
              ...withSigns(before, signs),
              digest: scheme.digest,
              encoding: scheme.encoding,
              key: scheme.key,
              time: scheme.time,
            }),
          },
        ]
      : [],
  )
  return [...own, ...others]
}

/** Deliveries of other vendors altogether, headers included. */
const vendorChanges = ({ recipe }: Kit, recipes: Recipes): Change[] =>
  Object.values(recipes).flatMap((other): Change[] =>
    other.scheme === recipe.scheme || Object.keys(other.signs).length === 0
      ? []
      : [{ code: 'other_scheme', detail: other.scheme, rank: 0, recipe: () => other }],
  )

const encodings = ['base64', 'base64url', 'hex'] as const

function writingChanges({ recipe, scheme }: Kit): Change[] {
  if (recipe.method === 'password') return loginChanges(recipe)
  return [
    ...encodings
      .filter((encoding) => isTemplated(recipe) && encoding !== recipe.encoding)
      .map(
        (encoding): Change => ({
          code:
            encoding === 'hex'
              ? 'hex_for_base64'
              : recipe.encoding === 'hex'
                ? 'base64_for_hex'
                : 'base64url',
          detail: encoding,
          rank: 0,
          recipe: (before) => ({ ...before, encoding }),
        }),
      ),
    ...(['sha1', 'sha256', 'sha512', 'sha384', 'md5'] as const)
      .filter((digest) => recipe.method === 'hmac' && digest !== recipe.digest)
      .map(
        (digest): Change => ({
          code: 'other_digest',
          detail: digest,
          rank: digest === 'sha1' || digest === 'sha512' ? 0 : 1,
          recipe: (before) => ({ ...before, digest }),
        }),
      ),
    ...(recipe.time === 'seconds' && Object.values(recipe.signs).some((text) => text.includes('{ts}'))
      ? [
          {
            code: 'milliseconds',
            detail: 'seconds in the header, milliseconds in the signed text',
            rank: 0 as const,
            recipe: (before: Recipe): Recipe => ({
              ...before,
              signs: Object.fromEntries(
                Object.entries(before.signs).map(([label, text]) => [label, text.replace('{ts}', '{ts}000')]),
              ),
            }),
          },
        ]
      : []),
    ...notations(recipe),
    ...(['milliseconds', 'seconds', 'iso'] as const)
      .filter((time) => time !== recipe.time && isTemplated(recipe) && scheme.sendsTime)
      .map(
        (time): Change => ({
          code: time === 'milliseconds' ? 'milliseconds' : 'other_timestamp',
          detail: time === 'milliseconds' ? 'in the header and the signed text' : time,
          rank: 0,
          recipe: (before) => ({ ...before, time }),
        }),
      ),
  ]
}

/** The signature in the same encoding, and yet as another text. */
function notations({ encoding }: Recipe): Change[] {
  const isHex = encoding === 'hex'
  const written = (code: string, detail: string, write: (signature: string) => string): Change => ({
    code,
    detail,
    rank: 0,
    headers: headerValue((value) =>
      value.replace(isHex ? /[0-9a-f]{32,}/g : /[a-z0-9+/]{22,}={0,2}/gi, write),
    ),
  })
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  if (isHex)
    return [
      written('letter_case', 'upper case', (hex) => hex.toUpperCase()),
      written('hex_in_base64', 'base64', base64),
    ]
  return [
    written('hex_in_base64', 'base64', (text) => base64(Buffer.from(text, 'base64').toString('hex'))),
    written('base64_unpadded', 'base64', (text) => text.replace(/=+$/, '')),
    written('base64url', 'base64 for URLs', (text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ]
}

/** Plain hashes and other uses of a hash function than an HMAC of the content. */
function hashChanges({ recipe }: Kit): Change[] {
  if (recipe.method !== 'hmac') return []
  return digestTurns(recipe)
    .filter(({ rank, accident }) => rank < 2 && accident.cause !== 'other_digest')
    .flatMap((turn): Change[] =>
      (['own', 'text'] as const).map((form) => ({
        code: turn.accident.cause,
        detail: turn.accident.received ?? '',
        rank: 1,
        sign(headers, made) {
          const key = form === 'own' ? keyOf(made.secret, recipe.key) : Buffer.from(made.secret)
          const [label = ''] = compiled(recipe).signs.keys()
          const parts = signedParts(recipe, label, contentOf(made, new Map(), made))
          const value = key && parts && Buffer.from(turn.make(key, parts), 'latin1').toString(recipe.encoding)
          return withSignatures(recipe, (own) => value ?? own)(headers, made)
        },
      })),
    )
}

/** Replaces the value of the signature's header. */
const headerValue =
  (change: (value: string, made: Made) => string): Alter =>
  (headers, made) =>
    headers.map(([name, value]) => [
      name,
      name.toLowerCase() === compiled(made.recipe).signatureKey ? change(value, made) : value,
    ])

/** The signature base of RFC 9421 made of other parts. */
const resigned =
  (content: Partial<Content>): Alter =>
  (headers, made) => {
    const { recipe, secret, body, url } = made
    const map = headerMap(headers)
    const presented = methods[recipe.method].present(recipe, map)
    const asked = { ...contentOf({ body, url }, map, presented), ...content }
    const value = methods[recipe.method].expected(recipe, secret, presented, asked)
    return headerValue((before) => value ?? before)(headers, made)
  }

const users = ['', 'user', 'username', 'admin', 'api', 'webhooks', 'root', 'test']

/** Other users for the same password, and the password in other words. */
function loginChanges(recipe: Recipe): Change[] {
  const forms = ['Bearer ', 'Token ', 'token=', '']
  return [
    ...users
      .filter((user) => user !== recipe.user)
      .map(
        (user): Change => ({
          code: 'other_user',
          detail: user === '' ? 'no user' : `the user ${user}`,
          rank: 0,
          recipe: (before) => ({ ...before, user }),
        }),
      ),
    ...forms.map(
      (form): Change => ({
        code: 'other_credentials',
        detail: `${form}<secret>`,
        rank: 0,
        headers: headerValue((_, { secret }) => form + secret),
      }),
    ),
  ]
}

/** Header names that receivers read in place of the scheme's. */
const otherNames = [
  'x-signature',
  'signature',
  'x-webhook-signature',
  'webhook-signature',
  'x-hub-signature-256',
  'x-hub-signature',
  'x-signature-256',
  'x-hmac-signature',
  'x-authorization',
  'x-api-key',
  'x-webhook-secret',
]

function headerChanges({ recipe }: Kit): Change[] {
  const { signatureKey, items } = compiled(recipe)
  const label = items.find((item) => item.label !== undefined)?.template.texts[0] ?? ''
  const labelled = (other: string, rank: Change['rank'] = 0): Change => ({
    code: label === '' || other === '' ? 'version_prefix_missing' : 'version_prefix_wrong',
    detail: other === '' ? 'no label' : other,
    rank,
    headers: headerValue((value) => (label === '' ? other + value : value.replaceAll(label, other))),
  })
  const renamed = (detail: string, rename: (name: string) => string): Change => ({
    code: 'other_header',
    detail,
    rank: 0,
    headers: (headers) => headers.map(([name, value]) => [rename(name), value]),
  })
  const families = [
    ['webhook-', 'svix-'],
    ['webhook-', 'x-webhook-'],
    ['svix-', 'webhook-'],
  ] as const
  return [
    ...['', 'sha256=', 'v1=', 'v1,', 'v0=', 'v1:', 'sha1=']
      .filter((other) => other !== label)
      .map((other) => labelled(other)),
    ...families
      .filter(([from]) => signatureKey.startsWith(from))
      .map(([from, to]) =>
        renamed(`${to}signature`, (name) =>
          name.toLowerCase().startsWith(from) ? to + name.slice(from.length) : name,
        ),
      ),
    ...otherNames
      .filter((other) => other !== signatureKey)
      .map((other) => renamed(other, (name) => (name.toLowerCase() === signatureKey ? other : name))),
    {
      code: 'other_header',
      detail: 'authorization: Bearer …',
      rank: 0,
      headers: (headers) =>
        headers.map(([name, value]) =>
          name.toLowerCase() === signatureKey ? ['authorization', `Bearer ${value}`] : [name, value],
        ),
    },
  ]
}

function urlChanges({ recipe }: Kit, url: string): Change[] {
  const content = { ...contentOf({ body: Buffer.alloc(0), url }, new Map(), {}), url }
  return urlTurns(recipe, content).flatMap(({ rank, accident, ...turn }): Change[] => {
    const change = { code: accident.cause, rank }
    const { url: other } = turn.recipe ?? {}
    if (other !== undefined)
      return [{ ...change, detail: other, recipe: (before) => ({ ...before, url: other }) }]
    const method = turn.content?.method
    return method === undefined ? [] : [{ ...change, detail: method, sign: resigned({ method }) }]
  })
}

/** What the parsers of forms and parameters of a language make of a body that is no form. */
const unread: Readonly<Record<string, string>> = {
  '{}': 'an empty object, {},',
  '[]': 'an empty list, [],',
  null: 'the word null',
}

const unreadChanges = Object.entries(unread).map(
  ([text, detail]): Change => ({
    code: 'body_not_read',
    detail,
    rank: 0,
    body: () => Buffer.from(text),
  }),
)

/** Every half hour of any time zone, and some minutes of a clock that is wrong. */
const offMinutes = [10, 20, ...Array.from({ length: 28 }, (_, at) => (at + 1) * 30)]

function clockChanges({ scheme }: Kit): Change[] {
  if (!scheme.sendsTime || scheme.toleranceS === null) return []
  return offMinutes.flatMap((minutes) =>
    [-minutes, minutes].map(
      (off): Change => ({
        code: 'clock_off',
        detail: `about ${minutes < 60 ? `${minutes} minutes` : plural(minutes / 60, 'hour', 'hours')} ${off < 0 ? 'behind' : 'ahead'}`,
        rank: 1,
        skewS: off * 60,
      }),
    ),
  )
}

/** What becomes of a body that is parsed and written again, or decoded and encoded, before it is verified. */
function bodyChanges(url: string, body: Buffer): Change[] {
  const content = { url, contentType: 'application/json' }
  // Each change is a request to the receiver, so rare mistakes are left out. What one language prints for an object is
  // rare in the others, but usual in that language.
  const usual = bodyTurns(body, content).filter(
    ({ rank, accident }) => rank < 2 || accident.cause === 'object_signed',
  )
  const turns = usual.map(
    (turn): Change => ({
      code: turn.accident.cause,
      detail: turn.accident.detail,
      rank: turn.rank,
      body(bytes) {
        const forms = bodyForms(bytes)
        if (turn.applies?.(forms) === false) return undefined
        return turn.make(forms, { most: 1_000_000, wasExceeded: () => undefined })
      },
    }),
  )
  return [...unreadChanges, ...turns]
}

function variantOf(kit: Kit, url: string, changes: readonly Change[]): Variant {
  const [first, second] = changes
  return {
    code: first?.code ?? '',
    detail: first?.detail ?? '',
    ...(second && { also: { code: second.code, detail: second.detail } }),
    // Many a precise mistake makes the signature of another scheme as well.
    rank: changes.reduce((sum, { rank, code }) => sum + rank + (code === 'other_scheme' ? 1.5 : 1), 0),
    make(planned, isForged = false) {
      let recipe = planned.recipe ?? kit.recipe
      let made = planned
      const sent = planned.body ?? Buffer.from(JSON.stringify(planned.draft.payload))
      for (const { recipe: change, secret, body, skewS } of changes) {
        if (change) recipe = change(recipe)
        if (secret !== undefined) made = { ...made, secrets: [secret] }
        if (skewS !== undefined) made = { ...made, skewS }
        if (!body) continue
        const signedBody = body(made.signedBody ?? sent)
        if (!signedBody || signedBody.equals(sent)) return undefined
        made = { ...made, signedBody }
      }
      const { alter } = planned
      const isNobodys = isForged && recipe.method === 'password'
      if (isNobodys) recipe = { ...recipe, password: undefined }
      const secret = isNobodys ? nobodysSecret(kit.random) : (made.secrets?.[0] ?? kit.secret)
      return {
        ...made,
        secrets: [secret],
        body: sent,
        recipe,
        alter(headers, signed) {
          const all = { ...signed, recipe, secret, body: made.signedBody ?? sent, url }
          const apply = (before: HeaderPair[], steps: readonly Alter[]) =>
            steps.reduce((now, step) => step(now, all), before)
          const resigned = apply(
            [...headers],
            changes.flatMap(({ sign }) => sign ?? []),
          )
          const own = { ...signed, signatures: signaturesIn(recipe, resigned) }
          const spoilt = isForged ? withSignatures(recipe, turnedAround)(resigned, own) : resigned
          const altered = alter?.(spoilt, signed) ?? spoilt
          return apply(
            altered,
            changes.flatMap(({ headers: change }) => change ?? []),
          )
        },
      }
    },
  }
}

/** A receiver that writes the parsed body again loses the fields that its types do not have. */
const dropped: Change = {
  code: 'fields_dropped',
  detail: '',
  rank: 0,
  body(bytes) {
    const known: unknown = JSON.parse(bytes.toString('utf8'), (name, value: unknown) =>
      name === 'new_field' ? undefined : value,
    )
    return Buffer.from(JSON.stringify(known))
  },
}

/** The wrong ways for a refused delivery with a new field. */
export const variantsOfNewField = (kit: Kit, url: string, body: Buffer): Variant[] => [
  variantOf(kit, url, [dropped]),
  ...bodyChanges(url, body)
    .filter(({ rank }) => rank === 0)
    .map((change) => variantOf(kit, url, [dropped, change])),
]

/**
 * The wrong ways for a refused delivery, likely ones first, then pairs of likely ones.
 * @param isPlain whether the delivery was refused though it has no peculiarity of its own: then only its body is in question
 */
export function variantsFor(
  kit: Kit,
  { recipes, url, body, isPlain }: { recipes: Recipes; url: string; body: Buffer; isPlain: boolean },
): Variant[] {
  const bodies = bodyChanges(url, body)
  // Each wrong way is a request to the receiver, so the rarest are left out.
  const one = (changes: readonly Change[]) =>
    changes.filter(({ rank }) => rank < 3).map((change) => variantOf(kit, url, [change]))
  if (!isPlain) return one(bodies).toSorted(byRank)
  const [keys, frames, writings, headers, urls, vendors] = [
    keyChanges(kit),
    frameChanges(kit, recipes),
    writingChanges(kit),
    headerChanges(kit),
    urlChanges(kit, url),
    vendorChanges(kit, recipes),
  ]
  const hashes = hashChanges(kit)
  const likely = (changes: readonly Change[]) => changes.filter(({ rank }) => rank === 0)
  const pairs = (some: readonly Change[], others: readonly Change[]) =>
    likely(some).flatMap((first) => likely(others).map((second) => variantOf(kit, url, [first, second])))
  const singles = one([
    ...keys,
    ...frames,
    ...writings,
    ...headers,
    ...urls,
    ...vendors,
    ...hashes,
    ...clockChanges(kit),
    ...bodies,
  ])
  return [
    ...singles.toSorted(byRank),
    ...pairs(keys, vendors),
    ...pairs(keys, frames),
    ...pairs(keys, writings),
    ...pairs(keys, headers),
    ...pairs(frames, writings),
    ...pairs(writings, headers),
    ...pairs(frames, headers),
    ...pairs(bodies, keys),
    ...pairs(urls, keys),
  ]
}

const byRank = (a: Variant, b: Variant) => a.rank - b.rank

import type { HeaderPair, Verdict } from '../wire.ts'
import { createBudget } from './budget.ts'
import { equalInConstantTime, keyOf } from './digest.ts'
import { hmacOf } from './hmac.ts'
import type { KnownSecret, VerifyInput } from './input.ts'
import { provedCause, unsigned } from './verdicts.ts'

type Digest = 'sha1' | 'sha256' | 'sha512'
type Encoding = 'hex' | 'base64' | 'base64url'

/** What may be a signature, in a header that no scheme has. */
interface Place {
  header: string
  /** The header's value as a recipe of one's own writes it. */
  template: string
  signature: string
  digest: Digest
  encoding: Encoding
  /** A time that stands in the same header. */
  timestamp?: string
}

/** A header that holds nothing but what may be signed too. */
interface Sent {
  header: string
  value: string
}

/** How many headers are looked at, and how many secrets are tried. */
const [mostPlaces, mostSecrets] = [6, 16]

/** The keys that a recipe of one's own makes of a secret, by what it calls them. */
const keys = [
  ['text', 'text'],
  ['base64', 'whsec-base64'],
  ['hex', 'hex'],
] as const

const hexLengths: Record<number, Digest> = { 40: 'sha1', 64: 'sha256', 128: 'sha512' }
const base64Lengths: Record<number, Digest> = { 28: 'sha1', 44: 'sha256', 88: 'sha512' }

/** The digest that a text may be, by its length and its letters. */
function formOf(text: string): Pick<Place, 'digest' | 'encoding'> | undefined {
  const isHex = /^[0-9a-f]+$/.test(text)
  const digest = isHex ? hexLengths[text.length] : base64Lengths[text.length]
  if (digest === undefined) return undefined
  if (isHex) return { digest, encoding: 'hex' }
  if (/^[A-Za-z0-9+/]+={1,2}$/.test(text)) return { digest, encoding: 'base64' }
  return /^[\w-]+={1,2}$/.test(text) ? { digest, encoding: 'base64url' } : undefined
}

/** `sha256=…` and the like, or the digest alone. */
function bareIn([header, value]: HeaderPair): Place[] {
  const [, before = '', signature = ''] = /^([A-Za-z][\w-]{0,15}[=:, ])?([\w+/=-]{28,128})$/.exec(value) ?? []
  const form = formOf(signature)
  return form ? [{ header, template: `${before}{signature}`, signature, ...form }] : []
}

/** `t=…,v1=…` and the like. */
function datedIn([header, value]: HeaderPair): Place[] {
  const [, before = '', timestamp = '', between = '', signature = ''] =
    /^([a-z_]{1,12}=)(\d{10}|\d{13})([,;] ?[a-z][a-z0-9_]{0,11}=)([\w+/=-]{28,128})$/i.exec(value) ?? []
  const form = formOf(signature)
  if (!form) return []
  return [{ header, template: `${before}{ts}${between}{signature}`, signature, timestamp, ...form }]
}

const placesIn = (headers: readonly HeaderPair[]): Place[] =>
  headers.flatMap((pair) => [...bareIn(pair), ...datedIn(pair)]).slice(0, mostPlaces)

const sentAs = (headers: readonly HeaderPair[], header: RegExp, value: RegExp): Sent | undefined => {
  const found = headers.find(([name, text]) => header.test(name) && value.test(text))
  return found && { header: found[0], value: found[1] }
}

/** What may be signed, the likeliest first. */
const signedBy = (hasTime: boolean, hasId: boolean): string[] => [
  '{body}',
  ...(hasTime ? ['{ts}.{body}', '{ts}{body}', '{ts}:{body}'] : []),
  ...(hasTime && hasId ? ['{id}.{ts}.{body}'] : []),
  '{url}{body}',
]

interface Found {
  place: Place
  known: KnownSecret
  /** As `scheme_options` of the scheme `custom` take it. */
  recipe: Record<string, unknown> & { signs: string }
}

/** The recipe of one's own by which a secret that is known gives what stands in one of the headers. */
function recipeFor({ headers, body, url = '', secrets, otherSecrets }: VerifyInput): Found | undefined {
  const budget = createBudget(body.length)
  const beside = sentAs(headers, /time|date|(?:^|-)ts$/i, /^(?:\d{10}|\d{13})$/)
  const id = sentAs(headers, /(?:^|-)id$/i, /^\S{1,100}$/)
  for (const place of placesIn(headers)) {
    const time = place.timestamp ?? beside?.value
    for (const known of [...secrets, ...otherSecrets].slice(0, mostSecrets))
      for (const [name, form] of keys) {
        const key = keyOf(known.secret, form)
        for (const signs of key ? signedBy(time !== undefined, id !== undefined) : []) {
          if (!budget.takeDigest(body.length)) return undefined
          const slots = { body, url, ts: time ?? '', id: id?.value ?? '' }
          const parts = signs.split(/[{}]/).map((part) => slots[part as keyof typeof slots] ?? part)
          const made = hmacOf(place.digest, key as Buffer, parts, place.encoding)
          if (!equalInConstantTime(padded(made, place), place.signature)) continue
          const carries = {
            ...(signs.includes('{id}') && id && { [id.header]: '{id}' }),
            ...(signs.includes('{ts}') && !place.timestamp && beside && { [beside.header]: '{ts}' }),
            [place.header]: place.template,
          }
          return {
            place,
            known,
            recipe: {
              headers: carries,
              signs,
              ...(place.digest !== 'sha256' && { digest: place.digest }),
              ...(place.encoding !== 'hex' && { encoding: place.encoding }),
              ...(name !== 'text' && { key: name }),
              ...(signs.includes('{ts}') && time?.length === 13 && { time: 'milliseconds' }),
            },
          }
        }
      }
  }
  return undefined
}

/** Node leaves the padding of base64url off. */
const padded = (made: string, { encoding, signature }: Place) =>
  encoding === 'base64url' ? made.padEnd(signature.length, '=') : made

/**
 * The verdict on a request with no header of a known scheme: where another header holds the signature that a known secret
 * gives, that is told, and the recipe by which such requests are verified.
 * @param isQuick whether looking for it is left for later
 */
export function withoutScheme(input: VerifyInput, isQuick: boolean): Verdict {
  const verdict = unsigned()
  const isLookedFor =
    input.secrets.length + input.otherSecrets.length > 0 && placesIn(input.headers).length > 0
  if (!isLookedFor) return verdict
  if (isQuick) return { ...verdict, explained: false }
  const found = recipeFor(input)
  if (!found) return verdict
  const { place, known, recipe } = found
  const detail = `No scheme has the header ${place.header}, which holds a signature all the same: that of ${recipe.signs} by the secret of ${known.of}.`
  const fix = `Set the scheme of this endpoint to custom, with scheme_options ${JSON.stringify(recipe)}.`
  return {
    ...verdict,
    reason: detail,
    hint: fix,
    causes: [provedCause({ cause: 'other_scheme', detail, fix, received: place.header })],
  }
}

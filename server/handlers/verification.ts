/** Derives from a recipe how a generated receiver verifies. */
import { compiled } from '../signing/compiled.ts'
import { isTemplated, keyForms, type Recipe } from '../signing/recipe.ts'
import { type Template, templateOf } from '../signing/template.ts'
import { remarks, says, trapOf } from './messages.ts'

/** A value's place in a request: its own header, or an item of the signature header. */
type Place = { header: string } | { prefix: string }

/** A piece of the signed content: text with the slots `id`, `ts`, `url` and `form`, or the body's bytes. */
export type Piece = Template | 'body'

/** How a receiver verifies a recipe, as values that fill the templates of all languages. */
export interface Verification {
  flags: Readonly<Record<string, boolean>>
  texts: Readonly<Record<string, string>>
  /** The signed content. Empty for methods without a template. */
  pieces: readonly Piece[]
}

/** A component that receivers support: method, target URI, or a header in lower case. */
const component = '"(?:@method|@target-uri|[a-z0-9_-]+)"'

/** A parameter's value. A quoted value may contain delimiters. */
const value = String.raw`"(?:[^"\\]|\\.)*"|[^;,\s"]+`

/** An entry of Signature-Input: label, complete value, and covered components. */
const input = String.raw`([a-z*][\w.*-]*)=(\((${component}(?: ${component})*)\)(?:;[a-z*][\w.*-]*(?:=(?:${value}))?)*)`

/** A parameter of an entry: name and value. */
const parameter = String.raw`;([a-z*][\w.*-]*)=(${value})`

/** Java backtracks by recursion, so a long header would overflow its stack. Possessive quantifiers do not backtrack. */
const possessive = (pattern: string) => pattern.replaceAll(')*', ')*+')

/** The patterns with which receivers parse headers of RFC 9421 and RFC 9530, and timestamps. */
const patterns = {
  digest: '(sha-256|sha-512)=:([A-Za-z0-9+/=]+):',
  signature: String.raw`([a-z*][\w.*-]*)=:([A-Za-z0-9+/=]*):`,
  input,
  'possessive input': possessive(input),
  parameter,
  'possessive parameter': possessive(parameter),
  seconds: '[0-9]{1,15}',
  milliseconds: '[0-9]{13,15}',
  /** RFC 3339 requires seconds and a time zone. */
  iso: String.raw`[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})`,
}

/** What a recipe needs that only the receivers for Node verify. */
export const onlyInNode = ({ method, key, signs }: Recipe): string[] =>
  [
    method === 'hash' && 'the hash of a text with {secret}',
    method === 'ecdsa' && 'ECDSA signatures (the key p-256)',
    method === 'message' && key === 'p-256' && 'HTTP Message Signatures with ES256',
    Object.values(signs).some((text) => text.includes('{body_sha256}')) && 'the digest {body_sha256}',
  ].filter((one) => one !== false)

/**
 * Derives the verification of a recipe. Returns a sentence if there is none.
 * @param path the receiver's path, such as /webhooks, without characters that a router would interpret
 */
export function verificationOf(recipe: Recipe, path = '/webhooks'): Verification | string {
  const { items, signatureHeader = '', places } = compiled(recipe)
  const { method, scheme, time, leadS } = recipe
  const isByTemplate = isTemplated(recipe) || method === 'hash'
  // The strongest signature is the last in the recipe's order.
  const label = Object.keys(recipe.signs).at(-1) ?? ''
  const pieces = isByTemplate ? piecesOf(recipe.signs[label] ?? '') : []
  const signs = (slot: string) => pieces.some((piece) => piece !== 'body' && piece.slots.includes(slot))
  const prefixOf = (slot: string) =>
    items.find(({ template }) => template.slots[0] === slot)?.template.texts[0]
  const placeOf = (slot: 'id' | 'ts'): Place | null => {
    const prefix = prefixOf(slot)
    if (prefix !== undefined) return { prefix }
    return places[slot]?.alone === undefined ? null : { header: places[slot].name }
  }
  const [at, id] = [isByTemplate ? placeOf('ts') : null, placeOf('id')]
  if (isByTemplate) {
    if (items.some(({ template: { texts, slots } }) => slots.length !== 1 || texts.at(-1) !== ''))
      return `The header ${signatureHeader} of ${scheme} is not a list of items that each end with one placeholder, such as t={ts},v1={signature}.`
    const within = (!at && places.ts) || (!id && signs('id') && places.id)
    if (within) return `The header ${within.name} of ${scheme} contains other text besides its placeholder.`
  }
  const timeForm = at ? time : null
  const prefix = isByTemplate ? (prefixOf(label) ?? '') : ''
  const tolerance = recipe.toleranceS ?? 300
  const written = (recipe.headers[signatureHeader] ?? '').replace(/\{\w+\}/g, '...')
  const malformed = `The header ${signatureHeader} must have the form ${written}.`
  const lacks = (place: Place | null) => (place && 'header' in place ? missing(place.header) : malformed)
  return {
    pieces,
    flags: {
      ...oneOf('kind', ['hmac', 'hash', 'ed25519', 'ecdsa', 'message', 'jwt', 'password', 'none'], method),
      templated: isByTemplate,
      ...oneOf('key', Object.keys(keyForms), recipe.key),
      'public-key': recipe.key === 'ed25519' || recipe.key === 'ed25519-hex',
      ...oneOf('encoding', ['hex', 'base64', 'base64url'], recipe.encoding),
      ...oneOf('digest', ['md5', 'sha1', 'sha256', 'sha384', 'sha512'], recipe.digest),
      several: isByTemplate && recipe.repeats !== null,
      // Whether the header is parsed item by item.
      items: isByTemplate && (recipe.repeats !== null || prefix !== ''),
      ...placed('time', at),
      timed: at !== null,
      ...oneOf('time', ['seconds', 'milliseconds', 'iso'], timeForm),
      limited: at !== null && recipe.toleranceS !== null,
      'past-only': leadS === null,
      ...placed('id', id),
      'id-first': isByTemplate && id !== null && (signs('id') || 'prefix' in id),
      url: method === 'message' || signs('url'),
      query: signs('form'),
      'body-digest': signs('body_sha256'),
      // The signature covers the header's bytes, which many frameworks decode as Latin-1.
      'header-text': method === 'message' || signs('id'),
      'body-signed': isByTemplate
        ? pieces.includes('body') || signs('form') || signs('body_sha256')
        : method !== 'password',
      strongest: scheme === 'platform',
    },
    texts: {
      ...under('says', says),
      'says missing': missing(signatureHeader),
      'says malformed': malformed,
      'says no time': lacks(at),
      'says no id': lacks(id),
      'says bad time': `The timestamp must be in ${time === 'iso' ? 'ISO 8601' : `Unix ${time}`}.`,
      'says old':
        leadS === null
          ? `The signature is more than ${tolerance} seconds old.`
          : leadS === recipe.toleranceS
            ? `The timestamp differs from now by more than ${tolerance} seconds.`
            : `The signature is more than ${tolerance} seconds old, or its time is in the future.`,
      ...under('remark', remarks),
      'remark head': `Receives webhooks of the scheme ${scheme}. ${recipe.description}`,
      'remark trap': trapOf(recipe),
      ...under('pattern', patterns),
      'pattern time': patterns[time],
      path,
      'path without slash': path.slice(1),
      tolerance: String(tolerance),
      header: signatureHeader,
      'time header': headerIn(at),
      'id header': headerIn(id),
      'user:': `${recipe.user ?? ''}:`,
      separator: recipe.repeats ?? '',
      prefix,
      'time prefix': at && 'prefix' in at ? at.prefix : '',
      'id prefix': id && 'prefix' in id ? id.prefix : '',
      digest: recipe.digest,
      DIGEST: recipe.digest.toUpperCase(),
      encoding: recipe.encoding,
      'more than encoding': recipe.encoding === 'hex' ? 'upper case' : `invalid ${recipe.encoding}`,
    },
  }
}

/** `{address}` equals the requested URL, whose query contains the body's digest. */
function piecesOf(signs: string): Piece[] {
  const texts = signs.replace('{address}', '{url}').split('{body}')
  return texts.flatMap((text, i): Piece[] => [
    ...(i > 0 ? (['body'] as const) : []),
    ...(text === '' ? [] : [templateOf(text)]),
  ])
}

/** One flag `name:value` per possible value. */
export const oneOf = (name: string, values: readonly string[], value: string | null) =>
  Object.fromEntries(values.map((one) => [`${name}:${one}`, one === value]))

const placed = (name: string, place: Place | null) => ({
  [`${name}-in-header`]: place !== null && 'header' in place,
  [`${name}-in-item`]: place !== null && 'prefix' in place,
})

const headerIn = (place: Place | null) => (place && 'header' in place ? place.header : '')

const missing = (header: string) => `The header ${header} is missing.`

const under = (name: string, texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [`${name} ${key}`, text]))

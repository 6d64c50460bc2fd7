import { compiled } from '../signing/compiled.ts'
import { isTemplated, keyForms, type Recipe } from '../signing/recipe.ts'
import { type Template, templateOf } from '../signing/template.ts'
import { remarks, says, trapOf } from './messages.ts'

/** Where a value stands in a request: in a header of its own, or as an item of the signature's header. */
type Place = { header: string } | { prefix: string }

/** A piece of what is signed: text with the gaps `id`, `ts`, `url` and `form`, or the bytes of the body. */
export type Piece = Template | 'body'

/** How a receiver verifies what a recipe signs, in words that the templates of all languages are filled in with. */
export interface Verification {
  /** Condition → whether it holds. */
  flags: Readonly<Record<string, boolean>>
  texts: Readonly<Record<string, string>>
  /** What is signed; nothing where no template says it. */
  pieces: readonly Piece[]
}

/** A component that a receiver can look up: two of the request, or a header by its name as RFC 9421 writes it, in lower case. */
const component = '"(?:@method|@target-uri|[a-z0-9_-]+)"'

/** A value of a parameter: a quoted one may hold whatever else means something here. */
const value = String.raw`"(?:[^"\\]|\\.)*"|[^;,\s"]+`

/** One entry of Signature-Input: its label, all that is signed of it, and what it covers. */
const input = String.raw`([a-z*][\w.*-]*)=(\((${component}(?: ${component})*)\)(?:;[a-z*][\w.*-]*(?:=(?:${value}))?)*)`

/** One parameter of such an entry: its name and its value. */
const parameter = String.raw`;([a-z*][\w.*-]*)=(${value})`

/** Java goes back over a loop by recursion, in which a long header would overflow its stack; never over a possessive one. */
const possessive = (pattern: string) => pattern.replaceAll(')*', ')*+')

/** What receivers read headers of RFC 9421 and RFC 9530 by, and times as the sandbox takes them. */
const patterns = {
  digest: '(sha-256|sha-512)=:([A-Za-z0-9+/=]+):',
  signature: String.raw`([a-z*][\w.*-]*)=:([A-Za-z0-9+/=]*):`,
  input,
  'possessive input': possessive(input),
  parameter,
  'possessive parameter': possessive(parameter),
  seconds: '[0-9]{1,15}',
  milliseconds: '[0-9]{13,15}',
  /** RFC 3339: with seconds and a zone. */
  iso: String.raw`[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})`,
}

/**
 * The verification of a recipe; a text says why there is none.
 * @param path where the receiver listens, such as /webhooks; nothing in it is a pattern to any framework
 */
export function verificationOf(recipe: Recipe, path = '/webhooks'): Verification | string {
  const { items, signatureHeader = '', places } = compiled(recipe)
  const { method, scheme, time, pastOnly } = recipe
  const isByTemplate = isTemplated(recipe)
  // The strongest signature: the last in the recipe's order.
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
      return `The header ${signatureHeader} of ${scheme} is no list of items with one placeholder each at their ends, such as t={ts},v1={signature}.`
    const within = (!at && places.ts) || (!id && signs('id') && places.id)
    if (within)
      return `The header ${within.name} of ${scheme} holds other text beside what is to be read from it.`
  }
  const timeForm = at ? time : null
  const prefix = isByTemplate ? (prefixOf(label) ?? '') : ''
  const tolerance = recipe.toleranceS ?? 300
  const written = (recipe.headers[signatureHeader] ?? '').replace(/\{\w+\}/g, '...')
  const malformed = `The header ${signatureHeader} must read ${written}.`
  const lacks = (place: Place | null) => (place && 'header' in place ? missing(place.header) : malformed)
  return {
    pieces,
    flags: {
      ...oneOf('kind', ['hmac', 'ed25519', 'message', 'jwt', 'password', 'none'], method),
      templated: isByTemplate,
      ...oneOf('key', Object.keys(keyForms), recipe.key),
      'public-key': recipe.key === 'ed25519' || recipe.key === 'ed25519-hex',
      ...oneOf('encoding', ['hex', 'base64', 'base64url'], recipe.encoding),
      ...oneOf('digest', ['md5', 'sha1', 'sha256', 'sha384', 'sha512'], recipe.digest),
      several: isByTemplate && recipe.repeats !== null,
      // Whether the header is read item by item.
      items: isByTemplate && (recipe.repeats !== null || prefix !== ''),
      ...placed('time', at),
      timed: at !== null,
      ...oneOf('time', ['seconds', 'milliseconds', 'iso'], timeForm),
      limited: at !== null && recipe.toleranceS !== null,
      'past-only': pastOnly,
      ...placed('id', id),
      'id-first': isByTemplate && id !== null && (signs('id') || 'prefix' in id),
      url: method === 'message' || signs('url'),
      query: signs('form'),
      // Their text is signed as its bytes were: many frameworks read them as Latin-1.
      'header-text': method === 'message' || signs('id'),
      'body-signed': isByTemplate ? pieces.includes('body') || signs('form') : method !== 'password',
      strongest: scheme === 'platform',
    },
    texts: {
      ...under('says', says),
      'says missing': missing(signatureHeader),
      'says malformed': malformed,
      'says no time': lacks(at),
      'says no id': lacks(id),
      'says bad time': `The time of the signature must be in ${time === 'iso' ? 'ISO 8601' : `Unix ${time}`}.`,
      'says old': `It was signed more than ${tolerance} seconds ${pastOnly ? 'ago' : 'from now'}.`,
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
      'more than encoding': recipe.encoding === 'hex' ? 'upper case' : `what is no ${recipe.encoding}`,
    },
  }
}

/** `{address}` is the URL too: with the body's digest, which stands in its query. */
function piecesOf(signs: string): Piece[] {
  const texts = signs.replace('{address}', '{url}').split('{body}')
  return texts.flatMap((text, i): Piece[] => [
    ...(i > 0 ? (['body'] as const) : []),
    ...(text === '' ? [] : [templateOf(text)]),
  ])
}

/** `name:value` for each of the values that there are. */
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

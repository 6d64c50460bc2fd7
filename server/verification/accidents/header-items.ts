/** Finds the signatures in a header by grammar, whatever the sender made of the scheme's form. */
import { compiled } from '../../signing/compiled.ts'
import type { Presented } from '../../signing/presented.ts'
import { isTemplated, type Recipe } from '../../signing/recipe.ts'
import type { Reading } from '../facts.ts'
import type { Accident } from '../search/accident.ts'
import { digests, otherDigest } from './digests.ts'
import { clip, longestHeader } from './header-texts.ts'

/** A value that may be a signature, and the name before it. */
interface Item {
  name: string
  /** The text between the name and the value. */
  sign: string
  value: string
}

/**
 * A digest as text, with base64's padding only at its end, or its bytes as a language prints them. The = of the padding is no
 * sign between a name and a value.
 */
const digestText = [
  '[0-9a-f]{2}(?:[-: ][0-9a-f]{2}){7,}',
  '(?:\\\\x)?[A-Za-z0-9+/_-]{16,}={0,2}',
  '\\[[-\\d, ]{16,}\\]',
  '<Buffer [0-9a-f ]{16,}>',
  '\\{"type":"Buffer","data":\\[[\\d,]{16,}\\]\\}',
  '-?\\d{1,3}(?:, ?-?\\d{1,3}){15,}',
].join('|')
const itemPattern = new RegExp(
  `(?<=^|[\\s,;&|("'[{])(?:([A-Za-z][\\w-]{0,15})(\\s*[=,:]\\s*|\\s+))?(${digestText})(?=$|[\\s,;&|)"'\\]}])`,
  'gi',
)
/** The maximum number of items that are examined. */
const most = 8

const itemsIn = (raw: string): Item[] =>
  [...raw.slice(0, longestHeader).matchAll(itemPattern)]
    .slice(0, most)
    .map(([, name = '', sign = '', value = '']) => ({ name, sign, value }))

/** The names of the scheme's items with their signs, such as `v1` and `,`. A bare value has neither. */
const ownItems = (recipe: Recipe): { label: string; name: string; sign: string }[] =>
  compiled(recipe).items.flatMap(({ label, template: { texts, slots } }) => {
    if (label === undefined) return []
    const [, name = '', sign = ''] =
      /(?:([A-Za-z][\w-]*)([=,:]))?$/.exec(texts[slots.indexOf(label)] ?? '') ?? []
    return [{ label, name, sign }]
  })

/**
 * Reads signatures whose version prefix is missing, wrong or has another separator.
 * @param header the header that holds the signature, if not the scheme's own
 */
export function readingsByItems(
  recipe: Recipe,
  presented: Presented,
  header = presented.signatureHeader,
): Reading[] {
  const { raw = '', signatureHeader, signatures, ...rest } = presented
  if (!isTemplated(recipe) || raw.trim() === '') return []
  const own = ownItems(recipe)
  const labels = Object.keys(recipe.signs)
  // Describes a template by its form, because its values differ per request.
  const wanted = recipe.headers[signatureHeader]
    ?.replaceAll('{ts}', '<timestamp>')
    .replaceAll('{id}', '<id>')
    .replace(/\{\w+\}/g, '<signature>')
  const read = (cause: Accident['cause'], said: string, value: string): Reading => ({
    accident: {
      cause,
      detail: `The signature is correct, but ${said}.`,
      fix: `Write ${wanted}.`,
      expected: wanted,
      received: clip(raw),
    },
    presented: { ...rest, raw, signatureHeader, signatures: labels.map((label) => ({ label, value })) },
  })

  function readingsOf({ name, sign, value }: Item): Reading[] {
    const isWhole = name + sign + value === raw.trim()
    const [first] = own
    if (first === undefined) return []
    if (first.name === '') {
      if (name === '')
        return isWhole ? [] : [read('header_changed', `${header} contains other text too`, value)]
      const one = read(
        'version_prefix_wrong',
        `preceded by "${name}${sign}" in ${header}, which has no version prefix`,
        value,
      )
      return [one, ...byDigestNamed(recipe, name, one.presented)]
    }
    if (name === '')
      return [
        read(
          'version_prefix_missing',
          isWhole ? `sent alone in ${header} instead of ${wanted}` : `lacks its version in ${header}`,
          value,
        ),
      ]
    const same = own.find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (same === undefined) {
      const other = read('version_prefix_wrong', `labelled "${name}" in ${header}`, value)
      return [other, ...byDigestNamed(recipe, name, other.presented)]
    }
    if (same.sign !== sign) return [read('header_changed', `"${sign}" follows "${name}" in ${header}`, value)]
    return same.name === name
      ? [read('header_changed', `${header} contains other text too`, value)]
      : [read('header_changed', `the version is written "${name}" in ${header}`, value)]
  }

  const known = new Set(signatures.map(({ value }) => value))
  return itemsIn(raw)
    .filter(({ value }) => !known.has(value))
    .flatMap(readingsOf)
}

/** The prefix names another hash function, such as `sha512=`. */
function byDigestNamed(recipe: Recipe, label: string, presented: Presented): Reading[] {
  const digest = digests.find((name) => name === label.toLowerCase().replace('-', ''))
  if (digest === undefined || digest === recipe.digest || recipe.method !== 'hmac') return []
  return [{ accident: otherDigest(recipe, digest), presented, by: { recipe: { ...recipe, digest } } }]
}

/** Mistakes with headers that were sent several times, and with headers that hold several values. */
import { compiled } from '../../signing/compiled.ts'
import type { HeaderMap } from '../../signing/presented.ts'
import type { Facts } from '../facts.ts'
import type { Accident } from '../search/accident.ts'
import { clip } from './header-texts.ts'

type Found = [Accident, HeaderMap]

/** The maximum number of values that are read one by one. */
const most = 8

/** Reads the values of a repeated header, or of a header with several values, one by one. */
export function repeated(facts: Facts, headers: HeaderMap): Found[] {
  const { signatureHeader, idHeader, timestampHeader } = compiled(facts.recipe)
  return [signatureHeader, idHeader, timestampHeader].flatMap((name) => {
    if (name === undefined) return []
    const sent = valuesOf(facts, name)
    if (sent.length > 1) return ofSeveral(facts, headers, name, sent)
    // A date in HTTP's or a locale's format contains a comma.
    return ofOne(headers, name, name === timestampHeader ? /^\d{4}/ : /^/)
  })
}

/** The values of a header as they were sent, before HTTP joins them. */
export const valuesOf = ({ input }: Pick<Facts, 'input'>, name: string): string[] =>
  input.headers.filter(([sent]) => sent.toLowerCase() === name.toLowerCase()).map(([, value]) => value)

/** One value counts, or the values are the parts of a single one. */
function ofSeveral({ recipe }: Facts, headers: HeaderMap, name: string, sent: readonly string[]): Found[] {
  const different = [...new Set(sent)]
  const parts = sent.slice(0, most)
  const isSame = different.length === 1
  const singles = different
    .slice(0, most)
    .map((value) =>
      found(
        headers,
        name,
        value,
        sent.join(', '),
        isSame
          ? `${name} was sent more than once, with the same value. Verifiers join the values by a comma.`
          : `${name} was sent more than once, with different values. The signature fits only one of its values.`,
      ),
    )
  const signs = [...new Set([',', recipe.repeats ?? ','])]
  const whole = signs.map((sign) => {
    const at = sign === ' ' ? 'space' : sign.trim() === ',' ? 'comma' : `"${sign}"`
    const [accident, map] = found(
      headers,
      name,
      parts.join(sign),
      sent.join(', '),
      `${name} was split at its ${at} into ${parts.length} headers. Joined again, the signature is correct.`,
    )
    const fix = 'Send the header once. Look for an adapter or a proxy that splits headers at commas.'
    return [{ ...accident, fix }, map] satisfies Found
  })
  return [...singles, ...whole]
}

/** A header that something joined from several values. */
function ofOne(headers: HeaderMap, name: string, form: RegExp): Found[] {
  const value = headers.get(name.toLowerCase()) ?? ''
  const parts = value.split(/,\s+|,(?=v\d+a?,|sha\d+=)/).map((part) => part.replace(/,$/, ''))
  if (parts.length < 2 || parts.length > most || parts.some((part) => /^v\d+a?$/.test(part))) return []
  if (!parts.every((part) => form.test(part))) return []
  const said = `${name} contains several values joined by a comma. The signature fits only one of its values.`
  return [...new Set(parts)].map((part) => found(headers, name, part, value, said))
}

const found = (headers: HeaderMap, name: string, right: string, came: string, detail: string): Found => [
  { cause: 'header_repeated', detail, expected: clip(right), received: clip(came) },
  new Map(headers).set(name.toLowerCase(), right),
]

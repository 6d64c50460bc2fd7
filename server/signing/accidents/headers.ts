import type { Accident, FrameTurn } from '../accident.ts'
import { compiled } from '../compiled.ts'
import type { Content } from '../content.ts'
import { methods } from '../methods.ts'
import type { HeaderMap, Presented } from '../presented.ts'
import type { Recipe } from '../recipe.ts'

/** Another reading of the headers: as they were before something on the way changed them. */
export interface Reading {
  accident: Accident
  presented: Presented
}

/** What may have happened to the header that holds the signature, and what it was before. */
function rewritten(recipe: Recipe, raw: string): [Accident, string][] {
  const header = compiled(recipe).signatureHeader ?? ''
  const label = Object.keys(recipe.signs).join('|') || 'v1'
  const tell = (detail: string, before: string): [Accident, string] => [
    { cause: 'header_changed', detail: `${header} ${detail}.`, expected: clip(before), received: clip(raw) },
    before,
  ]
  const found = [
    tell(
      'has spaces in place of + signs: something decoded it as a form',
      raw.trim().replace(new RegExp(` (?!(?:${label})[=,])`, 'g'), '+'),
    ),
    tell('has quotation marks around it', raw.trim().replace(/^(["'])(.*)\1$/s, '$2')),
    tell('has white space within', raw.replace(/\s+/g, '')),
    tell('is percent-encoded', percentDecoded(raw)),
    tell('has lower-case letters in place of its own', raw.replace(new RegExp(`^(${label})`, 'i'), lowered)),
    tell('has a newline or its escape within', raw.replace(/\\[nr]|[\r\n]/g, '')),
  ]
  return found.filter(([, before]) => before !== raw)
}

const lowered = (text: string) => text.toLowerCase()
const clip = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text)

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The values of headers that were sent twice, read one by one. */
function repeated(recipe: Recipe, headers: HeaderMap): [Accident, HeaderMap][] {
  const { signatureHeader, idHeader, timestampHeader } = compiled(recipe)
  return [signatureHeader, idHeader, timestampHeader].flatMap((name) => {
    const key = name?.toLowerCase() ?? ''
    const value = headers.get(key) ?? ''
    const parts = value.split(/,\s+|,(?=v\d+a?,)/).map((part) => part.replace(/,$/, ''))
    if (parts.length < 2 || parts.length > 8) return []
    return [...new Set(parts)].map((part): [Accident, HeaderMap] => [
      {
        cause: 'header_repeated',
        detail: `${name} was sent more than once; the signature fits one of its values alone.`,
        expected: clip(part),
        received: clip(value),
      },
      new Map(headers).set(key, part),
    ])
  })
}

/** The text of a signature where the version before it is missing or another. */
function withoutVersion(
  recipe: Recipe,
  { raw = '', signatureHeader, signatures, ...rest }: Presented,
): Reading[] {
  const labels = Object.keys(recipe.signs)
  if (
    signatures.length > 0 ||
    labels.length === 0 ||
    (recipe.method !== 'hmac' && recipe.method !== 'ed25519')
  )
    return []
  const wanted = recipe.headers[signatureHeader]
  const read = (accident: Accident, value: string): Reading => ({
    accident: { ...accident, fix: `Write ${wanted}.`, expected: wanted, received: clip(raw) },
    presented: { ...rest, raw, signatureHeader, signatures: labels.map((label) => ({ label, value })) },
  })
  const found: Reading[] = []
  const value = raw.trim()
  if (value === '') return []
  found.push(
    read(
      {
        cause: 'version_prefix_missing',
        detail: `The signature is right, but ${signatureHeader} holds nothing else.`,
      },
      value,
    ),
  )
  for (const item of value.split(/[,;] *(?=[\w-]+=)| +/)) {
    const [, label = '', text = ''] = /^([A-Za-z][\w-]{0,15})[=,](.+)$/s.exec(item) ?? []
    if (text !== '' && !labels.includes(label))
      found.push(
        read(
          {
            cause: 'version_prefix_wrong',
            detail: `The signature is right, but stands as "${label}" in ${signatureHeader}.`,
          },
          text,
        ),
      )
    else if (text === '' && item !== value)
      found.push(
        read(
          {
            cause: 'version_prefix_missing',
            detail: `The signature is right, but stands without its version in ${signatureHeader}.`,
          },
          item,
        ),
      )
  }
  return found.slice(0, 6)
}

/** Every other reading of the headers; few, and each is tried with the right secrets alone. */
export function readingsOf(recipe: Recipe, headers: HeaderMap, presented: Presented): Reading[] {
  const { present } = methods[recipe.method]
  const name = compiled(recipe).signatureHeader?.toLowerCase() ?? ''
  const changed = rewritten(recipe, presented.raw ?? '').map(
    ([accident, before]): Reading => ({
      accident,
      presented: present(recipe, new Map(headers).set(name, before)),
    }),
  )
  const single = repeated(recipe, headers).map(
    ([accident, map]): Reading => ({ accident, presented: present(recipe, map) }),
  )
  return [...single, ...changed, ...withoutVersion(recipe, presented)].filter(
    (one) => one.presented.signatures.length > 0,
  )
}

/** RFC 9421 alone signs other headers: how each may have been before a proxy changed it. */
export function coveredHeaderTurns(recipe: Recipe, { signatures }: Presented, content: Content): FrameTurn[] {
  if (recipe.method !== 'message') return []
  const covered = signatures.map(({ input = '' }) => input).join()
  return [...content.headers].flatMap(([name, value]) => {
    if (!covered.includes(`"${name}"`)) return []
    return formsOf(name, value).map(
      (before): FrameTurn => ({
        rank: 0,
        content: { headers: new Map(content.headers).set(name, before) },
        accident: {
          cause: 'header_changed',
          detail: `The signature covers ${name}, and is right for ${JSON.stringify(clip(before))}; ${JSON.stringify(clip(value))} came.`,
          expected: clip(before),
          received: clip(value),
        },
      }),
    )
  })
}

/** The digest that the request claims for its body may be right for another body. */
export function claimTurns(recipe: Recipe): FrameTurn[] {
  const holdsClaims = recipe.method === 'jwt' || recipe.method === 'message' || compiled(recipe).signsAddress
  const detail = 'The signature fits, but the digest that it covers is that of another body.'
  return holdsClaims
    ? [{ rank: 0, content: { anyBody: true }, accident: { cause: 'body_digest', detail, weight: 1.9 } }]
    : []
}

function formsOf(name: string, value: string): string[] {
  const parts = value.split(/,\s*/)
  const forms = [
    value.toLowerCase(),
    value.toUpperCase(),
    value.replace(/\s+/g, ' '),
    value.replace(/\s+/g, ''),
    value.replace(/^"(.*)"$/, '$1'),
    ...(parts.length > 1 ? [...parts, parts.join(', '), parts.join(',')] : []),
  ]
  if (name === 'content-type') {
    const [type = ''] = value.split(';')
    forms.push(
      type,
      ...['; charset=utf-8', ';charset=utf-8', '; charset=UTF-8', ';charset=UTF-8'].map((set) => type + set),
    )
    forms.push('application/json', 'text/plain')
  }
  return [...new Set(forms)].filter((form) => form !== value)
}

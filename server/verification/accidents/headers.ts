import { compiled, formOf } from '../../signing/compiled.ts'
import type { Content } from '../../signing/content.ts'
import { methods } from '../../signing/methods.ts'
import type { HeaderMap, Presented } from '../../signing/presented.ts'
import { isTemplated, type Recipe } from '../../signing/recipe.ts'
import type { Facts, Reading } from '../facts.ts'
import type { Accident, FrameTurn } from '../search/accident.ts'
import { digests, otherDigest } from './digests.ts'
import { readingsByOtherForms, readingsByOtherNames, readingsOfOthers } from './other-readings.ts'
import { percentDecoded } from './percent.ts'

/** What may have happened to the header that holds the signature, and what it was before. */
function rewritten(recipe: Recipe, raw: string): [Accident, before: string][] {
  const header = compiled(recipe).signatureHeader ?? ''
  const label = Object.keys(recipe.signs).join('|') || 'v1'
  const isMessage = recipe.method === 'message'
  const right = `Write ${formOf(recipe, header)}.`
  const [word, withoutWord = raw] = wordWithin(recipe, raw) ?? []
  const rows: Record<string, [before: string, fix?: string]> = {
    'has spaces in place of + signs: something decoded it as a form': [
      raw.trim().replace(new RegExp(` (?!(?:${label})[=,])`, 'g'), '+'),
    ],
    'has quotation marks around it': [raw.trim().replace(/^(["'])(.*)\1$/s, '$2'), right],
    'has quotation marks around a value': [
      isMessage ? raw : raw.replace(/(?<=[=,:])(["'])([^"']*)\1/g, '$2'),
    ],
    'has white space within': [
      raw.replace(/\s+/g, ''),
      'Write it without white space, and have what stands between pass it on as it comes.',
    ],
    'is percent-encoded': [percentDecoded(raw)],
    'has upper-case letters in place of lower-case ones': [
      raw.replace(new RegExp(`^(${label})`, 'i'), (text) => text.toLowerCase()),
      right,
    ],
    'has a newline or its escape within': [raw.replace(/\\[nr]|[\r\n]/g, '')],
    "has a value as an f-string of Python prints bytes: b'…'": [
      raw.replace(/\bb(['"])(.*?)\1/g, '$2'),
      'Make a text of what b64encode gives: base64.b64encode(digest).decode().',
    ],
    'has what openssl or sha256sum prints around a digest': [
      raw.replace(/[\w-]{0,20}\([^()]{0,200}\)= ?| [ *]-$/g, ''),
      'Send the digest alone: openssl dgst prints it as the last word of its line.',
    ],
    [word ?? '']: [withoutWord, right],
    'names its time otherwise': [timeRenamed(recipe, raw), right],
    'has no colons around its value': [
      isMessage ? raw.replace(/=("?)([A-Za-z0-9+/]+={0,2})\1(?=\s*(?:,|$))/g, '=:$2:') : raw,
      'Write sig1=:<signature>:, a byte sequence of RFC 8941.',
    ],
  }
  const others = separated(recipe, raw).map((before): [string, (typeof rows)[string]] => [
    `has another sign between its items than "${recipe.repeats}"`,
    [before, right],
  ])
  return [...Object.entries(rows), ...others]
    .filter(([, [before]]) => before !== raw)
    .map(([said, [before, fix]]) => [
      {
        cause: said === word ? 'version_prefix_wrong' : 'header_changed',
        detail: said === word ? `The signature is right, but ${said} in ${header}.` : `${header} ${said}.`,
        fix,
        expected: clip(before),
        received: clip(raw),
      },
      before,
    ])
}

/** What is said of a word between the version and the signature, as in `sha256=sha256=`, and the header without it. */
function wordWithin({ signs }: Recipe, raw: string): [said: string, before: string] | undefined {
  const label = Object.keys(signs).join('|')
  const twice = new RegExp(
    `((?:^|[\\s,;])(?:${label})[=,])([A-Za-z][\\w-]{0,15}[=,:] ?)(?=[^\\s,;]{16})`,
    'g',
  )
  const [, version = '', word] = twice.exec(raw) ?? []
  if (word === undefined || label === '') return undefined
  const again = version.endsWith(word) ? 'once more' : 'as well'
  return [`"${word.trim()}" stands before it ${again}`, raw.replace(twice, '$1')]
}

/** With the time under the name that the scheme has for it. */
function timeRenamed(recipe: Recipe, raw: string): string {
  const { ts } = compiled(recipe).places
  const [before = ''] = ts?.isItem ? ts.template.texts : []
  return /^\w+=$/.test(before) ? raw.replace(/(?<=^|[,;] ?)(?:t|ts|time|timestamp)=(?=\d)/i, before) : raw
}

/** With the sign that the scheme has between items, where there is none of it and another. */
function separated({ repeats }: Recipe, raw: string): string[] {
  if (repeats === null || raw.includes(repeats)) return []
  return [',', ';', '&']
    .filter((sign) => /^[,;]/.test(repeats) && raw.includes(sign))
    .map((sign) => raw.replaceAll(sign, repeats))
}

const clip = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text)

/** The values of headers that were sent twice, or that hold several, read one by one. */
function repeated({ recipe, input }: Facts, headers: HeaderMap): [Accident, HeaderMap][] {
  const { signatureHeader, idHeader, timestampHeader } = compiled(recipe)
  return [signatureHeader, idHeader, timestampHeader].flatMap((name) => {
    const key = name?.toLowerCase() ?? ''
    const value = headers.get(key) ?? ''
    const parts = value.split(/,\s+|,(?=v\d+a?,|sha\d+=)/).map((part) => part.replace(/,$/, ''))
    if (parts.length < 2 || parts.length > 8 || parts.some((part) => /^v\d+a?$/.test(part))) return []
    // A date, as HTTP or a locale writes it, has a comma of its own.
    if (name === timestampHeader && !parts.every((part) => /^\d{4}/.test(part))) return []
    const isTwice = input.headers.filter(([sent]) => sent.toLowerCase() === key).length > 1
    const said = isTwice ? 'was sent more than once' : 'holds several values joined by a comma'
    return [...new Set(parts)].map((part): [Accident, HeaderMap] => [
      {
        cause: 'header_repeated',
        detail: `${name} ${said}; the signature fits one of its values alone.`,
        expected: clip(part),
        received: clip(value),
      },
      new Map(headers).set(key, part),
    ])
  })
}

/** A signature with whatever stands for its version, and what is between the two. */
const versioned = /^([A-Za-z][\w-]{0,15})([=,:])(.+)$/s

/** A version that names the hash function which was used, as `sha512=` does. */
function byDigestNamed(recipe: Recipe, label: string, presented: Presented): Reading[] {
  const digest = digests.find((name) => name === label.toLowerCase().replace('-', ''))
  if (digest === undefined || digest === recipe.digest || recipe.method !== 'hmac') return []
  return [{ accident: otherDigest(recipe, digest), presented, by: { recipe: { ...recipe, digest } } }]
}

/**
 * The text of a signature where the version before it is missing, another, or set apart by another sign.
 * @param header where it stands, in place of the header that the scheme has for it
 */
function withoutVersion(
  recipe: Recipe,
  { raw = '', signatureHeader, signatures, ...rest }: Presented,
  header = signatureHeader,
): Reading[] {
  const labels = Object.keys(recipe.signs)
  if (labels.length === 0 || !isTemplated(recipe)) return []
  const value = raw.trim()
  if (value === '') return []
  // A template in words: what stands in its place is another for each request.
  const wanted = recipe.headers[signatureHeader]
    ?.replaceAll('{ts}', '<timestamp>')
    .replaceAll('{id}', '<id>')
    .replace(/\{\w+\}/g, '<signature>')
  const read = (cause: Accident['cause'], said: string, text: string): Reading => ({
    accident: {
      cause,
      detail: `The signature is right, but ${said}.`,
      fix: `Write ${wanted}.`,
      expected: wanted,
      received: clip(raw),
    },
    presented: { ...rest, raw, signatureHeader, signatures: labels.map((label) => ({ label, value: text })) },
  })
  if (compiled(recipe).items.some(({ template }) => template.texts.join('') === '')) return readBare()
  if (signatures.length > 0) return []

  /** Where the header holds a signature and nothing else. */
  function readBare(): Reading[] {
    const [, before = '', label = '', text = ''] =
      /^(([A-Za-z][\w-]{0,15})(?:[=,:] *| +))(.{16,})$/s.exec(value) ?? []
    if (text === '') return []
    const one = read(
      'version_prefix_wrong',
      `"${before}" stands before it in ${header}, which has no version`,
      text,
    )
    return [one, ...byDigestNamed(recipe, label, one.presented)]
  }
  const readItem = (item: string): Reading[] => {
    const [, label = '', separator, text = ''] = versioned.exec(item) ?? []
    if (text === '')
      return item === value
        ? []
        : [read('version_prefix_missing', `stands without its version in ${header}`, item)]
    if (!labels.includes(label)) {
      const other = read('version_prefix_wrong', `stands as "${label}" in ${header}`, text)
      return item === value ? [other, ...byDigestNamed(recipe, label, other.presented)] : [other]
    }
    if (wanted?.includes(label + separator)) return []
    const said = `"${separator}" stands behind "${label}" in ${header}`
    return [read('header_changed', said, text)]
  }
  // What has another version before it is no signature as it stands, and looking for it would leave little to look for the rest.
  const isVersioned = /^[A-Za-z][\w-]{0,15}=[^=]/.test(value)
  return [
    ...(isVersioned
      ? []
      : [read('version_prefix_missing', `stands alone in ${header}, where ${wanted} belongs`, value)]),
    ...value.split(/[,;] *(?=[\w-]+=)| +/).flatMap(readItem),
  ].slice(0, 6)
}

/** Every other reading of the headers; few, and each is tried with the right secrets alone. */
export function readingsOf(facts: Facts): Reading[] {
  const { recipe, presented, content } = facts
  const { headers } = content
  const { present } = methods[recipe.method]
  const name = compiled(recipe).signatureHeader?.toLowerCase() ?? ''
  const changed = rewritten(recipe, presented.raw ?? '').map(
    ([accident, before]): Reading => ({
      accident,
      presented: present(recipe, new Map(headers).set(name, before)),
    }),
  )
  const single = repeated(facts, headers)
    .map(([accident, map]): Reading => ({ accident, presented: present(recipe, map) }))
    // A piece of a value, such as v1=… of t=…, v1=…, is none of several.
    .filter((one) => one.presented.timestamp !== undefined || presented.timestamp === undefined)
  // Who gives the header a name of his own leaves the version out, too.
  const renamed = readingsByOtherNames(facts).flatMap((one): Reading[] =>
    one.presented.signatures.length > 0
      ? [one]
      : withoutVersion(recipe, one.presented, one.accident.received).map((inner) => ({
          ...inner,
          accident: one.accident,
          besides: inner.accident,
        })),
  )
  return [
    ...single,
    ...changed,
    ...withoutVersion(recipe, presented),
    ...readingsOfOthers(facts),
    ...readingsByOtherForms(facts),
    ...renamed,
  ].filter((one) => one.presented.signatures.length > 0 && (one.by || saysOther(one.presented, presented)))
}

/** Whether another reading says anything else: what is passed over, as a blank between items is, has changed nothing. */
const saysOther = (one: Presented, other: Presented) => heldIn(one) !== heldIn(other)
const heldIn = ({ id, timestamp, signatures, flaws }: Presented) =>
  JSON.stringify([id, timestamp, signatures, flaws])

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

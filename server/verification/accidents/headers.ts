/** Mistakes in the signature header, such as changes by a proxy. */
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

/** The possible changes to the signature header, with its value before the change. */
function rewritten(recipe: Recipe, raw: string): [Accident, before: string][] {
  const header = compiled(recipe).signatureHeader ?? ''
  const label = Object.keys(recipe.signs).join('|') || 'v1'
  const isMessage = recipe.method === 'message'
  const right = `Write ${formOf(recipe, header)}.`
  const [word, withoutWord = raw] = wordWithin(recipe, raw) ?? []
  const rows: Record<string, [before: string, fix?: string]> = {
    'has spaces instead of + signs: a proxy decoded it as a form': [
      raw.trim().replace(new RegExp(` (?!(?:${label})[=,])`, 'g'), '+'),
    ],
    'is in quotation marks': [raw.trim().replace(/^(["'])(.*)\1$/s, '$2'), right],
    'has quotation marks around a value': [
      isMessage ? raw : raw.replace(/(?<=[=,:])(["'])([^"']*)\1/g, '$2'),
    ],
    'contains white space': [
      raw.replace(/\s+/g, ''),
      'Send the header without white space, and configure proxies to pass it unchanged.',
    ],
    'is percent-encoded': [percentDecoded(raw)],
    'has upper-case letters instead of lower-case letters': [
      raw.replace(new RegExp(`^(${label})`, 'i'), (text) => text.toLowerCase()),
      right,
    ],
    'contains a newline or an escaped newline': [raw.replace(/\\[nr]|[\r\n]/g, '')],
    "contains bytes as a Python f-string prints them: b'…'": [
      raw.replace(/\bb(['"])(.*?)\1/g, '$2'),
      'Convert the bytes to text: base64.b64encode(digest).decode().',
    ],
    'contains the text that openssl or sha256sum prints around a digest': [
      raw.replace(/[\w-]{0,20}\([^()]{0,200}\)= ?| [ *]-$/g, ''),
      'Send only the digest, which is the last word that openssl dgst prints.',
    ],
    [word ?? '']: [withoutWord, right],
    'uses another name for the timestamp': [timeRenamed(recipe, raw), right],
    'lacks the colons around its value': [
      isMessage ? raw.replace(/=("?)([A-Za-z0-9+/]+={0,2})\1(?=\s*(?:,|$))/g, '=:$2:') : raw,
      'Write sig1=:<signature>:, as RFC 8941 requires for bytes.',
    ],
  }
  const others = separated(recipe, raw).map((before): [string, (typeof rows)[string]] => [
    `has another separator between its items than "${recipe.repeats}"`,
    [before, right],
  ])
  return [...Object.entries(rows), ...others]
    .filter(([, [before]]) => before !== raw)
    .map(([said, [before, fix]]) => [
      {
        cause: said === word ? 'version_prefix_wrong' : 'header_changed',
        detail: said === word ? `The signature is correct, but ${said} in ${header}.` : `${header} ${said}.`,
        fix,
        expected: clip(before),
        received: clip(raw),
      },
      before,
    ])
}

/** Describes an extra word before the signature, as in `sha256=sha256=`, with the value without it. */
function wordWithin({ signs }: Recipe, raw: string): [said: string, before: string] | undefined {
  const label = Object.keys(signs).join('|')
  const twice = new RegExp(
    `((?:^|[\\s,;])(?:${label})[=,])([A-Za-z][\\w-]{0,15}[=,:] ?)(?=[^\\s,;]{16})`,
    'g',
  )
  const [, version = '', word] = twice.exec(raw) ?? []
  if (word === undefined || label === '') return undefined
  const again = version.endsWith(word) ? ' twice' : ''
  return [`preceded by an extra "${word.trim()}"${again}`, raw.replace(twice, '$1')]
}

/** Renames the timestamp's item to the scheme's name. */
function timeRenamed(recipe: Recipe, raw: string): string {
  const { ts } = compiled(recipe).places
  const [before = ''] = ts?.isItem ? ts.template.texts : []
  return /^\w+=$/.test(before) ? raw.replace(/(?<=^|[,;] ?)(?:t|ts|time|timestamp)=(?=\d)/i, before) : raw
}

/** Replaces another separator by the scheme's separator. */
function separated({ repeats }: Recipe, raw: string): string[] {
  if (repeats === null || raw.includes(repeats)) return []
  return [',', ';', '&']
    .filter((sign) => /^[,;]/.test(repeats) && raw.includes(sign))
    .map((sign) => raw.replaceAll(sign, repeats))
}

const clip = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text)

/** Reads the values of a repeated header, or of a header with several values, one by one. */
function repeated({ recipe, input }: Facts, headers: HeaderMap): [Accident, HeaderMap][] {
  const { signatureHeader, idHeader, timestampHeader } = compiled(recipe)
  return [signatureHeader, idHeader, timestampHeader].flatMap((name) => {
    const key = name?.toLowerCase() ?? ''
    const value = headers.get(key) ?? ''
    const parts = value.split(/,\s+|,(?=v\d+a?,|sha\d+=)/).map((part) => part.replace(/,$/, ''))
    if (parts.length < 2 || parts.length > 8 || parts.some((part) => /^v\d+a?$/.test(part))) return []
    // A date in HTTP's or a locale's format contains a comma.
    if (name === timestampHeader && !parts.every((part) => /^\d{4}/.test(part))) return []
    const isTwice = input.headers.filter(([sent]) => sent.toLowerCase() === key).length > 1
    const said = isTwice ? 'was sent more than once' : 'contains several values joined by a comma'
    return [...new Set(parts)].map((part): [Accident, HeaderMap] => [
      {
        cause: 'header_repeated',
        detail: `${name} ${said}. The signature fits only one of its values.`,
        expected: clip(part),
        received: clip(value),
      },
      new Map(headers).set(key, part),
    ])
  })
}

/** A signature with a version-like prefix and a separator. */
const versioned = /^([A-Za-z][\w-]{0,15})([=,:])(.+)$/s

/** The prefix names another hash function, such as `sha512=`. */
function byDigestNamed(recipe: Recipe, label: string, presented: Presented): Reading[] {
  const digest = digests.find((name) => name === label.toLowerCase().replace('-', ''))
  if (digest === undefined || digest === recipe.digest || recipe.method !== 'hmac') return []
  return [{ accident: otherDigest(recipe, digest), presented, by: { recipe: { ...recipe, digest } } }]
}

/**
 * Reads a signature whose version prefix is missing, wrong or has another separator.
 * @param header the header that holds the signature, if not the scheme's own
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
  // Describes a template by its form, because its values differ per request.
  const wanted = recipe.headers[signatureHeader]
    ?.replaceAll('{ts}', '<timestamp>')
    .replaceAll('{id}', '<id>')
    .replace(/\{\w+\}/g, '<signature>')
  const read = (cause: Accident['cause'], said: string, text: string): Reading => ({
    accident: {
      cause,
      detail: `The signature is correct, but ${said}.`,
      fix: `Write ${wanted}.`,
      expected: wanted,
      received: clip(raw),
    },
    presented: { ...rest, raw, signatureHeader, signatures: labels.map((label) => ({ label, value: text })) },
  })
  if (compiled(recipe).items.some(({ template }) => template.texts.join('') === '')) return readBare()
  if (signatures.length > 0) return []

  /** Reads a header that contains only the signature. */
  function readBare(): Reading[] {
    const [, before = '', label = '', text = ''] =
      /^(([A-Za-z][\w-]{0,15})(?:[=,:] *| +))(.{16,})$/s.exec(value) ?? []
    if (text === '') return []
    const one = read(
      'version_prefix_wrong',
      `preceded by "${before}" in ${header}, which has no version prefix`,
      text,
    )
    return [one, ...byDigestNamed(recipe, label, one.presented)]
  }
  const readItem = (item: string): Reading[] => {
    const [, label = '', separator, text = ''] = versioned.exec(item) ?? []
    if (text === '')
      return item === value ? [] : [read('version_prefix_missing', `lacks its version in ${header}`, item)]
    if (!labels.includes(label)) {
      const other = read('version_prefix_wrong', `labelled "${label}" in ${header}`, text)
      return item === value ? [other, ...byDigestNamed(recipe, label, other.presented)] : [other]
    }
    if (wanted?.includes(label + separator)) return []
    const said = `"${separator}" follows "${label}" in ${header}`
    return [read('header_changed', said, text)]
  }
  // With another version prefix, a full search would waste the budget of the other readings.
  const isVersioned = /^[A-Za-z][\w-]{0,15}=[^=]/.test(value)
  return [
    ...(isVersioned
      ? []
      : [read('version_prefix_missing', `sent alone in ${header} instead of ${wanted}`, value)]),
    ...value.split(/[,;] *(?=[\w-]+=)| +/).flatMap(readItem),
  ].slice(0, 6)
}

/** All other readings of the headers. They are few, and each is tried only with valid secrets. */
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
    // An item such as v1=… of `t=…, v1=…` is not one of several values.
    .filter((one) => one.presented.timestamp !== undefined || presented.timestamp === undefined)
  // Senders that rename the header often omit the version too.
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

/** Whether a reading differs in meaning. Ignored white space does not count. */
const saysOther = (one: Presented, other: Presented) => heldIn(one) !== heldIn(other)
const heldIn = ({ id, timestamp, signatures, flaws }: Presented) =>
  JSON.stringify([id, timestamp, signatures, flaws])

/** A wrong `alg` of RFC 9421: the signature is tried with the key's own algorithm. */
function algorithmTurns(inputs: string): FrameTurn[] {
  const [, named] = /;alg="([^"]*)"/.exec(inputs) ?? []
  if (named === undefined) return []
  const accident: Accident = {
    cause: 'other_algorithm',
    detail: `The signature is correct, but Signature-Input names the algorithm ${clip(named)}, which is not the key's.`,
    expected: "the key's algorithm",
    received: clip(named),
  }
  return [{ rank: 0, content: { anyAlgorithm: true }, accident }]
}

/** Only RFC 9421 signs other headers. Tries each as it may have been before a proxy changed it. */
export function coveredHeaderTurns(recipe: Recipe, { signatures }: Presented, content: Content): FrameTurn[] {
  if (recipe.method !== 'message') return []
  const covered = signatures.map(({ input = '' }) => input).join()
  const changed = [...content.headers].flatMap(([name, value]) => {
    if (!covered.includes(`"${name}"`)) return []
    return formsOf(name, value).map(
      (before): FrameTurn => ({
        rank: 0,
        content: { headers: new Map(content.headers).set(name, before) },
        accident: {
          cause: 'header_changed',
          detail: `The signature covers ${name} and is correct for ${JSON.stringify(clip(before))}, but ${JSON.stringify(clip(value))} arrived.`,
          expected: clip(before),
          received: clip(value),
        },
      }),
    )
  })
  return [...algorithmTurns(covered), ...changed]
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

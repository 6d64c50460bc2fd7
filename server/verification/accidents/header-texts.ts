/** The changes to the text of a signature header, such as by a proxy or by a careless conversion. */
import { compiled, formOf } from '../../signing/compiled.ts'
import type { Recipe } from '../../signing/recipe.ts'
import type { Accident } from '../search/accident.ts'
import { unescaped } from './html.ts'
import { percentDecoded } from './percent.ts'

/** One possible change: the mistake, and the header's value before it. */
export interface Rewritten {
  accident: Accident
  before: string
}

/**
 * What a change says, how to undo it, the fix, and the cause if not header_changed. The function returns the text unchanged if
 * it does not apply.
 */
type Row = readonly [
  said: string,
  undo: (raw: string) => string,
  fix?: string | undefined,
  cause?: Accident['cause'],
]

/** The maximum number of characters that are examined. No sender writes a longer signature header by mistake. */
export const longestHeader = 20_000

export const clip = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text)

/** Matches text as a regular expression. */
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The brackets that surround a header or a value, and their names. */
const brackets: readonly (readonly [open: string, close: string, said: string])[] = [
  ['<', '>', 'angle brackets'],
  ['[', ']', 'square brackets'],
  ['["', '"]', 'a JSON list'],
  ["['", "']", 'a printed list'],
  ['{', '}', 'braces'],
  ['(', ')', 'brackets'],
]

/** Base64 whose first + became a space, which HTTP removes. */
function withLostPlus(text: string): string {
  const bare = text.replace(/ /g, '+')
  if (!/^[A-Za-z0-9+/]{16,}={0,2}$/.test(bare)) return text
  return '+'.repeat((4 - (bare.length % 4)) % 4) + bare
}

const jsonUnescaped = (text: string) =>
  text
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\(["/])/g, '$1')

/** The text that base64 encodes, if it is readable; otherwise the base64. */
function fromBase64(text: string): string {
  const bare = text.trim()
  if (!/^[A-Za-z0-9+/_-]{20,}={0,2}$/.test(bare)) return text
  const inner = Buffer.from(bare, 'base64').toString('latin1')
  // Without a prefix or a separator, the signature itself was encoded twice.
  return /^[\x20-\x7e]+$/.test(inner) && /[=,:; ][^=]/.test(inner) ? inner : text
}

function rowsOf(recipe: Recipe, header: string): readonly Row[] {
  const labels = Object.keys(recipe.signs).map(literally)
  const label = labels.join('|') || 'v1'
  const isMessage = recipe.method === 'message'
  const right = `Write ${formOf(recipe, header)}.`
  const except = (undo: Row[1]): Row[1] => (isMessage ? (raw) => raw : undo)
  return [
    [
      'has spaces instead of + signs: a proxy decoded it as a form',
      (raw) => withLostPlus(raw.trim().replace(new RegExp(` (?!(?:${label})[=,])`, 'g'), '+')),
    ],
    ['is in quotation marks', (raw) => raw.trim().replace(/^(["'`])(.*)\1$/s, '$2'), right],
    [
      'has quotation marks around a value',
      except((raw) => raw.replace(/(?<=[=,:])(["'`])([^"'`]*)\1/g, '$2')),
    ],
    [
      'contains white space',
      (raw) => raw.replace(new RegExp(`\\s+(?!(?:${recipe.repeats === ' ' ? label : '(?!)'})[=,])`, 'g'), ''),
      'Send the header without white space, and configure proxies to pass it unchanged. Code that splits a header at its commas and joins it again adds a space.',
    ],
    ['contains white space', (raw) => raw.replace(/\s+/g, '')],
    ['is percent-encoded', (raw) => percentDecoded(raw)],
    ['is percent-encoded twice', (raw) => percentDecoded(percentDecoded(raw))],
    ['is escaped as HTML', (raw) => unescaped(raw)],
    ['is escaped as a JSON string', jsonUnescaped],
    [
      'has upper-case letters instead of lower-case letters',
      (raw) =>
        raw.replace(new RegExp(`(?<=^|[\\s,;"'])(?:${label})(?=[=,])`, 'gi'), (text) => text.toLowerCase()),
      right,
      'letter_case',
    ],
    [
      'contains a newline or an escaped newline',
      (raw) => raw.replace(/\\[nr]|[\r\n]/g, ''),
      'Remove the newline: Ruby strict_encode64 and Python b64encode(…).decode() write none.',
    ],
    [
      "contains bytes as a Python f-string prints them: b'…'",
      (raw) => raw.replace(/\bb(['"])(.*?)\1/g, '$2'),
      'Convert the bytes to text: base64.b64encode(digest).decode().',
    ],
    [
      'contains the text that openssl or sha256sum prints around a digest',
      (raw) => raw.replace(/[\w-]{0,20}\([^()]{0,200}\)= ?| [ *]-$/g, ''),
      'Send only the digest, which is the last word that openssl dgst prints.',
    ],
    ...brackets.flatMap(([open, close, said]): Row[] => {
      const inside = new RegExp(`(?<=^|[=,:])${literally(open)}([^<>[\\]{}()]*)${literally(close)}`, 'g')
      return [
        [
          `is in ${said}`,
          (raw) => {
            const text = raw.trim()
            return text.startsWith(open) && text.endsWith(close)
              ? text.slice(open.length, -close.length)
              : raw
          },
          right,
        ],
        [`has ${said} around a value`, except((raw) => raw.replace(inside, '$1')), right],
      ]
    }),
    [
      'contains its own name',
      (raw) => raw.replace(new RegExp(`^\\s*${literally(header)}\\s*[:=]\\s*`, 'i'), ''),
      right,
    ],
    ['begins with another word', (raw) => raw.replace(/^\s*[A-Za-z][A-Za-z-]{2,15}\s*:?\s+/, ''), right],
    ['is base64-encoded as a whole', fromBase64, right],
    ['has a separator at an end', (raw) => raw.trim().replace(/^[,;:.]\s*|(?<!\s)\s*[,;:.]$/g, ''), right],
    ['uses another name for the timestamp', (raw) => timeRenamed(recipe, raw), right],
    [
      'lacks the colons around its value',
      (raw) => (isMessage ? raw.replace(/=("?)([A-Za-z0-9+/]+={0,2})\1(?=\s*(?:,|$))/g, '=:$2:') : raw),
      'Write sig1=:<signature>:, as RFC 8941 requires for bytes.',
    ],
    ...[',', ';', '&', '|', ' '].map(
      (sign): Row => [
        `has another separator between its items than "${recipe.repeats}"`,
        (raw) => separated(recipe, raw, sign),
        right,
      ],
    ),
    ['has its items in another form, such as JSON', (raw) => inOwnForm(recipe, raw), right],
  ]
}

/** The possible changes to a signature header, with its value before the change. */
export function rewritten(recipe: Recipe, raw: string): Rewritten[] {
  if (raw.length > longestHeader) return []
  const header = compiled(recipe).signatureHeader ?? ''
  const seen = new Set([raw])
  const found: Rewritten[] = []
  const add = (cause: Accident['cause'], detail: string, before: string, fix?: string) => {
    if (seen.has(before)) return
    seen.add(before)
    found.push({
      before,
      accident: { cause, detail, fix, expected: clip(before), received: clip(raw) },
    })
  }
  for (const [said, undo, fix, cause = 'header_changed'] of rowsOf(recipe, header))
    add(cause, `${header} ${said}.`, undo(raw), fix)
  const [said, before] = wordWithin(recipe, raw) ?? []
  if (before !== undefined)
    add(
      'version_prefix_wrong',
      `The signature is correct, but ${said} in ${header}.`,
      before,
      `Write ${formOf(recipe, header)}.`,
    )
  return found
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

/** The items of a header in the scheme's form, whatever stands around and between them. */
function inOwnForm({ repeats }: Recipe, raw: string): string {
  if (repeats === null || !/^[,;]/.test(repeats)) return raw
  const items = [...raw.matchAll(/(\w{1,16})["']?\s*[:=]\s*["']?([^\s"',;&{}[\]]+)/g)].slice(0, 20)
  return items.length < 2 ? raw : items.map(([, name, value]) => `${name}=${value}`).join(repeats)
}

/** Replaces another separator by the scheme's separator. */
function separated({ repeats }: Recipe, raw: string, sign: string): string {
  if (repeats === null || !/^[,;]/.test(repeats) || raw.includes(repeats)) return raw
  return raw.replaceAll(sign, repeats)
}

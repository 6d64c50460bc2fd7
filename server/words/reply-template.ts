/** Parses the template of a reply. */
import { keysIn } from './json-path.ts'
import { nearest } from './nearest.ts'

/** The placeholders without a part name. */
export const placeholderWords = [
  'method',
  'path',
  'query',
  'body',
  'json',
  'event',
  'verdict',
  'endpoint',
  'webhook_id',
  'delivery_id',
  'capture_id',
  'now',
  'unix',
  'count',
] as const
/** The placeholders that need a part name after the dot. */
export const placeholderParts = ['query', 'header', 'json'] as const

export type PlaceholderWord = (typeof placeholderWords)[number]
type Part = (typeof placeholderParts)[number]

/**
 * `{{event}}`, or `{{header.Webhook-Id}}` with the name after the dot. A JSON path may begin with a bracket
 * instead.
 */
export type Placeholder = { word: PlaceholderWord } | { part: Part; name: string }
/** A piece of a template: literal text, or a placeholder and whether it is inside a JSON string. */
export type TemplatePiece = string | { placeholder: Placeholder; quoted: boolean }

const known = [...placeholderWords, ...placeholderParts.map((part) => `${part}.…`)]

/** Splits a template into its pieces, or returns its flaw, in words that follow the name of the field. */
export function readTemplate(text: string): { pieces: TemplatePiece[] } | { flaw: string } {
  const pieces: TemplatePiece[] = []
  let quoted = false
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('{{', at)
    const plain = text.slice(at, open < 0 ? text.length : open)
    if (plain !== '') pieces.push(plain)
    if (open < 0) break
    quoted = endsQuoted(plain, quoted)
    const close = text.indexOf('}}', open)
    if (close < 0) return { flaw: `has {{ at character ${open + 1} without a }} after it` }
    const name = text.slice(open + 2, close).trim()
    const placeholder = placeholderOf(name)
    if (!placeholder) return { flaw: unknown(name) }
    pieces.push({ placeholder, quoted })
    at = close + 2
  }
  return { pieces }
}

/** Whether the position after this piece is inside a JSON string. */
function endsQuoted(plain: string, quoted: boolean): boolean {
  let inside = quoted
  for (let i = 0; i < plain.length; i++) {
    if (plain[i] === '"') inside = !inside
    else if (inside && plain[i] === '\\') i++
  }
  return inside
}

function placeholderOf(name: string): Placeholder | undefined {
  const word = placeholderWords.find((one) => one === name)
  if (word) return { word }
  if (name.startsWith('json[') && keysIn(name)[0] === 'json') return { part: 'json', name: name.slice(4) }
  const dot = name.indexOf('.')
  const part = placeholderParts.find((one) => one === name.slice(0, dot))
  return part && name.length > dot + 1 ? { part, name: name.slice(dot + 1) } : undefined
}

function unknown(name: string): string {
  const [first = '', ...rest] = name.split('.')
  const part = nearest(first, placeholderParts)
  const close =
    rest.length > 0 && part ? `${part}.${rest.join('.') || 'name'}` : nearest(first, placeholderWords)
  const meant = close ? `; did you mean {{${close}}}?` : `; there are ${known.join(', ')}`
  return `{{${name.slice(0, 60)}}} is not a placeholder${meant}`
}

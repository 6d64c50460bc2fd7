/** Splits signed content into the parts of its scheme's recipe. */
import type { CatalogueScheme } from '../../server/wire.ts'

/** A part of the signed content; `joint` is text that the scheme writes between parts. */
export interface SignedPart {
  role: 'id' | 'timestamp' | 'address' | 'body' | 'joint' | 'all'
  text: string
  /** The name of the part: its header, if a header carries it. */
  title: string
}

type Recipe = Pick<CatalogueScheme['recipe'], 'headers' | 'signs'>
type Role = Exclude<SignedPart['role'], 'joint' | 'all'>

/** The meaning of a placeholder in a recipe, and its form. */
const placeholders = new Map<string, { role: Role; title: string; looks: string }>([
  ['id', { role: 'id', title: 'id', looks: '.*?' }],
  [
    'ts',
    {
      role: 'timestamp',
      title: 'timestamp',
      looks: '\\d+|\\d{4}-\\d\\d-\\d\\dT[\\d:.]+(?:Z|[+-]\\d\\d:\\d\\d)',
    },
  ],
  ['url', { role: 'address', title: 'address', looks: 'https?://\\S*?' }],
  ['address', { role: 'address', title: 'address', looks: 'https?://\\S*?' }],
  ['event', { role: 'id', title: 'event', looks: '.*?' }],
  ['body', { role: 'body', title: 'body', looks: '[^]*' }],
  ['python_body', { role: 'body', title: 'body as Python serializes it', looks: '[^]*' }],
  ['form', { role: 'body', title: 'form fields', looks: '[^]*' }],
])

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
/** A template as its placeholders and the text between them: `{id}.{ts}` is `['', 'id', '.', 'ts', '']`. */
const piecesOf = (template: string) => template.split(/\{([a-z_]+)\}/)

/** The header that carries a placeholder. */
const headerOf = (headers: Recipe['headers'], name: string): string | undefined =>
  Object.entries(headers).find(([, template]) => template.includes(`{${name}}`))?.[0]

/** The parts by one template; null if the content does not match. */
function partsBy(template: string, headers: Recipe['headers'], content: string, body: string | null) {
  const pieces = piecesOf(template)
  // Only the body itself shows where an address ends and the body starts.
  const tail = body !== null && template.endsWith('{body}') && content.endsWith(body) ? body : null
  const head = tail === null ? content : content.slice(0, content.length - tail.length)
  const pattern = pieces.map((piece, index) => {
    if (index % 2 === 0) return escaped(piece)
    return piece === 'body' && tail !== null ? '()' : `(${placeholders.get(piece)?.looks ?? '.*?'})`
  })
  const found = new RegExp(`^${pattern.join('')}$`).exec(head)
  if (found === null) return null
  return pieces.flatMap((piece, index): SignedPart[] => {
    if (index % 2 === 0) return piece === '' ? [] : [{ role: 'joint', text: piece, title: '' }]
    const { role, title } = placeholders.get(piece) ?? { role: 'id', title: piece }
    const text = (piece === 'body' ? tail : null) ?? found[(index + 1) / 2] ?? ''
    return text === '' ? [] : [{ role, text, title: (role !== 'body' && headerOf(headers, piece)) || title }]
  })
}

const hasPlainBody = (template: string) => (template.includes('{body}') ? 0 : 1)

/**
 * Cuts what was signed into what the scheme's recipe joins; one that is not known, or that joins nothing, is one part.
 * @param body the body as received, where it is text
 */
export function signedParts(
  recipe: Recipe | null,
  content: string,
  body: string | null = null,
): SignedPart[] {
  const templates = Object.values(recipe?.signs ?? {}).sort((a, b) => hasPlainBody(a) - hasPlainBody(b))
  for (const template of templates) {
    const parts = partsBy(template, recipe?.headers ?? {}, content, body)
    if (parts !== null) return parts
  }
  return [{ role: 'all', text: content, title: 'signed content' }]
}

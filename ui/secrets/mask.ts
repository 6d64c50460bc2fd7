/** Finds and masks secrets in text. */

/** A run of text, and whether to mask it. */
export interface Piece {
  text: string
  isSecret: boolean
}

const secretKeys =
  '\\w{0,40}(?:secret|password|passphrase|api[_-]?key|private[_-]?key|(?:access|auth|bearer|id|refresh|session)[_-]?token)|token|authorization'

/** Headers whose whole value is secret. */
const secretHeaders = '(?:proxy-)?authorization|(?:set-)?cookie|[\\w-]{0,40}(?:api-?key|-token)'

/** Patterns of secrets. The group is the part to mask. */
const patterns = [
  /(whsec_[\w+/=-]{8,})/g,
  /(?:proxy-)?authorization['"]?\s*[:=]\s*["']?((?:basic |bearer )?[^\s"',;&\\]{3,})/gi,
  // A quoted header, a header on its own line, and a header as a pair in JSON.
  new RegExp(`(?:^|["'])(?:${secretHeaders}):[^\\S\\n]*([^"'\\n]+)`, 'gim'),
  new RegExp(`\\[\\s*"(?:${secretHeaders})"\\s*,\\s*"((?:[^"\\\\]|\\\\.)+)`, 'gi'),
  new RegExp(`(?<!\\\\)"(?:${secretKeys})"\\s*:\\s*"((?:[^"\\\\]|\\\\.)+)`, 'gi'),
  new RegExp(`"(?:${secretKeys})"\\s*:\\s*(-?[\\d.]+)`, 'gi'),
  new RegExp(`\\\\"(?:${secretKeys})\\\\+"\\s*:\\s*\\\\+"([^"\\\\]+)`, 'gi'),
  new RegExp(`(?:^|[?&\\s'"])(?:${secretKeys})=([^&\\s'"]+)`, 'gi'),
  /(?:--secret|WEBHOOK_SECRET=)\s*'?([^\s']{4,})/g,
  /\/\/([^\s/@:]+:[^\s/]+)@/g,
] as const

/** The platform's default credentials, which hide nothing. */
const open = new Set(['demo'])

/** Shorter known secrets would also mask unrelated words. */
const shortest = 6

interface Span {
  from: number
  to: number
}

function* spansIn(text: string, known: readonly string[]): Generator<Span> {
  for (const secret of known) {
    if (secret.length < shortest) continue
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length))
      yield { from: at, to: at + secret.length }
  }
  for (const pattern of patterns)
    for (const match of text.matchAll(pattern)) {
      const [whole, secret = ''] = match
      const from = match.index + whole.lastIndexOf(secret)
      if (!open.has(secret)) yield { from, to: from + secret.length }
    }
}

/** Splits text into secret and other runs. Known secrets and text that looks like a secret are masked. */
export function piecesOf(text: string, known: readonly string[] = []): Piece[] {
  const spans = [...spansIn(text, known)].toSorted((a, b) => a.from - b.from || b.to - a.to)
  const pieces: Piece[] = []
  let done = 0
  for (const { from, to } of spans) {
    if (from < done) continue
    if (from > done) pieces.push({ text: text.slice(done, from), isSecret: false })
    pieces.push({ text: text.slice(from, to), isSecret: true })
    done = to
  }
  if (done < text.length) pieces.push({ text: text.slice(done), isSecret: false })
  return pieces
}

const dots = '•'.repeat(16)

/** The mask keeps the prefix that tells the kind and, unless hidden from an audience, the end. */
export function masked(secret: string, showsEnd = true): string {
  const kind = /^(whsec_|basic |bearer )/i.exec(secret)?.[0] ?? ''
  return `${kind}${dots}${showsEnd && secret.length >= 16 ? secret.slice(-4) : ''}`
}

/** Text with all secrets masked permanently. */
export const maskedText = (text: string, known: readonly string[] = []): string =>
  piecesOf(text, known)
    .map((piece) => (piece.isSecret ? masked(piece.text, false) : piece.text))
    .join('')

/** Whether the name of a JSON member marks a secret. */
export const isSecretKey = (key: string | null): boolean =>
  key !== null && new RegExp(`^"?(${secretKeys})"?$`, 'i').test(key)

/** Whether the whole value of a header is secret. */
export const isSecretHeader = (name: string, value: string): boolean =>
  new RegExp(`^(?:${secretHeaders})$`, 'i').test(name) && !open.has(value)

/** Header lines with all secrets masked permanently. */
export const maskedHeaders = (lines: string, known: readonly string[] = []): string =>
  lines
    .split('\n')
    .map((line) => {
      const [, name = '', value = ''] = /^([^:]*):\s*(.+)$/.exec(line) ?? []
      return isSecretHeader(name.trim(), value.trim())
        ? `${name}: ${masked(value.trim(), false)}`
        : maskedText(line, known)
    })
    .join('\n')

/** Marks the secret bytes of a text with 1. */
export function secretBytes(bytes: Uint8Array, known: readonly string[] = []): Uint8Array {
  const letters = new TextDecoder('latin1')
  const marks = new Uint8Array(bytes.length)
  let at = 0
  const knownBytes = known.map((secret) => letters.decode(new TextEncoder().encode(secret)))
  for (const { text, isSecret } of piecesOf(letters.decode(bytes), knownBytes)) {
    if (isSecret) marks.fill(1, at, at + text.length)
    at += text.length
  }
  return marks
}

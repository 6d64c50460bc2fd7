/** Builds the bytes that a signature covers from a request and a recipe. */
import { createHash } from 'node:crypto'
import { onceFor } from '../memory/once-for.ts'
import { believedUrl, formText, signedAddress } from './address.ts'
import { compiled } from './compiled.ts'
import { pythonJson } from './python-json.ts'
import type { Digest, Recipe, Signable } from './recipe.ts'
import type { Template } from './template.ts'

/** A request whose signature is verified. */
export interface Content extends Signable {
  method: string
  /** Lower-case name → value. Repeated headers are joined with a comma, as HTTP specifies. */
  headers: ReadonlyMap<string, string>
  /**
   * Accepts any body digest that the request claims. The search uses this to distinguish a changed body from a wrong
   * key.
   */
  anyBody?: boolean
  /** Ignores the algorithm that the request names, to recognize a wrong `alg` of RFC 9421. */
  anyAlgorithm?: boolean
  /** Signs header values as the received bytes, which Node decodes as Latin-1, and not as UTF-8 text. */
  asBytes?: boolean
  /** The secret, for schemes that hash the secret with the content. */
  secret?: string
  /** Overrides the signed address. */
  address?: string
  /** Rewrites the whole signed content, to imitate a sender that deviates from the scheme. */
  wholeAs?: (content: Buffer) => Buffer | string
  /** Verifies ECDSA with another hash function than SHA-256. */
  hash?: Digest
  /** Verifies Ed25519 as Ed25519ph (RFC 8032), which signs the SHA-512 of the content. */
  isPrehashed?: boolean
  /** Appends form fields differently, to imitate a sender that deviates from the scheme. */
  formAs?: (body: Buffer) => string
}

/** Collects what verification needs. The caller has already read the id and the timestamp from the headers. */
export const contentOf = (
  {
    body,
    url = '',
    method = 'POST',
  }: { body: Buffer; url?: string | undefined; method?: string | undefined },
  headers: Content['headers'],
  { id = '', timestamp = '' }: { id?: string | undefined; timestamp?: string | undefined },
): Content => ({
  id,
  timestamp,
  body,
  url,
  event: '',
  contentType: headers.get('content-type') ?? '',
  method,
  headers,
})

/** The fields of {@link Content} that change the signed bytes. */
type Ways = Pick<Content, 'anyBody' | 'asBytes' | 'address' | 'formAs' | 'wholeAs' | 'secret'>

/** The timestamp in the recipe's format. Text other than Unix seconds stays unchanged. */
export function timeText({ time }: Pick<Recipe, 'time'>, timestamp: string): string {
  if (time === 'seconds' || !/^\d{1,12}$/.test(timestamp)) return timestamp
  if (time === 'milliseconds') return String(Number(timestamp) * 1000)
  return `${new Date(Number(timestamp) * 1000).toISOString().slice(0, 19)}Z`
}

/** The bytes that this label's signature covers, in parts; undefined if the body or the label does not allow a signature. */
export function signedParts(
  recipe: Recipe,
  label: string,
  signable: Signable & Ways,
): (string | Buffer)[] | undefined {
  const template = compiled(recipe).signs.get(label)
  return template && filledParts(template, recipe, signable)
}

/** Fills a template with the request's bytes, in parts; undefined if the body does not allow it. */
export function filledParts(
  template: Template,
  recipe: Recipe,
  signable: Signable & Ways,
): (string | Buffer)[] | undefined {
  const { texts, slots } = template
  const parts: (string | Buffer)[] = []
  let text = texts[0] ?? ''
  for (let i = 0; i < slots.length; i++) {
    const value = slotValue(slots[i] as string, recipe, signable)
    if (value === undefined) return undefined
    if (typeof value === 'string') text += value
    else {
      if (text !== '') parts.push(text)
      parts.push(value)
      text = ''
    }
    text += texts[i + 1]
  }
  if (text !== '') parts.push(text)
  return rewrittenParts(parts, signable)
}

/** The parts as the sender's deviation rewrites them together. */
export const rewrittenParts = (
  parts: (string | Buffer)[],
  { wholeAs }: Pick<Content, 'wholeAs'>,
): (string | Buffer)[] => (wholeAs ? [wholeAs(joined(parts))] : parts)

/** The signed bytes as one buffer. */
export const joined = (parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'utf8') : part)))

/** Computed once per body, even if several secrets and labels sign the body. */
const pythonOf = onceFor((body: Buffer) => pythonJson(body.toString('utf8')))

function slotValue(slot: string, recipe: Recipe, signable: Signable & Ways) {
  switch (slot) {
    case 'id':
      return signable.asBytes ? Buffer.from(signable.id, 'latin1') : signable.id
    case 'ts':
      return timeText(recipe, signable.timestamp)
    case 'body':
      return signable.body
    case 'body_sha256':
      return createHash('sha256').update(signable.body).digest('hex')
    case 'secret':
      return signable.secret
    case 'python_body':
      return pythonOf(signable.body)
    case 'url':
      return believedUrl(recipe, signable)
    case 'address':
      if (signable.anyBody) return believedUrl(recipe, signable)
      return signable.address ?? signedAddress(recipe, signable)
    case 'form':
      return signable.formAs?.(signable.body) ?? formText(signable)
    default:
      return undefined
  }
}

import { onceFor } from '../memory/once-for.ts'
import { believedUrl, formText, signedAddress } from './address.ts'
import { compiled } from './compiled.ts'
import { pythonJson } from './python-json.ts'
import type { Recipe, Signable } from './recipe.ts'
import type { Template } from './template.ts'

/** A request whose signature is looked at. */
export interface Content extends Signable {
  method: string
  /** By names in lower case, repeated ones joined as HTTP joins them. */
  headers: ReadonlyMap<string, string>
  /** Takes the digests that the request claims for its body as they stand, to tell a changed body from a wrong key. */
  anyBody?: boolean
  /** Signs header values as the bytes that came, which Node reads as Latin-1, in place of their text in UTF-8. */
  asBytes?: boolean
  /** The address that is signed, in place of the URL as it is read. */
  address?: string
  /** How a signature base of RFC 9421 is written, where it is written otherwise than the standard has it. */
  baseAs?: (base: string) => string
  /** How the fields of a form are appended, where they are appended otherwise than the scheme has it. */
  formAs?: (body: Buffer) => string
}

/** A request as it is looked at. What its headers say of id and time is read from them beforehand. */
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

/** What of a {@link Content} changes the signed bytes. */
type Ways = Pick<Content, 'anyBody' | 'asBytes' | 'address' | 'formAs'>

/** The time as the recipe writes it. What is no Unix second stands as it is given. */
export function timeText({ time }: Pick<Recipe, 'time'>, timestamp: string): string {
  if (time === 'seconds' || !/^\d{1,12}$/.test(timestamp)) return timestamp
  if (time === 'milliseconds') return String(Number(timestamp) * 1000)
  return `${new Date(Number(timestamp) * 1000).toISOString().slice(0, 19)}Z`
}

/** The bytes that a signature of this label is made over, in parts; undefined when the body or the label does not allow it. */
export function signedParts(
  recipe: Recipe,
  label: string,
  signable: Signable & Ways,
): (string | Buffer)[] | undefined {
  const template = compiled(recipe).signs.get(label)
  return template && filledParts(template, recipe, signable)
}

/** The bytes that a template of a recipe stands for, in parts; undefined when the body does not allow it. */
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
  return parts
}

/** Computed once for each body, however many secrets and labels sign it. */
const pythonOf = onceFor((body: Buffer) => pythonJson(body.toString('utf8')))

function slotValue(slot: string, recipe: Recipe, signable: Signable & Ways) {
  switch (slot) {
    case 'id':
      return signable.asBytes ? Buffer.from(signable.id, 'latin1') : signable.id
    case 'ts':
      return timeText(recipe, signable.timestamp)
    case 'body':
      return signable.body
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

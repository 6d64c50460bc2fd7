import { onceFor } from '../memory/once-for.ts'
import type { HeaderPair } from '../wire.ts'
import type { Recipe } from './recipe.ts'
import { matcherOf, type Template, templateOf } from './template.ts'

/** Where a request holds its id or its time. Receivers read one place, even if another holds it too. */
export interface Place {
  /** The header, and how it is looked up. */
  name: string
  key: string
  template: Template
  /** The slot that the header holds and nothing else. */
  alone: string | undefined
  match: ReturnType<typeof matcherOf>
  /** Whether it is an item of the signature's header. */
  isItem: boolean
}

export type Compiled = ReturnType<typeof compiled>

const betweenIn = (text: string, separator: string): string =>
  separator + (/^ */.exec(text.split(separator)[1] ?? '')?.[0] ?? '')

/** A recipe made ready: its templates are taken apart once, not for every delivery. */
export const compiled = onceFor((recipe: Recipe) => {
  const labels = Object.keys(recipe.signs)
  const headers = Object.entries(recipe.headers).map(([name, text]) => {
    const template = templateOf(text)
    return {
      name,
      text,
      template,
      holdsSignature: template.slots.some((slot) => labels.includes(slot)),
      /** As headers are looked up: in lower case. */
      key: name.toLowerCase(),
      /** The slot that it holds and nothing else. */
      alone: template.texts.join('') === '' && template.slots.length === 1 ? template.slots[0] : undefined,
      match: matcherOf(template),
    }
  })
  const signature = headers.find(({ holdsSignature }) => holdsSignature)
  const signed = Object.values(recipe.signs).join()
  const texts = recipe.repeats === null ? [signature?.text] : signature?.text.split(recipe.repeats)
  const items = (texts ?? []).flatMap((text) => {
    if (text === undefined) return []
    const template = templateOf(text.trim())
    const label = template.slots.find((slot) => labels.includes(slot))
    // The word before a password may be written in any case (RFC 9110, 11.1).
    return [{ template, label, match: matcherOf(template, { ignoresCase: recipe.method === 'password' }) }]
  })
  const placeOf = (slot: string): Place | undefined => {
    const item = items.find(({ template }) => template.slots.includes(slot))
    if (signature && item)
      return { ...item, name: signature.name, key: signature.key, alone: undefined, isItem: true }
    const holding = headers.find(({ template }) => template.slots.includes(slot))
    return holding && { ...holding, isItem: false }
  }
  return {
    headers,
    /** Label → what it signs, in the order of the recipe. */
    signs: new Map(Object.entries(recipe.signs).map(([label, text]) => [label, templateOf(text)])),
    /** The header that holds the signature, undefined where there is none, and its key. */
    signatureHeader: signature?.name,
    signatureKey: signature?.key ?? '',
    /** The items of that header: one, where nothing repeats. */
    items,
    /** What is written between them: the separator, with the blanks that the template has behind it. */
    between: betweenIn(signature?.text ?? '', recipe.repeats ?? ''),
    /** The headers that hold the id alone, and the time alone. */
    idHeader: headers.find(({ text }) => text === '{id}')?.name,
    timestampHeader: headers.find(({ text }) => text === '{ts}')?.name,
    /** Where both are read: beside the signature, else in the first header that holds them. */
    places: { id: placeOf('id'), ts: placeOf('ts') },
    /** Whether the URL that is signed carries the digest of the body. */
    signsAddress: signed.includes('{address}'),
    /** Whether the URL is signed at all, and whether the body as Python writes it is. */
    signsUrl: /\{(?:url|address)\}/.test(signed),
    signsPython: signed.includes('{python_body}'),
  }
})

/** Whether a signature of this label is made over the body written anew, which takes many times as long as a digest. */
export const signsAnew = (recipe: Recipe, label: string): boolean =>
  compiled(recipe).signs.get(label)?.slots.includes('python_body') ?? false

/** Which headers of a recipe carry what, for those who tamper with deliveries. */
export function signedHeaderNames(recipe: Recipe): {
  /** Those that hold the signature. */
  signature: string[]
  /** The one that the id is read from, and the one that the time is. */
  id: string | undefined
  timestamp: string | undefined
} {
  const { signatureHeader, places } = compiled(recipe)
  const signature = signatureHeader === undefined ? [] : [signatureHeader]
  return {
    signature: recipe.method === 'message' ? ['Signature-Input', ...signature] : signature,
    id: places.id?.name,
    timestamp: places.ts?.name,
  }
}

/** The id or the time in the first of the headers given that holds it and no signature; undefined where none does. */
export function heldBeside(
  recipe: Recipe,
  slot: 'id' | 'ts',
  headers: readonly HeaderPair[],
): string | undefined {
  for (const header of compiled(recipe).headers) {
    if (header.holdsSignature || !header.template.slots.includes(slot)) continue
    const value = headers.find(([name]) => name.toLowerCase() === header.key)?.[1]
    if (value !== undefined) return heldIn(header, slot, value)
  }
  return undefined
}

/** What the value of a header holds in a slot; undefined where it is not written as it must be. What stands alone may be empty. */
export const heldIn = ({ alone, match }: Pick<Place, 'alone' | 'match'>, slot: string, value: string) =>
  alone === slot ? value : match(value)?.get(slot)

/** How a header reads, for a message. */
export const formOf = (recipe: Recipe, name: string): string =>
  (recipe.headers[name] ?? '')
    .replaceAll('{id}', '<id>')
    .replaceAll('{ts}', '<time>')
    .replaceAll('{event}', '<event>')
    .replaceAll('{credentials}', '<credentials>')
    .replace(/\{\w+\}/g, '<signature>')

/** Whether a header carries the event's name. */
export const tellsEvent = (recipe: Recipe): boolean =>
  Object.values(recipe.headers).some((text) => text.includes('{event}'))

/** Whether a receiver would notice another id, another time, another body. */
export function covers(recipe: Recipe): { id: boolean; timestamp: boolean; body: boolean } {
  const signed = recipe.method === 'password' ? [] : Object.values(recipe.signs)
  return {
    id: signed.some((text) => text.includes('{id}')),
    timestamp: signed.some((text) => text.includes('{ts}')),
    // As it is or written anew, the fields of a form, or a digest.
    body: signed.some((text) => /body|\{form\}|content-digest/.test(text)),
  }
}

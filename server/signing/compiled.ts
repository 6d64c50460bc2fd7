/** Prepares a recipe for use: parses its templates and finds its headers. */
import { onceFor } from '../memory/once-for.ts'
import type { HeaderPair } from '../wire.ts'
import type { Recipe } from './recipe.ts'
import { matcherOf, type Template, templateOf } from './template.ts'

/**
 * Where a request holds its id or its timestamp. Receivers read only this place, even if another header repeats the
 * value.
 */
export interface Place {
  /** The header's name, and `key`: the name in lower case. */
  name: string
  key: string
  template: Template
  /** The slot, if the header's value consists of this slot alone. */
  alone: string | undefined
  match: ReturnType<typeof matcherOf>
  /** Whether the value is an item inside the signature header. */
  isItem: boolean
}

export type Compiled = ReturnType<typeof compiled>

const betweenIn = (text: string, separator: string): string =>
  separator + (/^ */.exec(text.split(separator)[1] ?? '')?.[0] ?? '')

/** Parses the recipe's templates once, not per delivery. */
export const compiled = onceFor((recipe: Recipe) => {
  const labels = Object.keys(recipe.signs)
  const headers = Object.entries(recipe.headers).map(([name, text]) => {
    const template = templateOf(text)
    return {
      name,
      text,
      template,
      holdsSignature: template.slots.some((slot) => labels.includes(slot)),
      /** The name in lower case, for lookups. */
      key: name.toLowerCase(),
      /** The slot, if the header's value consists of this slot alone. */
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
    // The scheme name before a password is case-insensitive (RFC 9110, 11.1).
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
    /** Label → template of the signed content, in the recipe's order. */
    signs: new Map(Object.entries(recipe.signs).map(([label, text]) => [label, templateOf(text)])),
    /** The header that holds the signature (undefined if the recipe has none), and its lower-case name. */
    signatureHeader: signature?.name,
    signatureKey: signature?.key ?? '',
    /** The items of the signature header. A header without repetition has one item. */
    items,
    /** The separator between items, including the spaces that follow it in the template. */
    between: betweenIn(signature?.text ?? '', recipe.repeats ?? ''),
    /** The headers whose value is only the id, and only the timestamp. */
    idHeader: headers.find(({ text }) => text === '{id}')?.name,
    timestampHeader: headers.find(({ text }) => text === '{ts}')?.name,
    /**
     * Where receivers read both: in the signature header if present there, otherwise in the first header that holds
     * them.
     */
    places: { id: placeOf('id'), ts: placeOf('ts') },
    /** Whether the signed URL carries the body's digest. */
    signsAddress: signed.includes('{address}'),
    /** Whether the scheme signs the URL, and whether it signs the body re-serialized as Python does. */
    signsUrl: /\{(?:url|address)\}/.test(signed),
    signsPython: signed.includes('{python_body}'),
  }
})

/**
 * Whether this label signs the body re-serialized as Python does. Such a signature takes far longer to compute than a
 * digest.
 */
export const signsAnew = (recipe: Recipe, label: string): boolean =>
  compiled(recipe).signs.get(label)?.slots.includes('python_body') ?? false

/** The names of the headers that faults tamper with. */
export function signedHeaderNames(recipe: Recipe): {
  /** The headers that hold the signature. */
  signature: string[]
  /** The headers from which receivers read the id and the timestamp. */
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

/** The id or timestamp from the first given header that holds it without a signature; undefined if no header does. */
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

/** The slot's value in a header; undefined if the header is malformed. A slot that fills the whole header may be empty. */
export const heldIn = ({ alone, match }: Pick<Place, 'alone' | 'match'>, slot: string, value: string) =>
  alone === slot ? value : match(value)?.get(slot)

/** The header's template with readable placeholders, for messages. */
export const formOf = (recipe: Recipe, name: string): string =>
  (recipe.headers[name] ?? '')
    .replaceAll('{id}', '<id>')
    .replaceAll('{ts}', '<time>')
    .replaceAll('{event}', '<event>')
    .replaceAll('{credentials}', '<credentials>')
    .replace(/\{\w+\}/g, '<signature>')

export const tellsEvent = (recipe: Recipe): boolean =>
  Object.values(recipe.headers).some((text) => text.includes('{event}'))

/** Whether a changed id, timestamp or body invalidates the signature. */
export function covers(recipe: Recipe): { id: boolean; timestamp: boolean; body: boolean } {
  const signed = recipe.method === 'password' ? [] : Object.values(recipe.signs)
  return {
    id: signed.some((text) => text.includes('{id}')),
    timestamp: signed.some((text) => text.includes('{ts}')),
    // The body appears unchanged, re-serialized, as form fields, or as a digest.
    body: signed.some((text) => /body|\{form\}|content-digest/.test(text)),
  }
}

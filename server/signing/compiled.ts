import { onceFor } from '../once-for.ts'
import type { Recipe } from './recipe.ts'
import { matcherOf, type Template, templateOf } from './template.ts'

/** A recipe made ready: its templates are taken apart once, not for every delivery. */
export interface Compiled {
  headers: readonly {
    name: string
    template: Template
    holdsSignature: boolean
    /** As headers are looked up: in lower case. */
    key: string
    /** The slot that it carries and nothing else. */
    alone: string | undefined
  }[]
  /** Label → what it signs, in the order of the recipe. */
  signs: ReadonlyMap<string, Template>
  /** The header that holds the signature, undefined where there is none. */
  signatureHeader: string | undefined
  /** As it is looked up. */
  signatureKey: string
  /** The items of that header: one, where nothing repeats. */
  items: readonly { template: Template; label: string | undefined; match: ReturnType<typeof matcherOf> }[]
  /** The header that carries the id alone, and the one that carries the timestamp alone. */
  idHeader: string | undefined
  timestampHeader: string | undefined
  /** Whether the URL that is signed carries the body's digest. */
  signsAddress: boolean
  /** Whether the URL is signed at all, and whether the body as Python would write it is. */
  signsUrl: boolean
  signsPython: boolean
}

export const compiled = onceFor((recipe: Recipe): Compiled => {
  const labels = Object.keys(recipe.signs)
  const headers = Object.entries(recipe.headers).map(([name, text]) => {
    const template = templateOf(text)
    return {
      name,
      text,
      template,
      holdsSignature: template.slots.some((slot) => labels.includes(slot)),
      key: name.toLowerCase(),
      alone: template.texts.join('') === '' ? template.slots[0] : undefined,
    }
  })
  const signature = headers.find(({ holdsSignature }) => holdsSignature)
  const signed = Object.values(recipe.signs).join()
  const texts = recipe.repeats === null ? [signature?.text] : signature?.text.split(recipe.repeats)
  return {
    headers,
    signs: new Map(Object.entries(recipe.signs).map(([label, text]) => [label, templateOf(text)])),
    signatureHeader: signature?.name,
    signatureKey: signature?.key ?? '',
    items: (texts ?? []).flatMap((text) => {
      if (text === undefined) return []
      const template = templateOf(text.trim())
      const label = template.slots.find((slot) => labels.includes(slot))
      // The word before a password may be written in any case (RFC 9110, 11.1).
      return [{ template, label, match: matcherOf(template, { ignoresCase: recipe.method === 'password' }) }]
    }),
    idHeader: headers.find(({ text }) => text === '{id}')?.name,
    timestampHeader: headers.find(({ text }) => text === '{ts}')?.name,
    signsAddress: signed.includes('{address}'),
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
  /** The one that holds the id, the time, and nothing else. */
  id: string | undefined
  timestamp: string | undefined
} {
  const { signatureHeader, idHeader, timestampHeader } = compiled(recipe)
  const signature = signatureHeader === undefined ? [] : [signatureHeader]
  return {
    signature: recipe.method === 'message' ? ['Signature-Input', ...signature] : signature,
    id: idHeader,
    timestamp: timestampHeader,
  }
}

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

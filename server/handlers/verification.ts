import { compiled } from '../signing/compiled.ts'
import type { Digest, Encoding, Recipe } from '../signing/recipe.ts'
import { type Template, templateOf } from '../signing/template.ts'

/** Where a value stands in a request: in a header of its own, or as an item of the signature's header. */
export type Place = { header: string } | { prefix: string }

/** A piece of what is signed: text with the gaps `id`, `ts`, `url` and `form`, or the bytes of the body. */
type Piece = Template | 'body'

interface Named {
  scheme: string
  description: string
  /** The path that it listens at, such as /webhooks; nothing in it is a pattern to any framework. */
  path: string
  /** The id of the webhook, which receivers tell repeats by; null where the scheme has none. */
  id: Place | null
}

/** The signature's header: one signature, or items with a separator between. */
export interface SignatureHeader {
  name: string
  /** How it is written, for a message: `t=...,v1=...`; ASCII, since a compiler may read a file as that. */
  form: string
  separator: ' ' | ',' | ';' | null
  /** What stands before a signature. */
  prefix: string
}

/** When a request was signed; its form is looked at also where the scheme sets no limit. */
export interface SignedTime {
  place: Place
  form: Recipe['time']
  /** In seconds; null when the scheme sets no limit. */
  tolerance: number | null
  pastOnly: boolean
}

/** Verified by its headers' templates: a digest or Ed25519 over pieces. */
export interface ByTemplate extends Named {
  kind: 'hmac' | 'ed25519'
  header: SignatureHeader
  time: SignedTime | null
  pieces: readonly Piece[]
  /** Whether the id is signed, so that it must be there. */
  signsId: boolean
  /** WEBHOOK_URL is signed: as it stands, or with the query of the request, which holds the body's digest (Twilio). */
  url: 'fixed' | 'with-query' | null
  key: 'whsec-base64' | 'text' | 'hex' | 'ed25519' | 'ed25519-hex'
  digest: Digest
  encoding: Encoding
}

/** How a receiver verifies what a recipe signs: the recipe, read for somebody who writes code. */
export type Verification =
  | ByTemplate
  | (Named & { kind: 'message'; key: 'whsec-base64' | 'ed25519'; tolerance: number; url: 'fixed' })
  | (Named & { kind: 'jwt'; header: string; tolerance: number })
  | (Named & { kind: 'password'; user: string })
  | (Named & { kind: 'none' })

/**
 * The model of a recipe; a text says why there is none.
 * @param path where it is to listen
 */
export function verificationOf(recipe: Recipe, path = '/webhooks'): Verification | string {
  const { signatureHeader = '', idHeader } = compiled(recipe)
  const named: Named = {
    scheme: recipe.scheme,
    description: recipe.description,
    path,
    id: idHeader === undefined ? null : { header: idHeader },
  }
  const tolerance = recipe.toleranceS ?? 300
  switch (recipe.method) {
    case 'hmac':
    case 'ed25519':
      return byTemplate(recipe, named)
    case 'message':
      return {
        ...named,
        kind: 'message',
        key: recipe.key === 'ed25519' ? 'ed25519' : 'whsec-base64',
        tolerance,
        url: 'fixed',
      }
    case 'jwt':
      return { ...named, kind: 'jwt', header: signatureHeader, tolerance }
    case 'password':
      return { ...named, kind: 'password', user: recipe.user ?? '' }
    case 'none':
      return { ...named, kind: 'none' }
  }
}

/** The label whose signature is the strongest: the last in the recipe's order. */
const strongest = (recipe: Recipe) => Object.keys(recipe.signs).at(-1) ?? ''

function byTemplate(recipe: Recipe, named: Named): ByTemplate | string {
  const { items, signatureHeader = '', places } = compiled(recipe)
  const label = strongest(recipe)
  const odd = items.some(({ template: { texts, slots } }) => slots.length !== 1 || texts.at(-1) !== '')
  if (odd)
    return `The header ${signatureHeader} of ${recipe.scheme} is no list of items with one placeholder each at their ends, such as t={ts},v1={signature}.`
  const prefixOf = (slot: string) =>
    items.find(({ template }) => template.slots[0] === slot)?.template.texts[0]
  const placeOf = (slot: 'id' | 'ts'): Place | null => {
    const prefix = prefixOf(slot)
    if (prefix !== undefined) return { prefix }
    return places[slot]?.alone === undefined ? null : { header: places[slot].name }
  }
  const pieces = piecesOf(recipe.signs[label] ?? '')
  const signs = (slot: string) => pieces.some((piece) => piece !== 'body' && piece.slots.includes(slot))
  const [place, id] = [placeOf('ts'), placeOf('id')]
  const within = [places.ts && !place && places.ts, places.id && !id && signs('id') && places.id].find(
    Boolean,
  )
  if (within)
    return `The header ${within.name} of ${recipe.scheme} holds other text beside what is to be read from it.`
  return {
    ...named,
    kind: recipe.method === 'ed25519' ? 'ed25519' : 'hmac',
    id,
    header: {
      name: signatureHeader,
      form: (recipe.headers[signatureHeader] ?? '').replace(/\{\w+\}/g, '...'),
      separator: recipe.repeats as SignatureHeader['separator'],
      prefix: prefixOf(label) ?? '',
    },
    time: place && {
      place,
      form: recipe.time,
      tolerance: recipe.toleranceS,
      pastOnly: recipe.pastOnly,
    },
    pieces,
    signsId: signs('id'),
    url: signs('url') ? (signs('form') ? 'with-query' : 'fixed') : null,
    key: recipe.key as ByTemplate['key'],
    digest: recipe.digest,
    encoding: recipe.encoding,
  }
}

/** `{address}` is the URL too: with the body's digest, which stands in its query. */
function piecesOf(signs: string): Piece[] {
  const texts = signs.replace('{address}', '{url}').split('{body}')
  return texts.flatMap((text, i): Piece[] => [
    ...(i > 0 ? (['body'] as const) : []),
    ...(text === '' ? [] : [templateOf(text)]),
  ])
}

/** What goes wrong most often where this is written by hand. */
export function trapOf(verification: Verification): string {
  switch (verification.kind) {
    case 'none':
      return 'This scheme signs nothing: whoever knows the address can send anything.'
    case 'password':
      return 'Nothing is signed: the password shows who sends, not that the body is unchanged.'
    case 'jwt':
      return 'The JWT does not hold the body but its SHA-256: the body must be compared too.'
    case 'ed25519':
      return verification.key === 'ed25519-hex'
        ? 'The key is the public one: 32 bytes in hex. The private one stays with the sender.'
        : 'The key is the public one: whpk_ and 32 bytes in base64. The private whsk_ stays with the sender.'
    case 'message':
      return 'The signature covers the body by Content-Digest alone: the digest must be compared too.'
    case 'hmac':
      return hmacTraps[verification.key]
  }
}

const hmacTraps: Record<ByTemplate['key'], string> = {
  'whsec-base64':
    'The key is what the secret decodes to: whsec_ off, the rest is base64. The text itself never fits.',
  text: 'The key is the text of the secret as it stands: a whsec_ is part of it, and nothing is decoded.',
  hex: 'The key is what the secret decodes to from hex. The text itself never fits.',
  ed25519: '',
  'ed25519-hex': '',
}

/** Whether it is verified with a public key of Ed25519. */
export const isEd25519 = (verification: Verification): boolean =>
  'key' in verification && (verification.key === 'ed25519' || verification.key === 'ed25519-hex')

/** Whether text of headers is signed, which then must be that of the bytes that came: many frameworks read them as Latin-1. */
export const signsHeaders = (verification: Verification): boolean =>
  verification.kind === 'message' || ('signsId' in verification && verification.signsId)

export const needsUrl = (verification: Verification): boolean =>
  'url' in verification && verification.url !== null

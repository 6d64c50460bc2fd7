/** Turns a signing recipe into data that a small program in another language can sign with. */
import { jwt } from '../signing/jwt.ts'
import { algorithmOf, holdsS, inputOf, message } from '../signing/message.ts'
import type { Recipe } from '../signing/recipe.ts'

/**
 * A recipe without methods of its own: each signature covers a filled template, and each header is a filled template.
 * Holds only texts, numbers and objects, so the JSON is a literal in JavaScript and in Python too.
 */
export interface PortableRecipe {
  method: 'hmac' | 'ed25519' | 'es256' | 'password' | 'none' | 'unsupported'
  digest: Recipe['digest']
  encoding: Recipe['encoding']
  key: Recipe['key']
  time: Recipe['time']
  /** Label → template of the signed content, in the order of signing. */
  signs: Record<string, string>
  headers: Record<string, string>
  /** The URL that the verifier uses; empty for the requested URL. */
  url: string
  /** The user for `basic`. */
  user: string
  /** The template of a JWT's claims. */
  claims: string
  /** The validity of a signature that states an end, in seconds. */
  valid_s: number
}

/** The recipe as data. The secret only serves to compute the id of its key, which is sent in the clear. */
export function portableRecipe(recipe: Recipe, secret: string): PortableRecipe {
  const { digest, encoding, key, time, url = '', user = '' } = recipe
  const made: PortableRecipe = {
    method: 'none',
    digest,
    encoding,
    key,
    time,
    signs: recipe.signs,
    headers: recipe.headers,
    url,
    user,
    claims: '',
    valid_s: holdsS,
  }
  switch (recipe.method) {
    case 'hmac':
    case 'ed25519':
      return { ...made, method: recipe.method, signs: plainSlots(recipe.signs) }
    case 'hash':
    case 'ecdsa':
      return { ...made, method: 'unsupported' }
    case 'password':
      return { ...made, method: 'password' }
    case 'jwt': {
      const head = jwtHead(recipe, secret)
      return {
        ...made,
        method: 'es256',
        signs: { jwt: `${head}.{claims}` },
        headers: replaced(recipe.headers, '{jwt}', `${head}.{claims}.{jwt}`),
        claims: '{"iat":{ts},"request_body_sha256":"{body_sha256_hex}"}',
      }
    }
    case 'message': {
      const input = inputOf(recipe, secret, '{ts}').replace('expires={ts}', 'expires={expires}')
      return {
        ...made,
        method: messageMethods[algorithmOf(recipe, secret)],
        signs: { sig1: signatureBase(recipe, input) },
        headers: replaced(recipe.headers, '{params}', input),
      }
    }
    case 'none':
      return made
  }
}

/** The slots by the names that the programs know. The pool holds JSON only, so no form fields are signed. */
const plainSlots = (signs: Readonly<Record<string, string>>) =>
  replaced(replaced(signs, '{form}', ''), '{body_sha256}', '{body_sha256_hex}')

const messageMethods = {
  'hmac-sha256': 'hmac',
  ed25519: 'ed25519',
  'ecdsa-p256-sha256': 'es256',
} as const satisfies Record<string, PortableRecipe['method']>

const replaced = (templates: Readonly<Record<string, string>>, slot: string, text: string) =>
  Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [name, template.replace(slot, () => text)]),
  )

const placeholders = { id: '{id}', timestamp: '{ts}', event: '{event}', contentType: 'application/json' }

/** The first part of a JWT, which is equal for all requests. */
function jwtHead(recipe: Recipe, secret: string): string {
  const signed = jwt.sign(recipe, [secret], { ...placeholders, body: Buffer.alloc(0), url: '' })
  const token = signed.find(([name]) => name === 'Plaid-Verification')?.[1] ?? ''
  return token.slice(0, token.indexOf('.'))
}

/** The signature base of RFC 9421, with placeholders for what differs between requests. */
function signatureBase(recipe: Recipe, input: string): string {
  const headers = new Map([
    ['content-digest', 'sha-256=:{body_sha256}:'],
    ['webhook-id', '{id}'],
  ])
  const content = { ...placeholders, body: Buffer.alloc(0), url: '{target_uri}', method: 'POST', headers }
  return message.parts(recipe, { label: 'sig1', value: '', input }, content)?.join('') ?? ''
}

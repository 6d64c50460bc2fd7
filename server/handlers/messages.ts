/** The sentences of generated receivers: responses and comments. */
import type { Recipe } from '../signing/recipe.ts'

/** The messages of all generated receivers. */
export const says = {
  wrong: 'No signature matches: the secret differs, or the body was changed.',
  'wrong password': 'The user or the password is wrong.',
  'no input': 'The header Signature-Input is missing.',
  'no secret': 'Set WEBHOOK_SECRET to the secret that signs the webhooks.',
  'no url': 'Set WEBHOOK_URL to the URL that the sender uses.',
  digest: 'The body does not match its digest.',
  'no form': 'The body is not a valid form.',
  cut: 'The body is incomplete.',
  'no length': 'The body was sent in chunks, without Content-Length.',
  expired: 'The signature has expired.',
  'no jwt': 'The header must contain a JWT signed with ES256.',
}

/** The comments of all generated receivers. */
export const remarks = {
  raw: 'Read the raw bytes: re-serialized JSON has a different signature.',
  several: 'A secret rotation sends two signatures. One match is enough.',
  'constant time': 'Compares in constant time.',
  strongest: 'v2 signs the raw bytes. v1 signs the body as Python writes JSON and need not be checked.',
  repeats: 'A webhook may arrive more than once: store its id and skip known ids.',
  'no limit': 'The scheme sets no age limit. Detect a repeated webhook by its id.',
  url: 'The URL that the sender signed. Behind a proxy, the request has a different URL.',
  form: 'The query contains the digest of a JSON body. Form fields are signed after the URL.',
}

/** The commonest mistake in handwritten verification. */
export function trapOf({ method, key }: Recipe): string {
  switch (method) {
    case 'none':
      return 'This scheme has no signature: anyone who knows the URL can send anything.'
    case 'password':
      return 'The password identifies the sender but does not protect the body against changes.'
    case 'jwt':
      return "The JWT contains only the body's SHA-256, so compare the body too."
    case 'message':
      return 'The signature covers only the Content-Digest of the body, so compare the digest too.'
    case 'hmac':
    case 'hash':
    case 'ed25519':
    case 'ecdsa':
      return keyTraps[key]
  }
}

const keyTraps: Record<Recipe['key'], string> = {
  'whsec-base64':
    'The key is the decoded secret: remove whsec_ and decode the rest as base64. The text itself is not the key.',
  text: "The key is the secret's text, including a whsec_ prefix. Do not decode it.",
  hex: 'The key is the secret decoded from hex. The text itself is not the key.',
  ed25519:
    'The key is the public key: whpk_ and 32 bytes in base64. Only the sender has the private key (whsk_).',
  'ed25519-hex': 'The key is the public key: 32 bytes in hex. Only the sender has the private key.',
  'p-256': 'The key is the public key as a JWK. The signature is DER.',
  none: '',
}

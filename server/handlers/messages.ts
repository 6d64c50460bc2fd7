import type { Recipe } from '../signing/recipe.ts'

/** What every receiver says, in all languages alike. */
export const says = {
  wrong: 'No signature fits: another secret, or the body is not what was sent.',
  'wrong password': 'User or password is wrong.',
  'no input': 'The header Signature-Input is missing.',
  'no secret': 'Set WEBHOOK_SECRET to the secret that the webhooks are signed with.',
  'no url': 'Set WEBHOOK_URL to the address that the webhooks are sent to, as the sender knows it.',
  digest: 'The body does not fit its digest.',
  'no form': 'The body is no form.',
  cut: 'The body was cut.',
  'no length': 'The body came in chunks, without a Content-Length.',
  expired: 'The signature has expired.',
  'no jwt': 'The header must hold a JWT that is signed by ES256.',
}

/** Comments that stand in every receiver. */
export const remarks = {
  raw: 'The raw bytes: JSON that is parsed and serialized again has a different signature.',
  several: 'During a secret rotation there are two signatures; one match is enough.',
  'constant time': 'Compares in constant time.',
  strongest: 'v1 is signed over the body as Python writes JSON; v2 is signed over the bytes, and is enough.',
  repeats: 'A webhook may arrive more than once: store its id and skip known ones.',
  'no limit': 'The scheme sets no age limit; detect a repeated webhook by its id.',
  url: 'The URL that the sender signed; behind a proxy the request shows a different one.',
  form: 'The query holds the digest of a JSON body; the fields of a form are signed after the URL.',
}

/** What goes wrong most often where this is written by hand. */
export function trapOf({ method, key }: Recipe): string {
  switch (method) {
    case 'none':
      return 'This scheme signs nothing: whoever knows the address can send anything.'
    case 'password':
      return 'Nothing is signed: the password shows who sends, not that the body is unchanged.'
    case 'jwt':
      return 'The JWT does not hold the body but its SHA-256: the body must be compared too.'
    case 'message':
      return 'The signature covers the body by Content-Digest alone: the digest must be compared too.'
    case 'hmac':
    case 'ed25519':
      return keyTraps[key]
  }
}

const keyTraps: Record<Recipe['key'], string> = {
  'whsec-base64':
    'The key is what the secret decodes to: whsec_ off, the rest is base64. The text itself never fits.',
  text: 'The key is the text of the secret as it stands: a whsec_ is part of it, and nothing is decoded.',
  hex: 'The key is what the secret decodes to from hex. The text itself never fits.',
  ed25519:
    'The key is the public one: whpk_ and 32 bytes in base64. The private whsk_ stays with the sender.',
  'ed25519-hex': 'The key is the public one: 32 bytes in hex. The private one stays with the sender.',
  'p-256': '',
  none: '',
}

import type { Accident } from './accident.ts'
import type { SecretForm } from './digest.ts'
import type { KnownSecret } from './input.ts'
import type { Presented } from './presented.ts'
import { type Digest, type Encoding, keyForms, type Recipe } from './recipe.ts'
import { type Recipes, schemeNames } from './recipes.ts'

export const otherSecrets = (others: readonly KnownSecret[]): Accident[] =>
  others.map((secret) =>
    secret.old
      ? {
          cause: 'old_secret',
          secret,
          detail: `It was signed with a secret that ${secret.of} had before its rotation and that counts no more.`,
          fix: 'Sign with the new secret.',
        }
      : {
          cause: 'other_secret',
          secret,
          detail: `It was signed with the secret of ${secret.of}.`,
          fix: 'Use the secret that belongs to this endpoint or subscription on both sides.',
        },
  )

const mistakenForms: { form: SecretForm; cause: string; said: string }[] = [
  { form: 'text', cause: 'secret_as_text', said: `as plain text: ${keyForms.text}` },
  { form: 'whsec-base64', cause: 'secret_decoded', said: `as base64: ${keyForms['whsec-base64']}` },
  {
    form: 'base64-with-prefix',
    cause: 'secret_prefix_kept',
    said: 'as base64, the prefix whsec_ decoded along with it',
  },
  {
    form: 'text-without-prefix',
    cause: 'secret_prefix_stripped',
    said: 'as plain text without its prefix whsec_',
  },
]

export const keyAccidents = (recipe: Recipe): Accident[] =>
  mistakenForms
    .filter(({ form }) => form !== recipe.key)
    .map(({ form, cause, said }) => ({
      cause,
      recipe: { key: form },
      detail: `The secret was used ${said}.`,
      fix: `This scheme's key is: ${keyForms[recipe.key]}.`,
    }))

const encodings: { encoding: Encoding; cause: string }[] = [
  { encoding: 'hex', cause: 'hex_for_base64' },
  { encoding: 'base64', cause: 'base64_for_hex' },
  { encoding: 'base64url', cause: 'base64url' },
]

export const otherEncodings = (recipe: Recipe): Accident[] =>
  encodings
    .filter(({ encoding }) => encoding !== recipe.encoding)
    .map(({ encoding, cause }) => ({
      cause,
      recipe: { encoding },
      detail: `The signature is right, but written as ${encoding}.`,
      fix: `This scheme writes it as ${recipe.encoding}.`,
    }))

const digests: Digest[] = ['sha1', 'sha256', 'sha384', 'sha512', 'md5']

export const otherDigests = (recipe: Recipe): Accident[] =>
  digests
    .filter((digest) => digest !== recipe.digest)
    .map((digest) => ({
      cause: 'other_digest',
      recipe: { digest },
      detail: `The signature is right for HMAC-${digest.toUpperCase()}.`,
      fix: `This scheme uses HMAC-${recipe.digest.toUpperCase()}.`,
    }))

/** The shortest beginning of a signature that is taken for one: 32 bits or more. */
const shortest = 8

/** What may have become of the signature's own text. */
export const writings: Accident[] = [
  {
    cause: 'letter_case',
    alike: (right, came) => right.toLowerCase() === came.toLowerCase(),
    detail: 'The signature is right but for upper and lower case.',
    fix: 'Send it in the case in which it is made; hex is written in lower case.',
  },
  {
    cause: 'truncated',
    alike: (right, came) => came.length >= shortest && came.length < right.length && right.startsWith(came),
    detail: 'What came is the beginning of the right signature; the rest is missing.',
    fix: 'Look at the limits of what stores or passes on the header.',
  },
]

/** What a sender may have left out of the signed bytes. */
const shortened = [
  { cause: 'body_only_signed', signs: '{body}', said: 'the body alone' },
  { cause: 'id_not_signed', signs: '{ts}.{body}', said: 'timestamp and body, without the id' },
  { cause: 'timestamp_not_signed', signs: '{id}.{body}', said: 'id and body, without the timestamp' },
]

/** Every label signs the same. */
const signing = ({ signs }: Recipe, text: string) =>
  Object.fromEntries(Object.keys(signs).map((label) => [label, text]))

export function lessSigned(recipe: Recipe): Accident[] {
  if (recipe.method !== 'hmac' && recipe.method !== 'ed25519') return []
  const full = Object.values(recipe.signs)
  return shortened
    .filter(
      ({ signs }) =>
        !full.includes(signs) &&
        full.some(
          (template) => template.endsWith(signs) || (signs.startsWith('{id}') && template.startsWith('{id}')),
        ),
    )
    .map(({ cause, signs, said }) => ({
      cause,
      recipe: { signs: signing(recipe, signs) },
      detail: `The signature is right for ${said}.`,
      fix: `This scheme signs ${full.join(' or ')}.`,
    }))
}

/** The neighbouring seconds: a clock that is read once for the header and once for the signature. */
const near = [-1, 1, -2, 2, -3, 3, -4, 4, -5, 5]

/** Another time or another id signed than the one that was sent. */
export function otherHeaders(recipe: Recipe, { id, timestamp = '' }: Presented, body: Buffer): Accident[] {
  if (recipe.method !== 'hmac' && recipe.method !== 'ed25519') return []
  const signed = Object.values(recipe.signs).join()
  const found: Accident[] = []
  if (signed.includes('{ts}') && recipe.time === 'seconds' && /^\d{1,12}$/.test(timestamp)) {
    found.push({
      cause: 'milliseconds',
      content: { timestamp: `${timestamp}000` },
      detail: 'The signature is right for the timestamp in milliseconds; the header has it in seconds.',
      fix: 'Make the timestamp once and use the same text for the header and for what is signed.',
    })
    for (const seconds of near) {
      const other = String(Number(timestamp) + seconds)
      found.push({
        cause: 'other_timestamp',
        content: { timestamp: other },
        detail: `The signature is right for the timestamp ${other}; the header says ${timestamp}.`,
        fix: 'Read the clock once and use the same text for the header and for what is signed.',
      })
    }
  }
  if (signed.includes('{id}')) {
    for (const other of new Set(['', ...idsIn(body)])) {
      if (other === id) continue
      found.push({
        cause: 'other_id',
        content: { id: other },
        detail: `The signature is right for the id "${other}"; the header says "${id}".`,
        fix: 'Sign the very id that the header carries.',
      })
    }
  }
  return found
}

/** What the body's own fields call an id. */
function idsIn(body: Buffer): string[] {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, text]) =>
      /(?:^|_)id$/i.test(name) && typeof text === 'string' ? [text] : [],
    )
  } catch {
    return []
  }
}

/** The addresses that a proxy, or a setting, may have made of the one requested. */
export function otherUrls(recipe: Recipe, url: string): Accident[] {
  const signsUrl =
    recipe.method === 'message' || /\{(?:url|address)\}/.test(Object.values(recipe.signs).join())
  if (!signsUrl || !URL.canParse(url)) return []
  const { origin, pathname, search } = new URL(url)
  const [scheme = '', host = ''] = origin.split('://')
  const withoutPort = host.replace(/:\d+$/, '')
  const others = [
    `${scheme === 'http' ? 'https' : 'http'}://${host}${pathname}${search}`,
    `${scheme}://${withoutPort}${pathname}${search}`,
    `https://${withoutPort}${pathname}${search}`,
    origin + pathname,
    `${origin}${pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`}${search}`,
  ]
  return [...new Set(others)]
    .filter((other) => other !== url)
    .map((other) => ({
      cause: 'method_or_url',
      recipe: { url: other },
      detail: `The signature is right for the URL ${other}; ${recipe.url ?? url} was verified.`,
      fix: 'Verify with the URL that the sender knows; behind a proxy, put it together of what the proxy was asked.',
    }))
}

/** The same headers, signed as another scheme signs. */
export const otherSchemes = (recipes: Recipes, recipe: Recipe): Accident[] =>
  schemeNames
    .map((name) => recipes[name])
    .filter((other) => other.method === 'hmac' && other.scheme !== recipe.scheme)
    .flatMap((other) =>
      Object.values(other.signs).map((text) => ({
        cause: 'other_scheme',
        recipe: {
          signs: signing(recipe, text),
          key: other.key,
          digest: other.digest,
          encoding: other.encoding,
          time: other.time,
        },
        detail: `The headers are those of ${recipe.scheme}, the signature is made as ${other.scheme} makes it.`,
        fix: `Sign as ${recipe.scheme} does: ${Object.values(recipe.signs).join(' or ')}; ${keyForms[recipe.key]}.`,
      })),
    )

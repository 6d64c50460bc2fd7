import type { Verdict } from '../wire.ts'
import { signedParts } from './content.ts'
import { digestOf, equalInConstantTime, keyOf } from './digest.ts'
import type { KnownSecret, VerifyInput } from './input.ts'
import type { Presented } from './read.ts'
import { type Encoding, type KeyForm, keyForms, type Recipe, type Signable } from './recipes.ts'

type Cause = Verdict['causes'][number]

interface Facts {
  recipe: Recipe
  presented: Presented
  input: VerifyInput
}

/** One thing that may have gone different at the sender: recomputing with exactly that change must give the signature. */
interface Accident {
  cause: string
  change: Partial<{
    key: KeyForm
    secret: KnownSecret
    signable: Partial<Signable>
    encoding: Encoding
    /** Signed in place of what the recipe signs. */
    signs: string
  }>
  detail: string
  fix: string
}

/** The causes that recomputation proves, most likely first. Nothing is guessed. */
export function causesOf(facts: Facts, signable: Signable): Cause[] {
  return accidents(facts)
    .filter((accident) => reproduces(facts, signable, accident))
    .map(({ cause, detail, fix }) => ({ cause, proved: true, detail, fix }))
}

function reproduces({ recipe, presented, input }: Facts, signable: Signable, { change }: Accident): boolean {
  const secrets = change.secret ? [change.secret] : input.secrets
  const content = { ...signable, ...change.signable }
  const { digest } = recipe
  const encoding = change.encoding ?? recipe.encoding
  return secrets.some(({ secret }) => {
    const key = keyOf(secret, change.key ?? recipe.key)
    return presented.signatures.some(({ label, value }) => {
      const signs = { [label]: change.signs ?? recipe.signs[label] ?? '' }
      const parts = Object.hasOwn(recipe.signs, label) && signedParts({ signs }, label, content)
      return key && parts && equalInConstantTime(digestOf({ digest, encoding }, key, parts), value)
    })
  })
}

function accidents({ recipe, input }: Facts): Accident[] {
  return [
    ...input.otherSecrets.map((secret) => ({
      cause: 'other_secret',
      change: { secret },
      detail: `It was signed with the secret of ${secret.of}.`,
      fix: 'Use the secret that belongs to this endpoint or subscription on both sides.',
    })),
    otherKeyForm(recipe),
    ...(input.sentBody && !input.sentBody.equals(input.body)
      ? [bodyChanged(input.sentBody, input.body)]
      : []),
    ...otherEncodings(recipe),
    ...lessSigned(recipe),
    ...rewrittenBodies(input.body),
  ]
}

function otherKeyForm(recipe: Recipe): Accident {
  const key = recipe.key === 'text' ? 'whsec-base64' : 'text'
  return {
    cause: key === 'text' ? 'secret_as_text' : 'secret_decoded',
    change: { key },
    detail: `The secret was used as ${key === 'text' ? 'plain text' : 'base64'}: ${keyForms[key]}.`,
    fix: `This scheme's key is: ${keyForms[recipe.key]}.`,
  }
}

const encodingAccidents: { encoding: Encoding; cause: string }[] = [
  { encoding: 'hex', cause: 'hex_for_base64' },
  { encoding: 'base64', cause: 'base64_for_hex' },
  { encoding: 'base64url', cause: 'base64url' },
]

const otherEncodings = (recipe: Recipe): Accident[] =>
  encodingAccidents
    .filter(({ encoding }) => encoding !== recipe.encoding)
    .map(({ encoding, cause }) => ({
      cause,
      change: { encoding },
      detail: `The signature is right, but written as ${encoding}.`,
      fix: `This scheme writes it as ${recipe.encoding}.`,
    }))

/** What a sender may have left out of the signed bytes. */
const shortened = [
  { cause: 'body_only_signed', signs: '{body}', said: 'the body alone' },
  { cause: 'id_not_signed', signs: '{ts}.{body}', said: 'timestamp and body, without the id' },
  { cause: 'timestamp_not_signed', signs: '{id}.{body}', said: 'id and body, without the timestamp' },
]

function lessSigned(recipe: Recipe): Accident[] {
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
      change: { signs },
      detail: `The signature is right for ${said}.`,
      fix: `This scheme signs ${full.join(' or ')}.`,
    }))
}

function bodyChanged(sent: Buffer, received: Buffer): Accident {
  let at = 0
  while (at < sent.length && at < received.length && sent[at] === received[at]) at++
  return {
    cause: 'body_changed',
    change: { signable: { body: sent } },
    detail: `The body was changed on its way: ${sent.length} bytes were sent, ${received.length} received, the first difference is at byte ${at}.`,
    fix: 'Find what stands between sender and receiver and rewrites bodies; pass the bytes on untouched.',
  }
}

const bodyAccidents: { cause: string; detail: string; rewrite(text: string): string | undefined }[] = [
  {
    cause: 'reserialised',
    detail: 'The signature is right for the same JSON parsed and written anew.',
    rewrite: (text) => rewritten(text, (value) => JSON.stringify(value)),
  },
  {
    cause: 'pretty_printed',
    detail: 'The signature is right for the same JSON with indentation of two spaces.',
    rewrite: (text) => rewritten(text, (value) => JSON.stringify(value, null, 2)),
  },
  {
    cause: 'trailing_newline',
    detail: 'The signature is right for the body without the newline at its end.',
    rewrite: (text) => text.replace(/\r?\n$/, ''),
  },
  {
    cause: 'trailing_newline',
    detail: 'The signature is right for the body with a newline added at its end.',
    rewrite: (text) => `${text}\n`,
  },
  {
    cause: 'line_endings',
    detail: 'The signature is right for the body with LF for CRLF.',
    rewrite: (text) => text.replaceAll('\r\n', '\n'),
  },
]

function rewritten(text: string, write: (value: unknown) => string): string | undefined {
  try {
    return write(JSON.parse(text))
  } catch {
    return undefined
  }
}

function rewrittenBodies(body: Buffer): Accident[] {
  const text = body.toString('utf8')
  return bodyAccidents.flatMap(({ cause, detail, rewrite }) => {
    const other = rewrite(text)
    if (other === undefined || other === text) return []
    return [
      {
        cause,
        change: { signable: { body: Buffer.from(other, 'utf8') } },
        detail,
        fix: 'Sign and send the very same bytes: serialise once, sign that, send that.',
      },
    ]
  })
}

/** The keys that a sender may have used: valid, mistaken, or of another owner. */
import { equalInConstantTime, keyBytes } from '../../signing/digest.ts'
import { keyForms, type Recipe } from '../../signing/recipe.ts'
import type { SecretOf } from '../../wire.ts'
import { ownerWords, secretWords } from '../../words/verdict.ts'
import { causes } from '../causes.ts'
import type { KnownSecret } from '../input.ts'
import type { Accident, KeyTurn } from '../search/accident.ts'
import { type Placeholder, placeholdersOf } from './placeholders.ts'
import { type Mistake, ordinaryMistakes, rareMistakes } from './secret-mistakes.ts'
import { type TextMistake, textMistakes, wholeLines } from './secret-texts.ts'

/** The likeliest mistake that turns one text into the other; undefined if unknown. */
export const mistakeWith = (scheme: string, secret: string, used: string): TextMistake | undefined =>
  equalInConstantTime(secret, used)
    ? undefined
    : [...textMistakes, ...wholeLines(scheme)]
        .filter(({ text }) => equalInConstantTime(text(secret), used))
        .sort((a, b) => a.rank - b.rank)[0]

/** Mistakes about the form of the key. Only the correct form fixes them. */
const ofForm: ReadonlySet<string> = new Set([
  'secret_as_text',
  'secret_decoded',
  'secret_prefix_kept',
  'secret_prefix_stripped',
  'secret_hex',
])
/** Mistakes that a character before the prefix makes too, since code that removes whsec_ then does not find it. */
const ofPrefix: ReadonlySet<string> = new Set(['secret_prefix_kept', 'secret_prefix_stripped'])
const hidden = ' A quote or a byte order mark before the secret hides its prefix: look for one.'
function fixOf(recipe: Recipe, cause: Accident['cause']): string | undefined {
  if (recipe.method === 'password') return undefined
  const mayBeHidden = recipe.key === 'whsec-base64' && ofPrefix.has(cause)
  const right = `The key of this scheme: ${keyForms[recipe.key]}.${mayBeHidden ? hidden : ''}`
  return ofForm.has(cause) ? right : `${causes[cause].fix} ${right}`
}

/** The key that a scheme makes from a secret. */
export const rightKey = (recipe: Recipe, known: KnownSecret): KeyTurn => ({
  accidents: [],
  rank: 0,
  known,
  secret: known.secret,
  bytes: isOfBytes(recipe) ? keyBytes(known.secret, recipe.key) : undefined,
})

/** The keys of other known secrets, each once. There may be thousands, so each is made when it is needed. */
export function* otherKeys(
  recipe: Recipe,
  here: readonly KnownSecret[],
  others: readonly KnownSecret[],
): Generator<KeyTurn> {
  const expected = here[0] && here.length === 1 ? secretWords(here[0].of) : 'a secret that is valid here'
  const seen = new Set<string>()
  for (const known of others) {
    if (seen.has(known.secret)) continue
    seen.add(known.secret)
    const { old, of } = known
    const accident: Accident = {
      cause: old ? 'old_secret' : 'other_secret',
      detail: old
        ? `The signature was made with an old secret of ${ownerWords(of)}, which is no longer valid.`
        : `The signature was made with ${otherWords(of, here)}.`,
      expected,
      received: `${old ? 'an old' : 'the'} secret of ${ownerWords(of)}`,
    }
    yield { ...rightKey(recipe, known), accidents: [accident] }
  }
}

/** The secret of a second owner of the same kind is named as such. The owner of a given secret is not known. */
const otherWords = (of: SecretOf, here: readonly KnownSecret[]): string =>
  of.kind !== 'config' && here.some((one) => one.of.kind === of.kind || one.of.kind === 'given')
    ? `the secret of another ${of.kind}: ${ownerWords(of)}`
    : secretWords(of)

/** Only digests use key bytes. Asymmetric keys and passwords derive from the secret's text. */
const isOfBytes = ({ method }: Recipe) => method === 'hmac' || method === 'message'

/** Identifies a key, to avoid trying it twice. */
const madeOf = (recipe: Recipe, { secret, bytes }: Pick<KeyTurn, 'secret' | 'bytes'>) =>
  isOfBytes(recipe) ? bytes?.toString('latin1') : secret

/** The key that a mistake makes from a secret; undefined if the mistake has no effect. */
function mistakenKey(recipe: Recipe, known: KnownSecret, mistake: Mistake): KeyTurn | undefined {
  const { cause, rank, said, text, bytes } = mistake
  if (bytes && !isOfBytes(recipe)) return undefined
  const secret = text ? text(known.secret) : known.secret
  if (text && secret === known.secret) return undefined
  const made = bytes ? bytes(secret) : keyBytes(secret, recipe.key)
  const accident: Accident = {
    cause,
    detail: `The secret of ${ownerWords(known.of)} was used ${said}.`,
    fix: fixOf(recipe, cause),
    expected: keyForms[recipe.key],
    received: said,
  }
  return {
    accidents: [accident],
    rank,
    known,
    secret,
    bytes: typeof made === 'string' ? Buffer.from(made) : made,
  }
}

/** No sender's secret is longer, in characters. Mistakes of longer ones are not looked for. */
const longestSecret = 10_000
const ofUsualLength = (secrets: readonly KnownSecret[]) =>
  secrets.filter(({ secret }) => secret.length <= longestSecret)

/** Lets each key pass once. */
function createSieve(recipe: Recipe, turns: readonly KeyTurn[]) {
  const seen = new Set(turns.map((turn) => madeOf(recipe, turn)))
  return (turn: KeyTurn | undefined): KeyTurn | undefined => {
    const made = turn && madeOf(recipe, turn)
    if (made === undefined || seen.has(made)) return undefined
    seen.add(made)
    return turn
  }
}

/** The keys of ordinary mistakes with the valid secrets, and of a missing secret. */
export function mistakenKeys(recipe: Recipe, secrets: readonly KnownSecret[]): KeyTurn[] {
  const pass = createSieve(
    recipe,
    secrets.map((known) => rightKey(recipe, known)),
  )
  const missing = placeholdersOf(recipe.scheme).filter(({ rank }) => rank < 2)
  return [
    ...ofUsualLength(secrets).flatMap((known) =>
      ordinaryMistakes.map((mistake) => mistakenKey(recipe, known, mistake)),
    ),
    ...missing.flatMap((word) => placeholderKeys(recipe, word, secrets[0])),
  ].flatMap((turn) => pass(turn) ?? [])
}

/**
 * The keys of rare mistakes, alternately of words in place of the secret and of the valid secrets. There are thousands, so
 * each is made when it is needed. Undefined for a mistake without effect, and for a key that another mistake makes.
 */
export function* rareKeys(recipe: Recipe, secrets: readonly KnownSecret[]): Generator<KeyTurn | undefined> {
  // A key pair is derived from any text, at a cost that only ordinary mistakes are worth.
  if (!isOfBytes(recipe)) return
  const rights = secrets.map((known) => rightKey(recipe, known))
  const pass = createSieve(recipe, [...rights, ...mistakenKeys(recipe, secrets)])
  // Base64 decoders stop at the = of NAME=secret, so that line can give the key of the name alone. Names come earlier.
  const words = keysOfWords(recipe, secrets[0])
  for (const known of ofUsualLength(secrets))
    for (const mistake of rareMistakes(recipe.scheme)) {
      const word = words.next()
      if (!word.done) yield pass(word.value)
      yield pass(mistakenKey(recipe, known, mistake))
    }
  for (const turn of words) yield pass(turn)
}

function* keysOfWords(recipe: Recipe, known: KnownSecret | undefined): Generator<KeyTurn> {
  for (const word of placeholdersOf(recipe.scheme)) yield* placeholderKeys(recipe, word, known)
}

/** Likely mistakes, applied to another owner's secret. */
export const keyMistakes = (recipe: Recipe) =>
  ordinaryMistakes
    .filter(({ rank }) => rank === 0)
    .map((mistake) => ({
      rank: mistake.rank,
      make(key: KeyTurn): KeyTurn | undefined {
        const turn = mistakenKey(recipe, key.known, mistake)
        const made = turn && madeOf(recipe, turn)
        if (!turn || made === undefined || made === madeOf(recipe, key)) return undefined
        return { ...turn, accidents: [...key.accidents, ...turn.accidents] }
      },
    }))

/** The keys of a word: as text, and decoded if the scheme decodes. Node decodes any text as base64. */
function placeholderKeys(
  recipe: Recipe,
  placeholder: Placeholder,
  known: KnownSecret | undefined,
): KeyTurn[] {
  if (!isOfBytes(recipe)) return []
  const { word } = placeholder
  const decoded = recipe.key === 'text' ? [] : [Buffer.from(word.replace(/^whsec_/, ''), 'base64')]
  return [Buffer.from(word), ...decoded].map((bytes) => placeholderKey(recipe, placeholder, bytes, known))
}

function placeholderKey(
  recipe: Recipe,
  { rank, word, said }: Placeholder,
  bytes: Buffer,
  known: KnownSecret | undefined,
): KeyTurn {
  const used = word === '' ? said : `${said} as the key`
  return {
    rank,
    known: known ?? { of: { kind: 'given', id: null }, secret: word },
    secret: word,
    bytes,
    accidents: [
      {
        cause: 'secret_missing',
        detail: `The request is signed with ${used}: the sender lacks the secret.`,
        expected: keyForms[recipe.key],
        received: used,
      },
    ],
  }
}

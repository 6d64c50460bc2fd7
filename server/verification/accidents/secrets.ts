/** The keys that a sender may have used: valid, mistaken, or of another owner. */

import { once } from '../../memory/once-for.ts'
import { equalInConstantTime, keyBytes } from '../../signing/digest.ts'
import { keyForms, type Recipe } from '../../signing/recipe.ts'
import { ownerWords, secretWords } from '../../words/verdict.ts'
import { causes } from '../causes.ts'
import type { KnownSecret } from '../input.ts'
import type { Accident, KeyTurn } from '../search/accident.ts'
import { type Placeholder, placeholdersOf } from './placeholders.ts'
import { type Mistake, mistakes } from './secret-mistakes.ts'
import { textMistakes } from './secret-texts.ts'

/** The mistake that turns one text into the other; undefined if unknown. */
export const mistakeWith = (secret: string, used: string): Pick<Mistake, 'cause' | 'said'> | undefined =>
  equalInConstantTime(secret, used)
    ? undefined
    : textMistakes.find(({ text }) => equalInConstantTime(text(secret), used))

/** Mistakes about the form of the key. Only the correct form fixes them. */
const ofForm: ReadonlySet<string> = new Set([
  'secret_as_text',
  'secret_decoded',
  'secret_prefix_kept',
  'secret_prefix_stripped',
  'secret_hex',
])
function fixOf(recipe: Recipe, cause: Accident['cause']): string | undefined {
  if (recipe.method === 'password') return undefined
  const right = `The key of this scheme: ${keyForms[recipe.key]}.`
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
        ? `The request is signed with an old secret of ${ownerWords(of)}, which is no longer valid.`
        : `The request is signed with ${secretWords(of)}.`,
      expected,
      received: `${old ? 'an old' : 'the'} secret of ${ownerWords(of)}`,
    }
    yield { ...rightKey(recipe, known), accidents: [accident] }
  }
}

/** Only digests use key bytes. Asymmetric keys and passwords derive from the secret's text. */
const isOfBytes = ({ method }: Recipe) => method === 'hmac' || method === 'message'

/** Identifies a key, to avoid trying it twice. */
const madeOf = (recipe: Recipe, { secret, bytes }: Pick<KeyTurn, 'secret' | 'bytes'>) =>
  isOfBytes(recipe) ? bytes?.toString('latin1') : secret

/** The key that a mistake makes from a secret; undefined if the mistake has no effect. */
function mistakenKey(recipe: Recipe, known: KnownSecret, mistake: Mistake): KeyTurn | undefined {
  const { cause, rank, said, text, bytes } = mistake
  if (!isOfBytes(recipe) && text === undefined) return undefined
  const secret = text?.(known.secret) ?? known.secret
  const made = bytes ? bytes(known.secret) : keyBytes(secret, recipe.key)
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

/** A mistaken key, which is made when it is tried: there are some thousands, and most searches end before. */
export interface MistakenKey extends Pick<Mistake, 'rank' | 'cause'> {
  /** Undefined if the mistake has no effect, or if another made the same key before. */
  make(): KeyTurn | undefined
}

/** The mistaken keys of the valid secrets. */
export function mistakenKeys(recipe: Recipe, secrets: readonly KnownSecret[]): MistakenKey[] {
  const placeholders = isOfBytes(recipe) ? placeholderKeys(recipe, secrets) : []
  // Base64 decoders stop at the = of NAME=secret, so that line can give the key of the name alone.
  const words = placeholders.map((turn) => madeOf(recipe, turn))
  const keys = secrets.flatMap((known) => {
    const seen = new Set([madeOf(recipe, rightKey(recipe, known)), ...words])
    return mistakes.map(
      (mistake): MistakenKey => ({
        rank: mistake.rank,
        cause: mistake.cause,
        make: once(() => {
          const turn = mistakenKey(recipe, known, mistake)
          const made = turn && madeOf(recipe, turn)
          if (!turn || made === undefined || seen.has(made)) return undefined
          seen.add(made)
          return turn
        }),
      }),
    )
  })
  return [
    ...keys,
    ...placeholders.map(
      (turn): MistakenKey => ({ rank: turn.rank, cause: 'secret_missing', make: () => turn }),
    ),
  ]
}

/** Likely mistakes, applied to another owner's secret. */
export const keyMistakes = (recipe: Recipe) =>
  mistakes
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

/** The keys of a sender that has a placeholder for the secret: as text, and decoded if the scheme decodes. */
function placeholderKeys(recipe: Recipe, [known]: readonly KnownSecret[]): KeyTurn[] {
  const seen = new Set<string>()
  return placeholdersOf(recipe.scheme).flatMap((one) =>
    keysOfPlaceholder(recipe, one).flatMap((bytes): KeyTurn[] => {
      const made = bytes.toString('latin1')
      if (seen.has(made)) return []
      seen.add(made)
      return [placeholderKey(recipe, one, bytes, known)]
    }),
  )
}

const keysOfPlaceholder = ({ key }: Recipe, { word }: Placeholder): Buffer[] =>
  key === 'text'
    ? [Buffer.from(word)]
    : [Buffer.from(word), Buffer.from(word.replace(/^whsec_/, ''), 'base64')]

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

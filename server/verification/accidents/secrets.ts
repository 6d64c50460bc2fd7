import { equalInConstantTime, keyBytes } from '../../signing/digest.ts'
import { keyForms, type Recipe } from '../../signing/recipe.ts'
import { ownerWords, secretWords } from '../../words/verdict.ts'
import { causes } from '../causes.ts'
import type { KnownSecret } from '../input.ts'
import type { Accident, KeyTurn } from '../search/accident.ts'
import { type Mistake, mistakes } from './secret-mistakes.ts'

/** What an unset variable becomes, by language. */
export const missing = ['', 'undefined', 'null', 'None', 'nil']

/** Which mistake made one text of another, undefined where none is known. */
export const mistakeWith = (secret: string, used: string): Pick<Mistake, 'cause' | 'said'> | undefined =>
  equalInConstantTime(secret, used)
    ? undefined
    : mistakes.find(({ text }) => text !== undefined && equalInConstantTime(text(secret), used))

/** What was done to a secret by a wrong idea of the scheme's key, which is mended by the right one alone. */
const ofForm: ReadonlySet<string> = new Set([
  'secret_as_text',
  'secret_decoded',
  'secret_prefix_kept',
  'secret_prefix_stripped',
  'secret_hex',
])
function fixOf(recipe: Recipe, cause: Accident['cause']): string | undefined {
  if (recipe.method === 'password') return undefined
  const right = `This scheme's key is: ${keyForms[recipe.key]}.`
  return ofForm.has(cause) ? right : `${causes[cause].fix} ${right}`
}

/** The keys that count here. */
export const rightKeys = (recipe: Recipe, secrets: readonly KnownSecret[]): KeyTurn[] =>
  secrets.map((known) => ({
    accidents: [],
    rank: 0,
    known,
    secret: known.secret,
    bytes: isOfBytes(recipe) ? keyBytes(known.secret, recipe.key) : undefined,
  }))

const few = 8

/** Other secrets that are known, those that a rotation has retired before those of others. */
export function otherKeys(
  recipe: Recipe,
  here: readonly KnownSecret[],
  others: readonly KnownSecret[],
): KeyTurn[] {
  const expected = here[0] && here.length === 1 ? secretWords(here[0].of) : 'a secret that counts here'
  const seen = new Set<string>()
  const turns = rightKeys(recipe, others).filter(({ secret }) => !seen.has(secret) && seen.add(secret))
  return turns.map((turn) => {
    const { old, of } = turn.known
    const accident: Accident = {
      cause: old ? 'old_secret' : 'other_secret',
      detail: old
        ? `It was signed with a secret that ${ownerWords(of)} had before and that counts no more.`
        : `It was signed with ${secretWords(of)}.`,
      expected,
      received: `${old ? 'an old' : 'the'} secret of ${ownerWords(of)}`,
    }
    // Of many secrets that are known none is likely.
    return { ...turn, rank: old || turns.length <= few ? 0 : 1, accidents: [accident] }
  })
}

/** Asymmetric keys and passwords are made of the text of a secret alone; digests of bytes. */
const isOfBytes = ({ method }: Recipe) => method === 'hmac' || method === 'message'

/** What identifies a key among others of its recipe. */
const madeOf = (recipe: Recipe, { secret, bytes }: Pick<KeyTurn, 'secret' | 'bytes'>) =>
  isOfBytes(recipe) ? bytes?.toString('latin1') : secret

/** What a mistake makes of a secret, whosever it is; undefined where nothing. */
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

/** The keys that mistakes make of the secrets that count here. */
export function mistakenKeys(recipe: Recipe, secrets: readonly KnownSecret[]): KeyTurn[] {
  const turns = rightKeys(recipe, secrets).flatMap((right) => {
    const seen = new Set([madeOf(recipe, right)])
    return mistakes.flatMap((mistake): KeyTurn[] => {
      const turn = mistakenKey(recipe, right.known, mistake)
      const made = turn && madeOf(recipe, turn)
      if (!turn || made === undefined || seen.has(made)) return []
      seen.add(made)
      return [turn]
    })
  })
  return isOfBytes(recipe)
    ? [...turns, ...missing.map((word) => missingKey(recipe, word, secrets[0]))]
    : turns
}

/** The likely mistakes as they happen to a secret that is another's besides. */
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

function missingKey(recipe: Recipe, word: string, known: KnownSecret | undefined): KeyTurn {
  const said = word === '' ? 'an empty key' : `the word "${word}" for a key`
  return {
    rank: 1,
    known: known ?? { of: { kind: 'given', id: null }, secret: word },
    secret: word,
    bytes: Buffer.from(word),
    accidents: [
      {
        cause: 'secret_missing',
        detail: `It was signed with ${said}: the secret was not there where it was signed.`,
        expected: keyForms[recipe.key],
        received: said,
      },
    ],
  }
}

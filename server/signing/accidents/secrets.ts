import type { Accident, KeyTurn, Rank } from '../accident.ts'
import { equalInConstantTime, keyBytes } from '../digest.ts'
import type { KnownSecret } from '../input.ts'
import { keyForms, type Recipe } from '../recipe.ts'

/** A mistake with one secret: what it makes of the text, or of the text as a key. */
interface Mistake {
  cause: Accident['cause']
  rank: Rank
  said: string
  /** Another text, which becomes a key by the scheme's own rules. */
  text?(secret: string): string
  /** The key itself, for schemes whose keys are shared bytes. */
  bytes?(secret: string): Buffer | undefined
}

const utf8 = (text: string) => Buffer.from(text, 'utf8')
const prefix = /^wh(?:sec|sk|pk)_/
const bare = (secret: string) => secret.replace(prefix, '')
const decoded = (secret: string) => keyBytes(secret, 'whsec-base64')
const hasSpace = (secret: string) => secret !== secret.trim()

const mistakes: readonly Mistake[] = [
  { cause: 'secret_as_text', rank: 0, said: 'as plain text, prefix included', bytes: utf8 },
  { cause: 'secret_decoded', rank: 0, said: 'base64-decoded, without its prefix', bytes: decoded },
  {
    cause: 'secret_prefix_kept',
    rank: 0,
    said: 'base64-decoded with its prefix whsec_ along with it',
    bytes: (secret) => keyBytes(secret, 'base64-with-prefix'),
  },
  {
    cause: 'secret_prefix_kept',
    rank: 1,
    said: 'base64-decoded with its prefix whsec_ along with it, the _ left out as PHP and Ruby do',
    bytes: (secret) => (prefix.test(secret) ? Buffer.from(secret.replaceAll('_', ''), 'base64') : undefined),
  },
  {
    cause: 'secret_prefix_stripped',
    rank: 0,
    said: 'as plain text without its prefix whsec_',
    bytes: (secret) => keyBytes(secret, 'text-without-prefix'),
  },
  { cause: 'secret_prefix_stripped', rank: 1, said: 'without its prefix', text: bare },
  ...(
    [
      ['a newline behind it', '', '\n'],
      ['CRLF behind it', '', '\r\n'],
      ['a space behind it', '', ' '],
      ['a space before it', ' ', ''],
      ['a carriage return behind it', '', '\r'],
    ] as const
  ).flatMap(([said, before, after], at): Mistake[] => [
    {
      cause: 'secret_whitespace',
      rank: at === 0 ? 0 : 1,
      said: `as text, with ${said}`,
      bytes: (secret) => utf8(before + secret + after),
    },
    {
      cause: 'secret_whitespace',
      rank: 1,
      said: `as text without its prefix, with ${said}`,
      bytes: (secret) => (prefix.test(secret) ? utf8(before + bare(secret) + after) : undefined),
    },
    { cause: 'secret_whitespace', rank: 2, said: `with ${said}`, text: (secret) => before + secret + after },
  ]),
  {
    cause: 'secret_whitespace',
    rank: 0,
    said: 'as text, without the white space around it',
    bytes: (secret) => (hasSpace(secret) ? utf8(secret.trim()) : undefined),
  },
  {
    cause: 'secret_whitespace',
    rank: 0,
    said: 'without the white space around it',
    text: (secret) => secret.trim(),
  },
  ...(['"', "'", '`'] as const).flatMap((mark, at): Mistake[] => [
    {
      cause: 'secret_quoted',
      rank: at === 2 ? 2 : 1,
      said: `as text, with ${mark} around it`,
      bytes: (secret) => utf8(mark + secret + mark),
    },
    {
      cause: 'secret_quoted',
      rank: 2,
      said: `with ${mark} around it`,
      text: (secret) => mark + secret + mark,
    },
  ]),
  {
    cause: 'secret_quoted',
    rank: 1,
    said: 'without the quotation marks around it',
    text: (secret) => secret.replace(/^(["'`])(.*)\1$/s, '$2'),
  },
  {
    cause: 'secret_hex',
    rank: 1,
    said: 'hex-decoded',
    bytes: (secret) =>
      /^(?:[0-9a-f]{2})+$/i.test(bare(secret)) ? Buffer.from(bare(secret), 'hex') : undefined,
  },
  {
    cause: 'secret_hex',
    rank: 1,
    said: 'base64-decoded and then written as hex',
    bytes: (secret) => mapped(decoded(secret), (bytes) => utf8(bytes.toString('hex'))),
  },
  {
    cause: 'secret_hex',
    rank: 2,
    said: 'written as hex',
    bytes: (secret) => utf8(utf8(secret).toString('hex')),
  },
  {
    cause: 'secret_decoded',
    rank: 1,
    said: 'decoded as base64url',
    bytes: (secret) =>
      /^[\w-]+={0,2}$/.test(bare(secret)) ? Buffer.from(bare(secret), 'base64url') : undefined,
  },
  {
    cause: 'secret_decoded',
    rank: 2,
    said: 'base64-decoded twice',
    bytes: (secret) => mapped(decoded(secret), (bytes) => keyBytes(bytes.toString('latin1'), 'whsec-base64')),
  },
  {
    cause: 'secret_base64',
    rank: 1,
    said: 'base64-encoded',
    bytes: (secret) => utf8(utf8(secret).toString('base64')),
  },
  {
    cause: 'secret_base64',
    rank: 2,
    said: 'base64-encoded without its prefix',
    bytes: (secret) => utf8(utf8(bare(secret)).toString('base64')),
  },
  {
    cause: 'secret_charset',
    rank: 1,
    said: 'base64-decoded into a text, which has other letters for what is no UTF-8',
    bytes: (secret) => mapped(decoded(secret), (bytes) => utf8(bytes.toString('utf8'))),
  },
  {
    cause: 'secret_charset',
    rank: 1,
    said: 'base64-decoded into a text of Latin-1, which UTF-8 writes with more bytes',
    bytes: (secret) => mapped(decoded(secret), (bytes) => utf8(bytes.toString('latin1'))),
  },
  { cause: 'secret_case', rank: 2, said: 'in lower case', text: (secret) => secret.toLowerCase() },
  { cause: 'secret_case', rank: 2, said: 'in upper case', text: (secret) => secret.toUpperCase() },
  {
    cause: 'secret_case',
    rank: 2,
    said: 'in upper case behind its prefix',
    text: (secret) => secret.slice(0, secret.length - bare(secret).length) + bare(secret).toUpperCase(),
  },
  // No receiver takes WHSEC_ off: Node decodes it along, Python leaves the _ out.
  ...['_', ''].map(
    (mark): Mistake => ({
      cause: 'secret_case',
      rank: 2,
      said: 'in upper case, its prefix decoded along with it',
      bytes: (secret) =>
        prefix.test(secret) ? Buffer.from(secret.toUpperCase().replaceAll('_', mark), 'base64') : undefined,
    }),
  ),
]

const mapped = (bytes: Buffer | undefined, map: (bytes: Buffer) => Buffer | undefined) => bytes && map(bytes)

/** What an unset variable becomes, by language. */
export const missing = ['', 'undefined', 'null', 'None', 'nil']

/** Which mistake made one text of another, undefined where none is known. */
export const mistakeWith = (secret: string, used: string): Pick<Mistake, 'cause' | 'said'> | undefined =>
  equalInConstantTime(secret, used)
    ? undefined
    : mistakes.find(({ text }) => text !== undefined && equalInConstantTime(text(secret), used))

/** How the key of a recipe is told. */
const rightKey = (recipe: Recipe) => keyForms[recipe.key]

/** The keys that count here. */
export const rightKeys = (recipe: Recipe, secrets: readonly KnownSecret[]): KeyTurn[] =>
  secrets.map((known) => ({
    accidents: [],
    rank: 0,
    known,
    secret: known.secret,
    bytes:
      recipe.method === 'hmac' || recipe.method === 'message'
        ? keyBytes(known.secret, recipe.key)
        : undefined,
  }))

const few = 8

/** Other secrets that are known, those that a rotation has retired before those of others. */
export function otherKeys(
  recipe: Recipe,
  here: readonly KnownSecret[],
  others: readonly KnownSecret[],
): KeyTurn[] {
  const expected = here.length === 1 ? `the secret of ${here[0]?.of}` : 'a secret that counts here'
  const seen = new Set<string>()
  const turns = rightKeys(recipe, others).filter(({ secret }) => !seen.has(secret) && seen.add(secret))
  return turns.map((turn) => ({
    ...turn,
    // Of many secrets that are known none is likely.
    rank: turn.known.old || turns.length <= few ? 0 : 1,
    accidents: [
      turn.known.old
        ? {
            cause: 'old_secret',
            detail: `It was signed with a secret that ${turn.known.of} had before and that counts no more.`,
            expected,
            received: `an old secret of ${turn.known.of}`,
          }
        : {
            cause: 'other_secret',
            detail: `It was signed with the secret of ${turn.known.of}.`,
            expected,
            received: `the secret of ${turn.known.of}`,
          },
    ],
  }))
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
  const key = bytes ? bytes(known.secret) : keyBytes(secret, recipe.key)
  const accident: Accident = {
    cause,
    detail: `The secret of ${known.of} was used ${said}.`,
    fix: recipe.method === 'password' ? undefined : `This scheme's key is: ${rightKey(recipe)}.`,
    expected: rightKey(recipe),
    received: said,
  }
  return { accidents: [accident], rank, known, secret, bytes: key }
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
    known: known ?? { of: 'nobody', secret: word },
    secret: word,
    bytes: Buffer.from(word),
    accidents: [
      {
        cause: 'secret_missing',
        detail: `It was signed with ${said}: the secret was not there where it was signed.`,
        expected: rightKey(recipe),
        received: said,
      },
    ],
  }
}

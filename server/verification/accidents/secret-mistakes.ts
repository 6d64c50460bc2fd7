/** The mistakes with a secret: what happened to its text, combined with how the key was made from the text. */
import { createHash } from 'node:crypto'
import { keyBytes } from '../../signing/digest.ts'
import type { Accident, Rank } from '../search/accident.ts'
import { bare, type TextMistake, textMistakes, wholeLines } from './secret-texts.ts'

/** A mistake with one secret: another text, another way from the text to the key, or both. */
export interface Mistake {
  cause: Accident['cause']
  rank: Rank
  said: string
  /** The changed text. */
  text?: TextMistake['text']
  /** The key of the text, unless the scheme's rules make it. Only schemes with shared keys have one. A string is UTF-8. */
  bytes?: MakeKey
}
type MakeKey = (secret: string) => Buffer | string | undefined

/** Mistakes that change the key: description → key. */
const keys = (cause: Mistake['cause'], rank: Rank, rows: Readonly<Record<string, MakeKey>>): Mistake[] =>
  Object.entries(rows).map(([said, bytes]) => ({ cause, rank, said, bytes }))

const prefix = /^wh(?:sec|sk|pk)_/
const decoded = (secret: string) => keyBytes(secret, 'whsec-base64')
const decodedThen = (make: (bytes: Buffer) => Buffer | string | undefined) => (secret: string) => {
  const bytes = decoded(secret)
  return bytes && make(bytes)
}
const upperDecoded = (mark: string) => (secret: string) =>
  prefix.test(secret) ? Buffer.from(secret.toUpperCase().replaceAll('_', mark), 'base64') : undefined
const hexDigits = (secret: string) => (/^(?:[0-9a-f]{2})+$/i.test(bare(secret)) ? bare(secret) : undefined)
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()
const filled = (bytes: Buffer, length: number) =>
  bytes.length > length ? bytes.subarray(0, length) : undefined

const hashes = ['sha256', 'md5', 'sha1', 'sha512'] as const
const hashed = (digest: string, bytes: Buffer | string) => createHash(digest).update(bytes).digest()
const digestNames = { md5: 'MD5', sha1: 'SHA-1', sha256: 'SHA-256', sha512: 'SHA-512' } as const

/** The hash of the secret as the key, in each encoding. */
const hashRows: readonly Mistake[] = hashes.flatMap((digest, at) => {
  const name = digestNames[digest]
  const forms: readonly [said: string, encode: (sum: Buffer) => Buffer | string][] = [
    ['in hex', (sum) => sum.toString('hex')],
    ['as bytes', (sum) => sum],
    ['in base64', (sum) => sum.toString('base64')],
    ['in upper-case hex', (sum) => sum.toString('hex').toUpperCase()],
  ]
  return forms.flatMap(([said, encode], form) => [
    ...keys('secret_hashed', at === 0 && form === 0 ? 1 : 2, {
      [`as its ${name} ${said}`]: (secret) => encode(hashed(digest, secret)),
    }),
    ...keys('secret_hashed', 2, {
      [`without its prefix, as its ${name} ${said}`]: (secret) => encode(hashed(digest, bare(secret))),
      [`base64-decoded, as its ${name} ${said}`]: decodedThen((bytes) => encode(hashed(digest, bytes))),
    }),
  ])
})

/** Bytes as languages print them. */
const printedBytes = (
  said: string,
  bytesOf: (secret: string) => Buffer | undefined,
): Readonly<Record<string, MakeKey>> => {
  const prints: Readonly<Record<string, (bytes: Buffer) => string>> = {
    'and printed as numbers with commas': (bytes) => [...bytes].join(','),
    'and printed as numbers with commas and spaces': (bytes) => [...bytes].join(', '),
    'and printed as a list': (bytes) => `[${[...bytes].join(', ')}]`,
    'and printed as a list without commas, as Go does': (bytes) => `[${[...bytes].join(' ')}]`,
    'and printed as the JSON of a Buffer': (bytes) => JSON.stringify(bytes),
    'and printed as JSON of its bytes': (bytes) => JSON.stringify([...bytes]),
    'and printed as Node prints a Buffer': (bytes) =>
      `<Buffer ${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')}>`,
  }
  return Object.fromEntries(
    Object.entries(prints).map(([how, print]) => [
      `${said} ${how}`,
      (secret) => {
        const bytes = bytesOf(secret)
        return bytes && print(bytes)
      },
    ]),
  )
}

/** Wrong keys of the right text. */
const keyMistakes: readonly Mistake[] = [
  ...keys('secret_as_text', 0, { 'as plain text, prefix included': (secret) => secret }),
  ...keys('secret_decoded', 0, { 'base64-decoded, without its prefix': decoded }),
  ...keys('secret_prefix_kept', 0, {
    'base64-decoded together with its prefix whsec_': (secret) => keyBytes(secret, 'base64-with-prefix'),
  }),
  ...keys('secret_prefix_kept', 1, {
    'base64-decoded together with its prefix whsec_, ignoring the _ as PHP and Ruby do': (secret) =>
      prefix.test(secret) ? Buffer.from(secret.replaceAll('_', ''), 'base64') : undefined,
  }),
  ...keys('secret_prefix_stripped', 0, {
    'as plain text without its prefix whsec_': (secret) => keyBytes(secret, 'text-without-prefix'),
  }),
  ...keys('secret_whitespace', 0, { 'as text, with a newline after it': (secret) => `${secret}\n` }),
  ...keys('secret_hex', 1, {
    'hex-decoded': (secret) => {
      const digits = hexDigits(secret)
      return digits === undefined ? undefined : Buffer.from(digits, 'hex')
    },
    'base64-decoded and then hex-encoded': decodedThen((bytes) => bytes.toString('hex')),
  }),
  ...keys('secret_hex', 2, {
    'base64-decoded and then hex-encoded in upper case': decodedThen((bytes) =>
      bytes.toString('hex').toUpperCase(),
    ),
    'hex-encoded': (secret) => Buffer.from(secret).toString('hex'),
    'hex-encoded in upper case': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
    'hex-encoded without its prefix': (secret) => Buffer.from(bare(secret)).toString('hex'),
  }),
  ...keys('secret_decoded', 1, {
    'decoded as base64url': (secret) =>
      /^[\w-]+={0,2}$/.test(bare(secret)) ? Buffer.from(bare(secret), 'base64url') : undefined,
  }),
  ...keys('secret_decoded', 2, {
    'base64-decoded, ignoring all other characters': (secret) => Buffer.from(bare(secret), 'base64'),
    'base64-decoded, dropping - and _': (secret) => Buffer.from(bare(secret).replace(/[-_]/g, ''), 'base64'),
    'base64-decoded twice': decodedThen((bytes) => keyBytes(bytes.toString('latin1'), 'whsec-base64')),
    'hex-decoded and then base64-decoded': (secret) => {
      const digits = hexDigits(secret)
      return digits && keyBytes(Buffer.from(digits, 'hex').toString('latin1'), 'whsec-base64')
    },
  }),
  ...keys('secret_base64', 1, { 'base64-encoded': (secret) => Buffer.from(secret).toString('base64') }),
  ...keys('secret_base64', 2, {
    'base64-encoded without its prefix': (secret) => Buffer.from(bare(secret)).toString('base64'),
    // echo and base64 in a shell, as for a secret of Kubernetes.
    'base64-encoded together with a newline': (secret) => Buffer.from(`${secret}\n`).toString('base64'),
    'base64-encoded, with a newline after it': (secret) => `${Buffer.from(secret).toString('base64')}\n`,
    'base64-encoded twice': (secret) =>
      Buffer.from(Buffer.from(secret).toString('base64')).toString('base64'),
    'encoded as base64url': (secret) => Buffer.from(secret).toString('base64url'),
    'hex-decoded and then base64-encoded': (secret) => {
      const digits = hexDigits(secret)
      return digits && Buffer.from(digits, 'hex').toString('base64')
    },
  }),
  ...hashRows,
  ...keys('secret_charset', 1, {
    'base64-decoded to a string, which replaces invalid UTF-8': decodedThen((bytes) =>
      bytes.toString('utf8'),
    ),
    'base64-decoded to a Latin-1 string, which UTF-8 encodes with more bytes': decodedThen((bytes) =>
      bytes.toString('latin1'),
    ),
  }),
  ...keys('secret_charset', 2, {
    'base64-decoded to a string, which drops invalid UTF-8': decodedThen((bytes) =>
      bytes.toString('utf8').replaceAll('\ufffd', ''),
    ),
    'base64-decoded to an ASCII string with ? for each other byte': decodedThen((bytes) =>
      bytes.toString('latin1').replace(/[\x80-\xff]/g, '?'),
    ),
    'as text in UTF-16LE': (secret) => Buffer.from(secret, 'utf16le'),
    'as text in UTF-16BE': bigEndian,
    'as text without its prefix, in UTF-16LE': (secret) => Buffer.from(bare(secret), 'utf16le'),
    'as text without its prefix, in UTF-16BE': (secret) => bigEndian(bare(secret)),
    'as text in Latin-1': (secret) => Buffer.from(secret, 'latin1'),
    'as UTF-8 bytes read as Latin-1': (secret) => Buffer.from(secret).toString('latin1'),
    'as ASCII with ? for each other character': (secret) => secret.replace(/[^\0-\x7f]/g, '?'),
    'hex-decoded to a string, which replaces invalid UTF-8': (secret) => {
      const digits = hexDigits(secret)
      return digits && Buffer.from(digits, 'hex').toString('utf8')
    },
    'hex-decoded to a Latin-1 string, which UTF-8 encodes with more bytes': (secret) => {
      const digits = hexDigits(secret)
      return digits && Buffer.from(digits, 'hex').toString('latin1')
    },
  }),
  ...keys('secret_charset', 2, {
    'base64-decoded, only up to its first zero byte, as a string of C': decodedThen((bytes) =>
      bytes.includes(0) ? bytes.subarray(0, bytes.indexOf(0)) : undefined,
    ),
    ...printedBytes('as its bytes', (secret) => Buffer.from(secret)),
    ...printedBytes('base64-decoded', decoded),
  }),
  ...[16, 24, 32].flatMap((length) =>
    keys('secret_miscopied', 2, {
      [`base64-decoded and cut to ${length} bytes`]: decodedThen((bytes) => filled(bytes, length)),
    }),
  ),
  ...keys('secret_miscopied', 2, {
    'base64-decoded, with its bytes reversed': decodedThen((bytes) => Buffer.from(bytes).reverse()),
  }),
  // No receiver removes an upper-case WHSEC_. Node decodes it with the rest; Python skips the _.
  ...['_', ''].flatMap((mark) =>
    keys('secret_case', 2, { 'in upper case, decoded together with its prefix': upperDecoded(mark) }),
  ),
]

interface Way {
  rank: Rank
  /** The highest rank of a change that is tried in this way. */
  most: Rank
  said: string
  bytes: MakeKey
}
/** The ways from a changed text to a key, besides the scheme's own. Rare changes are tried with few ways. */
const waysOfChanged: readonly Way[] = [
  { rank: 0, most: 2, said: 'as text', bytes: (secret) => secret },
  {
    rank: 1,
    most: 2,
    said: 'as text without its prefix',
    bytes: (secret) => (prefix.test(secret) ? bare(secret) : undefined),
  },
  {
    rank: 1,
    most: 2,
    said: 'base64-decoded as it is',
    bytes: (secret) => Buffer.from(secret, 'base64'),
  },
  { rank: 2, most: 1, said: 'base64-encoded', bytes: (secret) => Buffer.from(secret).toString('base64') },
  { rank: 2, most: 1, said: 'hex-encoded', bytes: (secret) => Buffer.from(secret).toString('hex') },
]
/** Behind a prefix that is there, decoders skip white space, so these are for other changes. */
const decoders: readonly Way[] = [
  {
    rank: 1,
    most: 2,
    said: 'base64-decoded without its prefix',
    bytes: (secret) => Buffer.from(bare(secret), 'base64'),
  },
  {
    rank: 1,
    most: 2,
    said: 'base64-decoded, ignoring other characters',
    bytes: (secret) => (/[-_]/.test(secret) ? Buffer.from(secret.replace(/[-_]/g, ''), 'base64') : undefined),
  },
  { rank: 2, most: 1, said: 'hex-decoded', bytes: (secret) => Buffer.from(secret, 'hex') },
]

const ranks = [0, 1, 2] as const
const sumOf = (a: Rank, b: Rank): Rank => ranks[a + b] ?? 2

/** A changed text with each way to a key. */
const inEachWay = (change: TextMistake): Mistake[] => [
  change,
  ...[...waysOfChanged, ...(change.cause === 'secret_whitespace' ? [] : decoders)]
    .filter(({ most }) => change.rank <= most)
    .map(({ rank, said, bytes }) => ({
      ...change,
      rank: sumOf(change.rank, rank),
      said: `${said}, ${change.said}`,
      bytes,
    })),
]

const mistakes = [...keyMistakes, ...textMistakes.flatMap(inEachWay)]
const rare = mistakes.filter(({ rank }) => rank === 2)

/** The mistakes that are tried early, and together with others. Of two with the same key, the earlier names the mistake. */
export const ordinaryMistakes: readonly Mistake[] = mistakes.filter(({ rank }) => rank < 2)

/**
 * The other mistakes.
 * @param scheme whose name is the vendor's, for names of variables
 */
export function* rareMistakes(scheme: string): Generator<Mistake> {
  yield* rare
  for (const line of wholeLines(scheme)) yield* inEachWay(line)
}

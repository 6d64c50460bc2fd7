import { createHash } from 'node:crypto'
import { keyBytes } from '../../signing/digest.ts'
import { unpadded } from '../../signing/padding.ts'
import type { Accident, Rank } from '../search/accident.ts'
import { percentDecoded, percentEncoded } from './percent.ts'

/** A mistake with one secret: what it makes of the text, or of the text as a key. */
export interface Mistake {
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
const hashed = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const hasSpace = (secret: string) => secret !== secret.trim()

/** All that are known, likely ones and others. */
export const mistakes: readonly Mistake[] = [
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
      ['the letters \\n behind it', '', '\\n'],
      ['a byte order mark before it', '\ufeff', ''],
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
    cause: 'secret_hashed',
    rank: 1,
    said: 'as its SHA-256 in hex',
    bytes: (secret) => utf8(hashed(utf8(secret)).toString('hex')),
  },
  { cause: 'secret_hashed', rank: 2, said: 'as its SHA-256', bytes: (secret) => hashed(utf8(secret)) },
  {
    cause: 'secret_hashed',
    rank: 2,
    said: 'base64-decoded, as the SHA-256 of that',
    bytes: (secret) => mapped(decoded(secret), hashed),
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
  {
    cause: 'secret_url_encoding',
    rank: 1,
    said: 'percent-encoded',
    text: percentEncoded,
  },
  { cause: 'secret_url_encoding', rank: 1, said: 'with its percent-encoding undone', text: percentDecoded },
  {
    cause: 'secret_url_encoding',
    rank: 1,
    said: 'with spaces in place of its + signs, as a form is decoded',
    text: (secret) => secret.replaceAll('+', ' '),
  },
  ...(
    [
      [1, 'without its last letter', (secret) => secret.slice(0, -1)],
      [1, 'without its first letter', (secret) => secret.slice(1)],
      [
        1,
        'without the first letter behind its prefix',
        (secret) => secret.replace(/^((?:wh(?:sec|sk|pk)_)?)./s, '$1'),
      ],
      [1, 'without the = at its end', unpadded],
      [
        2,
        'up to the first letter at which a double click ends',
        (secret) => secret.replace(/(\w)\W.*$/s, '$1'),
      ],
      [
        2,
        'from the last letter on at which a double click ends',
        (secret) => secret.replace(/^.*\W(?=\w)/s, ''),
      ],
      [2, 'with its first 16 letters alone', (secret) => secret.slice(0, 16)],
      [2, 'with its first 32 letters alone', (secret) => secret.slice(0, 32)],
      [2, 'with its first 64 letters alone', (secret) => secret.slice(0, 64)],
      [2, 'without its last two letters', (secret) => secret.slice(0, -2)],
      [
        2,
        'without its $ and the name behind it, which a shell takes for a variable',
        (secret) => secret.replace(/\$(?:\w+|\{\w*\})/g, ''),
      ],
      [2, 'with a comma behind it', (secret) => `${secret},`],
      [2, 'with a semicolon behind it', (secret) => `${secret};`],
      [2, 'twice, one behind the other', (secret) => secret + secret],
    ] as [Rank, string, (secret: string) => string][]
  ).map(([rank, said, text]): Mistake => ({ cause: 'secret_miscopied', rank, said, text })),
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

/** The table of mistakes with a secret. */
import { createHash } from 'node:crypto'
import { keyBytes } from '../../signing/digest.ts'
import { unpadded } from '../../signing/padding.ts'
import type { Accident, Rank } from '../search/accident.ts'
import { percentDecoded, percentEncoded } from './percent.ts'

/** A mistake with one secret: another text, or another key. */
export interface Mistake {
  cause: Accident['cause']
  rank: Rank
  said: string
  /** The changed text. The scheme derives the key from it as usual. */
  text?(secret: string): string
  /** The key itself, for schemes with shared keys. Text is encoded as UTF-8. */
  bytes?(secret: string): Buffer | string | undefined
}
type Table<Make> = Readonly<Record<string, Make>>

/** Mistakes that change the secret's text: description → change. */
const texts = (cause: Mistake['cause'], rank: Rank, rows: Table<NonNullable<Mistake['text']>>): Mistake[] =>
  Object.entries(rows).map(([said, text]) => ({ cause, rank, said, text }))
/** Mistakes that change the key. */
const keys = (cause: Mistake['cause'], rank: Rank, rows: Table<NonNullable<Mistake['bytes']>>): Mistake[] =>
  Object.entries(rows).map(([said, bytes]) => ({ cause, rank, said, bytes }))

const prefix = /^wh(?:sec|sk|pk)_/
const bare = (secret: string) => secret.replace(prefix, '')
const decoded = (secret: string) => keyBytes(secret, 'whsec-base64')
const hashed = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const decodedThen = (make: (bytes: Buffer) => Buffer | string | undefined) => (secret: string) => {
  const bytes = decoded(secret)
  return bytes && make(bytes)
}
const upperDecoded = (mark: string) => (secret: string) =>
  prefix.test(secret) ? Buffer.from(secret.toUpperCase().replaceAll('_', mark), 'base64') : undefined

const around: Table<[before: string, after: string]> = {
  'a newline after it': ['', '\n'],
  'CRLF after it': ['', '\r\n'],
  'a space after it': ['', ' '],
  'a space before it': [' ', ''],
  'a carriage return after it': ['', '\r'],
  'the characters \\n after it': ['', '\\n'],
  'a byte order mark before it': ['\ufeff', ''],
}

/** All known mistakes, likely and unlikely. */
export const mistakes: readonly Mistake[] = [
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
  ...texts('secret_prefix_stripped', 1, { 'without its prefix': bare }),
  ...Object.entries(around).flatMap(([said, [before, after]], at) => [
    ...keys('secret_whitespace', at === 0 ? 0 : 1, {
      [`as text, with ${said}`]: (secret) => before + secret + after,
    }),
    ...keys('secret_whitespace', 1, {
      [`as text without its prefix, with ${said}`]: (secret) =>
        prefix.test(secret) ? before + bare(secret) + after : undefined,
    }),
    ...texts('secret_whitespace', 2, { [`with ${said}`]: (secret) => before + secret + after }),
  ]),
  ...keys('secret_whitespace', 0, {
    'as text, without the white space around it': (secret) =>
      secret === secret.trim() ? undefined : secret.trim(),
  }),
  ...texts('secret_whitespace', 0, { 'without the white space around it': (secret) => secret.trim() }),
  ...['"', "'", '`'].flatMap((mark) => [
    ...keys('secret_quoted', mark === '`' ? 2 : 1, {
      [`as text, with ${mark} around it`]: (secret) => mark + secret + mark,
    }),
    ...texts('secret_quoted', 2, { [`with ${mark} around it`]: (secret) => mark + secret + mark }),
  ]),
  ...texts('secret_quoted', 1, {
    'without the quotation marks around it': (secret) => secret.replace(/^(["'`])(.*)\1$/s, '$2'),
  }),
  ...keys('secret_hex', 1, {
    'hex-decoded': (secret) =>
      /^(?:[0-9a-f]{2})+$/i.test(bare(secret)) ? Buffer.from(bare(secret), 'hex') : undefined,
    'base64-decoded and then hex-encoded': decodedThen((bytes) => bytes.toString('hex')),
  }),
  ...keys('secret_hex', 2, { 'hex-encoded': (secret) => Buffer.from(secret).toString('hex') }),
  ...keys('secret_decoded', 1, {
    'decoded as base64url': (secret) =>
      /^[\w-]+={0,2}$/.test(bare(secret)) ? Buffer.from(bare(secret), 'base64url') : undefined,
  }),
  ...keys('secret_decoded', 2, {
    'base64-decoded twice': decodedThen((bytes) => keyBytes(bytes.toString('latin1'), 'whsec-base64')),
  }),
  ...keys('secret_base64', 1, { 'base64-encoded': (secret) => Buffer.from(secret).toString('base64') }),
  ...keys('secret_base64', 2, {
    'base64-encoded without its prefix': (secret) => Buffer.from(bare(secret)).toString('base64'),
  }),
  ...keys('secret_hashed', 1, { 'as its SHA-256 in hex': (secret) => hashed(secret).toString('hex') }),
  ...keys('secret_hashed', 2, {
    'as its SHA-256': hashed,
    'base64-decoded and hashed with SHA-256': decodedThen(hashed),
  }),
  ...keys('secret_charset', 1, {
    'base64-decoded to a string, which replaces invalid UTF-8': decodedThen((bytes) =>
      bytes.toString('utf8'),
    ),
    'base64-decoded to a Latin-1 string, which UTF-8 encodes with more bytes': decodedThen((bytes) =>
      bytes.toString('latin1'),
    ),
  }),
  ...texts('secret_url_encoding', 1, {
    'percent-encoded': percentEncoded,
    'percent-decoded': percentDecoded,
    'with spaces instead of + signs, as form decoding does': (secret) => secret.replaceAll('+', ' '),
  }),
  ...texts('secret_miscopied', 1, {
    'without its last character': (secret) => secret.slice(0, -1),
    'without its first character': (secret) => secret.slice(1),
    'without the first character after its prefix': (secret) =>
      secret.replace(/^((?:wh(?:sec|sk|pk)_)?)./s, '$1'),
    'without the = at its end': unpadded,
  }),
  ...texts('secret_miscopied', 2, {
    'only up to the character where a double click stops selecting': (secret) =>
      secret.replace(/(\w)\W.*$/s, '$1'),
    'only from the last character where a double click stops selecting': (secret) =>
      secret.replace(/^.*\W(?=\w)/s, ''),
    'with only its first 16 characters': (secret) => secret.slice(0, 16),
    'with only its first 32 characters': (secret) => secret.slice(0, 32),
    'with only its first 64 characters': (secret) => secret.slice(0, 64),
    'without its last two characters': (secret) => secret.slice(0, -2),
    'without the $name in it, which a shell expands as a variable': (secret) =>
      secret.replace(/\$(?:\w+|\{\w*\})/g, ''),
    'with a comma after it': (secret) => `${secret},`,
    'with a semicolon after it': (secret) => `${secret};`,
    'twice in a row': (secret) => secret + secret,
  }),
  ...texts('secret_case', 2, {
    'in lower case': (secret) => secret.toLowerCase(),
    'in upper case': (secret) => secret.toUpperCase(),
    'in upper case after its prefix': (secret) =>
      secret.slice(0, secret.length - bare(secret).length) + bare(secret).toUpperCase(),
  }),
  // No receiver removes an upper-case WHSEC_. Node decodes it with the rest; Python skips the _.
  ...['_', ''].flatMap((mark) =>
    keys('secret_case', 2, { 'in upper case, decoded together with its prefix': upperDecoded(mark) }),
  ),
]

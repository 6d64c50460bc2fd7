/** Words that are used where a secret is missing: unset variables, names of variables, placeholders, masks. */
import type { Rank } from '../search/accident.ts'
import { commonSpellings, namesFor, spellings } from './secret-names.ts'

/** A word that is used as the key. */
export interface Placeholder {
  rank: Rank
  word: string
  said: string
}

/** How languages print an unset variable. */
const unset = ['', 'undefined', 'null', 'None', 'nil']
const otherUnset = [
  '<nil>',
  '(null)',
  'NULL',
  'Null',
  'NaN',
  'true',
  'false',
  'True',
  'False',
  '0',
  '1',
  ' ',
  '\n',
  '""',
  "''",
  '[]',
  '{}',
  'Array',
  '[object Object]',
  '[object Promise]',
  '[object Undefined]',
  '[object Null]',
  'Optional.empty',
  'Optional.empty()',
  'System.Byte[]',
  '%!s(<nil>)',
  'Symbol(secret)',
  '[Function (anonymous)]',
  '() => process.env.WEBHOOK_SECRET',
  '[REDACTED]',
  '<REDACTED>',
  'REDACTED',
  '[FILTERED]',
  '[HIDDEN]',
  '<hidden>',
  '(sensitive value)',
]

const fillers = [
  'changeme',
  'change_me',
  'change-me',
  'change me',
  'ChangeMe',
  'changeit',
  'changethis',
  'replaceme',
  'replace_me',
  'replace-me',
  'replace_with_secret',
  'replace_with_your_secret',
  'fixme',
  'todo',
  'tbd',
  'secret',
  'test',
  'example',
  'sample',
  'dummy',
  'placeholder',
  'default',
  'password',
  'key',
  'token',
  'mysecret',
  'mysecretkey',
  'my_secret_key',
  'my-secret-key',
  'supersecret',
  'super_secret',
  'super-secret',
  'super-secret-key',
  'topsecret',
  's3cr3t',
  'shhh',
  'test_secret',
  'test-secret',
  'testsecret',
  'dev_secret',
  'dev-secret',
  'your_secret_here',
  'your-secret-here',
  'your secret here',
  'insert_secret_here',
  'paste_your_secret_here',
  'not_set',
  'unset',
  'empty',
  'none',
  'abc123',
  '123456',
]
const ends = [
  'test',
  'test_secret',
  'secret',
  'here',
  'your_secret',
  'your_secret_here',
  'your_webhook_secret',
  'your_webhook_secret_here',
  'your_signing_secret',
  'YOUR_SECRET',
  'YOUR_WEBHOOK_SECRET',
  'YOUR_SIGNING_SECRET',
  '<secret>',
  '<your_secret>',
  '<your-secret>',
  '<YOUR_SECRET>',
  '{secret}',
  'changeme',
  'placeholder',
  'dummy',
  'example',
  'abc',
  'abc123',
  '123',
  '123456',
]

/** The characters that pages, logs and examples show for those of a secret, and how many of them at most. */
const masks: readonly [mark: string, most: number][] = [
  ['*', 72],
  ['•', 72],
  ['x', 40],
  ['X', 40],
  ['●', 40],
  ['.', 6],
  ['…', 2],
  ['·', 12],
  ['#', 12],
  ['?', 8],
]

/** What precedes the rest of a secret that its owner left out. */
const prefixes = ['', 'whsec_']

function* words(scheme: string): Generator<[rank: Rank, said: string, word: string]> {
  const [placeholder, variable] = ['the placeholder', 'the variable name']
  for (const word of unset) yield [1, word === '' ? 'an empty key' : 'the word', word]
  const names = namesFor(scheme)
  for (const spell of spellings) for (const name of names.likely) yield [2, variable, spell(name)]
  for (const word of fillers)
    for (const spelled of [word, word.toUpperCase(), `<${word}>`]) yield [2, placeholder, spelled]
  for (const word of otherUnset) yield [2, 'the word', word]
  for (const prefix of prefixes) {
    if (prefix !== '') yield [2, placeholder, prefix]
    for (const end of prefix === '' ? [] : ends) yield [2, placeholder, prefix + end]
    for (const [mark, most] of masks)
      for (let length = 1; length <= most; length++) yield [2, 'the mask', prefix + mark.repeat(length)]
  }
  for (const name of names.others) for (const spell of commonSpellings) yield [2, variable, spell(name)]
  for (const name of names.ofOtherVendors)
    for (const spell of commonSpellings.slice(0, 7)) yield [2, variable, spell(name)]
}

const kept = new Map<string, readonly Placeholder[]>()

/**
 * All words that senders of a scheme use for lack of a secret, likeliest first. Made once for each scheme.
 * @param scheme whose name is the vendor's
 */
export function placeholdersOf(scheme: string): readonly Placeholder[] {
  const known = kept.get(scheme)
  if (known) return known
  const seen = new Map<string, Placeholder>()
  for (const [rank, said, word] of words(scheme))
    if (!seen.has(word))
      seen.set(word, { rank, word, said: word === '' ? said : `${said} ${JSON.stringify(word)}` })
  const all = [...seen.values()]
  kept.set(scheme, all)
  return all
}

/** The placeholder that a text is; undefined for any other text. */
export const placeholderIn = (scheme: string, text: string): Placeholder | undefined =>
  placeholdersOf(scheme).find(({ word }) => word === text)

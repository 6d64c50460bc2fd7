/**
 * The table of what happens to a secret's text between the vendor's page and the sender's process.
 * Over 300 lines: one table with a line for each mistake.
 */
import { unpadded } from '../../signing/padding.ts'
import type { CauseWord } from '../causes.ts'
import type { Rank } from '../search/accident.ts'
import { orAsItIs, percentDecoded, percentEncoded } from './percent.ts'
import { invisible, terminalCodes } from './secret-characters.ts'
import { commonLines, lines, namesFor } from './secret-names.ts'

type Change = (secret: string) => string

/** A change of the text. The result equals the secret if the change does not apply. */
export interface TextMistake {
  cause: CauseWord
  rank: Rank
  said: string
  text: Change
}

const rows = (cause: CauseWord, rank: Rank, table: Readonly<Record<string, Change>>): TextMistake[] =>
  Object.entries(table).map(([said, text]) => ({ cause, rank, said, text }))

/** Adds text before and after the secret. */
const around =
  (before: string, after = ''): Change =>
  (secret) =>
    before + secret + after

const prefix = /^wh(?:sec|sk|pk)_/
/** The secret without the prefix of Standard Webhooks. */
export const bare: Change = (secret) => secret.replace(prefix, '')
const prefixOf: Change = (secret) => prefix.exec(secret)?.[0] ?? ''
const afterPrefix =
  (change: Change): Change =>
  (secret) =>
    prefixOf(secret) + change(bare(secret))

const capital: Change = (text) => text.charAt(0).toUpperCase() + text.slice(1)
const swapped: Change = (text) =>
  text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

/** Each invisible character at each edge of the secret. */
const beside: Readonly<Record<string, Change>> = Object.fromEntries(
  Object.entries(invisible).flatMap(([name, mark]): [string, Change][] => [
    [`with ${name} after it`, around('', mark)],
    [`with ${name} before it`, around(mark)],
    [`with ${name} on both sides of it`, around(mark, mark)],
    [`with ${name} after its prefix`, (secret) => secret.replace(prefix, (text) => text + mark)],
    [`with ${name} in its middle`, (secret) => split(secret).join(mark)],
  ]),
)
/** The character that a line, a cell or a wrapped page puts into a secret, at each place of an ordinary secret. */
const inserted: Readonly<Record<string, Change>> = Object.fromEntries(
  Object.entries({ 'a space': ' ', 'a newline': '\n' }).flatMap(([name, mark]) =>
    Array.from({ length: 64 }, (_, nth): [string, Change] => [
      `with ${name} after its character ${nth + 1}`,
      (secret) =>
        secret.length > nth + 1 ? `${secret.slice(0, nth + 1)}${mark}${secret.slice(nth + 1)}` : secret,
    ]),
  ),
)

const spaces: readonly TextMistake[] = [
  ...rows('secret_whitespace', 0, { 'without the white space around it': (secret) => secret.trim() }),
  ...rows('secret_whitespace', 1, {
    'with a newline after it': around('', '\n'),
    'with CRLF after it': around('', '\r\n'),
    'with a space after it': around('', ' '),
    'with a space before it': around(' '),
    'with a carriage return after it': around('', '\r'),
    'with the characters \\n after it': around('', '\\n'),
    'with a byte order mark before it': around('\ufeff'),
  }),
  ...rows('secret_whitespace', 2, {
    ...beside,
    'without the line breaks in it': (secret) => secret.replace(/[\r\n]+/g, ''),
    'with two newlines after it': around('', '\n\n'),
    'with two spaces after it': around('', '  '),
    'with the characters \\r\\n after it': around('', '\\r\\n'),
    'with the characters \\t after it': around('', '\\t'),
    'without the invisible characters in it': (secret) =>
      secret.replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, ''),
    'without the white space in it': (secret) => secret.replace(/\s+/g, ''),
    'with a space instead of each line break': (secret) => secret.replace(/\r?\n/g, ' '),
    'with CRLF line breaks': (secret) => secret.replace(/\r?\n/g, '\r\n'),
    'with LF line breaks': (secret) => secret.replaceAll('\r\n', '\n'),
    ...inserted,
    ...Object.fromEntries(
      [16, 20, 24, 32, 40, 48, 64, 72, 76].flatMap((columns) =>
        ['', '\n'].flatMap((end) =>
          ['\n', '\r\n', ' '].map((mark): [string, Change] => [
            `with ${JSON.stringify(mark)} after every ${columns} characters${end && ' and a newline after its end'}`,
            (secret) => wrapped(secret, columns, mark) + end,
          ]),
        ),
      ),
    ),
    ...Object.fromEntries(
      [16, 24, 32, 64].map((length) => [
        `filled with spaces to ${length} characters`,
        (secret: string) => secret.padEnd(length),
      ]),
    ),
  }),
]

function wrapped(text: string, columns: number, mark = '\n'): string {
  const lines: string[] = []
  for (let at = 0; at < text.length; at += columns) lines.push(text.slice(at, at + columns))
  return lines.join(mark)
}
const middle = (text: string) => Math.ceil(text.length / 2)
const split = (text: string) => [text.slice(0, middle(text)), text.slice(middle(text))] as const

const marks: readonly [rank: Rank, before: string, after: string][] = [
  [1, '"', '"'],
  [1, "'", "'"],
  [2, '`', '`'],
  [2, '“', '”'],
  [2, '‘', '’'],
  [2, '„', '“'],
  [2, '«', '»'],
  [2, '\\"', '\\"'],
  [2, "\\'", "\\'"],
  [2, '"""', '"""'],
  [2, '"\'', '\'"'],
  [2, '\'"', '"\''],
  [2, "b'", "'"],
  [2, 'b"', '"'],
  [2, '<', '>'],
  [2, '[', ']'],
  [2, '["', '"]'],
  [2, '(', ')'],
  [2, '{', '}'],
  [2, '{{', '}}'],
  [2, '**', '**'],
  [2, '__', '__'],
  [2, '```', '```'],
  [2, '${', '}'],
  [2, '"', '",'],
  [2, "'", "',"],
  [2, '"', '";'],
  [2, "'", "';"],
  [2, '"', '"\n'],
  [2, "'", "'\n"],
  [2, '&quot;', '&quot;'],
]
const quotes: readonly TextMistake[] = [
  ...marks.flatMap(([rank, before, after]) =>
    rows('secret_quoted', rank, {
      [before === after ? `with ${before} around it` : `with ${before} before it and ${after} after it`]:
        around(before, after),
    }),
  ),
  ...['"', "'", '`'].flatMap((mark) =>
    rows('secret_quoted', 2, {
      [`with ${mark} before it`]: around(mark),
      [`with ${mark} after it`]: around('', mark),
    }),
  ),
  ...rows('secret_quoted', 1, {
    'without the quotation marks around it': (secret) => secret.replace(/^(["'`])(.*)\1$/s, '$2'),
  }),
  ...rows('secret_quoted', 2, {
    'without the quotation marks in it': (secret) => secret.replace(/["'`]/g, ''),
  }),
]

/** Prefixes of secrets, tokens and keys of vendors. */
const vendorPrefixes = [
  'whsec_',
  'wh_sec_',
  'whsk_',
  'whpk_',
  'sk_',
  'sk_test_',
  'sk_live_',
  'rk_',
  'pk_',
  're_',
  'key_',
  'sec_',
  'secret_',
  'shpss_',
  'ghs_',
  'xoxb-',
  'pdl_ntfset_',
  'we_',
  'ep_',
  'v0=',
  'v1=',
  'v1,',
  'v1a,',
  'sha1=',
  'sha256=',
  'sha512=',
  't=',
]
/** Words before a secret on a page, in a header or in a file. */
const labels = [
  'Bearer ',
  'Basic ',
  'Token ',
  'Secret ',
  'Key: ',
  'key=',
  'token=',
  'value: ',
  'value=',
  'base64:',
  'base64,',
  'hex:',
  'text:',
  'plain:',
  'env:',
  'whsec:',
  'whsec-',
  '=',
  ': ',
  ':',
  ',',
  '- ',
  '$ ',
  '> ',
  '• ',
]
/** Words after a secret, of the buttons beside it. */
const buttons = [
  'Copy',
  ' Copy',
  '\nCopy',
  'Copied',
  ' Copied',
  ' Reveal',
  'Reveal',
  ' Hide',
  'Hide',
  ' Show',
  'Show',
]

const added: readonly TextMistake[] = [
  ...[...vendorPrefixes, ...labels].flatMap((label) =>
    rows('secret_miscopied', 2, { [`with ${JSON.stringify(label)} before it`]: around(label) }),
  ),
  ...buttons.flatMap((word) =>
    rows('secret_miscopied', 2, { [`with ${JSON.stringify(word)} after it`]: around('', word) }),
  ),
]
/** Prefixes cut off. The one of Standard Webhooks has a cause of its own. */
const cut: readonly TextMistake[] = vendorPrefixes
  .filter((label) => label !== 'whsec_')
  .flatMap((label) =>
    rows('secret_miscopied', 2, {
      [`without the ${JSON.stringify(label)} before it`]: (secret) =>
        secret.length > label.length && secret.startsWith(label) ? secret.slice(label.length) : secret,
    }),
  )

const prefixes: readonly TextMistake[] = [
  ...rows('secret_prefix_stripped', 1, { 'without its prefix': bare }),
  ...rows('secret_prefix_stripped', 1, {
    'without the text up to its last _': (secret) => secret.replace(/^\w*_(?=[^_])/, ''),
  }),
  ...rows('secret_prefix_stripped', 2, {
    'without the text up to its first _': (secret) => secret.replace(/^[a-z]+_(?=.)/i, ''),
    'without the text up to its first -': (secret) => secret.replace(/^[a-z\d]+-(?=.)/i, ''),
    'without the wh of its prefix': (secret) => secret.replace(/^wh(?=sec_)/, ''),
    'without the whsec of its prefix': (secret) => secret.replace(/^whsec(?=_)/, ''),
    'without the _ of its prefix': (secret) => secret.replace(/^whsec_/, 'whsec'),
    'without its first six characters, as a slice for whsec_ takes away': (secret) => secret.slice(6),
  }),
  ...rows('secret_case', 2, {
    'with its prefix in upper case': (secret) => secret.replace(prefix, (text) => text.toUpperCase()),
    'with a capital letter at its start': capital,
  }),
]

const lost = (ends: readonly number[]) =>
  Object.fromEntries(
    ends.flatMap((count): [string, Change][] => [
      [`without its last ${count} characters`, (secret) => secret.slice(0, -count)],
      [`without its first ${count} characters`, (secret) => secret.slice(count)],
      [`without the first ${count} characters after its prefix`, afterPrefix((text) => text.slice(count))],
    ]),
  )
const pieces = Object.fromEntries(
  [
    '=',
    ':',
    ',',
    ';',
    '#',
    '$',
    '&',
    '+',
    '/',
    '-',
    '.',
    '!',
    '@',
    '%',
    '_',
    '|',
    '?',
    '\\',
    '"',
    "'",
    ' ',
  ].flatMap((mark): [string, Change][] => [
    [`only up to its first ${mark}`, (secret) => upTo(secret, secret.indexOf(mark))],
    [`only after its first ${mark}`, (secret) => from(secret, secret.indexOf(mark))],
    [`only after its last ${mark}`, (secret) => from(secret, secret.lastIndexOf(mark))],
    [`without each ${mark} in it`, (secret) => secret.replaceAll(mark, '')],
  ]),
)
const upTo = (text: string, at: number) => (at > 0 ? text.slice(0, at) : text)
const from = (text: string, at: number) => (at >= 0 && at < text.length - 1 ? text.slice(at + 1) : text)

/** How many characters hide the rest of a secret. Undefined is one for each hidden character. */
const maskLengths = [undefined, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32]
const maskMarks: readonly [mark: string, said: string, lengths: readonly (number | undefined)[]][] = [
  ['*', 'asterisks', maskLengths],
  ['•', 'bullets', maskLengths],
  ['x', 'x', [undefined, 4, 8]],
  ['.', 'full stops', [3]],
  ['…', 'ellipsis', [1]],
]
const shown: readonly [said: string, first: number, last: number][] = [
  ['last 4 characters', 0, 4],
  ['last 3 characters', 0, 3],
  ['first 4 characters', 4, 0],
  ['first 8 characters', 8, 0],
  ['first and last 4 characters', 4, 4],
  ['first and last 3 characters', 3, 3],
  ['first 8 and last 4 characters', 8, 4],
]

/** A secret as a page shows it, with most of it hidden. A mask that shows nothing is a placeholder. */
const masks: Readonly<Record<string, Change>> = Object.fromEntries(
  maskMarks.flatMap(([mark, name, lengths]) =>
    shown.flatMap(([said, first, last]) =>
      lengths.flatMap((length): [string, Change][] => {
        const hide: Change = (text) => masked(text, { first, last, mark, length })
        const shows = `with only its ${said} shown, and ${length === undefined ? '' : `${length} `}${name} for the rest`
        return first > 0
          ? [[shows, hide]]
          : [
              [shows, hide],
              [`${shows} after its prefix`, afterPrefix(hide)],
            ]
      }),
    ),
  ),
)

function masked(
  text: string,
  { first, last, mark, length }: { first: number; last: number; mark: string; length: number | undefined },
): string {
  const hidden = text.length - first - last
  if (hidden <= 0) return text
  return text.slice(0, first) + mark.repeat(length ?? hidden) + text.slice(text.length - last)
}

const copies: readonly TextMistake[] = [
  ...rows('secret_miscopied', 1, {
    'without its last character': (secret) => secret.slice(0, -1),
    'without its first character': (secret) => secret.slice(1),
    'without the first character after its prefix': afterPrefix((text) => text.slice(1)),
    'without the = at its end': unpadded,
  }),
  ...rows('secret_miscopied', 2, {
    'only up to the character where a double click stops selecting': (secret) =>
      secret.replace(/(\w)\W.*$/s, '$1'),
    'only from the last character where a double click stops selecting': (secret) =>
      secret.replace(/^.*\W(?=\w)/s, ''),
    ...Object.fromEntries(
      [8, 16, 20, 24, 32, 40, 48, 50, 64].map((length) => [
        `with only its first ${length} characters`,
        (secret: string) => secret.slice(0, length),
      ]),
    ),
    ...lost([2, 3, 4]),
    'twice in a row': (secret) => secret + secret,
    'without the $name in it, which a shell expands as a variable': (secret) =>
      secret.replace(/\$(?:\w+|\{\w*\})/g, ''),
    'with a comma after it': around('', ','),
    'with a semicolon after it': around('', ';'),
    'with a full stop after it': around('', '.'),
    'with a colon after it': around('', ':'),
    'with a backslash after it': around('', '\\'),
    'with % after it, which zsh prints for a missing newline': around('', '%'),
    'with "," after it': around('', '",'),
    'with an = at its end': around('', '='),
    'with == at its end': around('', '=='),
    'twice with a space between': (secret) => `${secret} ${secret}`,
    'twice with a newline between': (secret) => `${secret}\n${secret}`,
    'twice with a comma between': (secret) => `${secret},${secret}`,
    'twice after one prefix': afterPrefix((text) => text + text),
    'three times in a row': (secret) => secret.repeat(3),
    'with only its first half': (secret) => split(secret)[0],
    'with only its second half': (secret) => split(secret)[1],
    'with only the first half after its prefix': afterPrefix((text) => split(text)[0]),
    'with only the second half after its prefix': afterPrefix((text) => split(text)[1]),
    'with its last character doubled': (secret) => secret + secret.slice(-1),
    'with its first character doubled': (secret) => secret.slice(0, 1) + secret,
    'with every character doubled': (secret) => secret.replace(/./gs, '$&$&'),
    'in reverse': (secret) => [...secret].reverse().join(''),
    ...masks,
    'with an en dash for each -': (secret) => secret.replaceAll('-', '–'),
    'with an em dash for each --': (secret) => secret.replaceAll('--', '—'),
    'with - for each _': (secret) => secret.replaceAll('_', '-'),
    'with _ for each -': (secret) => secret.replaceAll('-', '_'),
    'with an ellipsis for each ...': (secret) => secret.replaceAll('...', '…'),
    'with typographic quotation marks': (secret) => secret.replaceAll('"', '”').replaceAll("'", '’'),
    'with full-width characters': (secret) =>
      secret.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    ...Object.fromEntries(
      terminalCodes.map(([said, before, after]) => [`with ${said} around it`, around(before, after)]),
    ),
    ...Object.fromEntries(
      [
        ['0', 'O'],
        ['O', '0'],
        ['l', '1'],
        ['1', 'l'],
        ['I', 'l'],
        ['l', 'I'],
        ['I', '1'],
        ['1', 'I'],
      ].map(([one = '', other = '']) => [
        `with ${other} for each ${one}`,
        (secret: string) => secret.replaceAll(one, other),
      ]),
    ),
    ...pieces,
  }),
]

const urlEncodings: readonly TextMistake[] = [
  ...rows('secret_url_encoding', 1, {
    'percent-encoded': percentEncoded,
    'percent-decoded': percentDecoded,
    'with spaces instead of + signs, as form decoding does': (secret) => secret.replaceAll('+', ' '),
  }),
  ...rows('secret_url_encoding', 2, {
    'percent-encoded twice': (secret) => percentEncoded(percentEncoded(secret)),
    'percent-decoded twice': (secret) => percentDecoded(percentDecoded(secret)),
    'form-decoded': (secret) => percentDecoded(secret.replaceAll('+', ' ')),
    'percent-encoded with lower-case digits': (secret) =>
      percentEncoded(secret).replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
    'percent-encoded as a form': (secret) => percentEncoded(secret).replaceAll('%20', '+'),
    'percent-encoded except slashes': (secret) => percentEncoded(secret).replaceAll('%2F', '/'),
    'percent-encoded as encodeURI does': orAsItIs(encodeURI),
  }),
]

const entity =
  (over: Readonly<Record<string, string>>): Change =>
  (secret) =>
    secret.replace(/[&<>"'`=/+\\]/g, (mark) => over[mark] ?? mark)
/** How templates write a character as an entity. The code of each is the same in all, its form is not. */
const notations: Readonly<Record<string, (mark: string) => string>> = {
  'decimal entities': (mark) => `&#${mark.charCodeAt(0)};`,
  'hexadecimal entities': (mark) => `&#x${mark.charCodeAt(0).toString(16).toUpperCase()};`,
  'lower-case hexadecimal entities': (mark) => `&#x${mark.charCodeAt(0).toString(16)};`,
  'named entities': (mark) => ({ '+': '&plus;', '/': '&sol;', '=': '&equals;' })[mark] ?? mark,
}
/** The characters of base64 that are neither letters nor digits, in each selection that a template may escape. */
const marksOfBase64 = ['+', '/', '=', '+/', '+=', '/=', '+/=']
const entitiesOfBase64: Readonly<Record<string, Change>> = Object.fromEntries(
  Object.entries(notations).flatMap(([name, write]) =>
    marksOfBase64.map((marks) => [
      `with ${name} for each of ${marks}`,
      (secret: string) => secret.replace(/[+/=]/g, (mark) => (marks.includes(mark) ? write(mark) : mark)),
    ]),
  ),
)
const markup = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  plus: '+',
  sol: '/',
  equals: '=',
  nbsp: '\u00a0',
}
const withoutEntities: Change = (secret) =>
  secret.replace(/&(?:([a-z]+)|#(\d{1,6})|#x([\da-f]{1,5}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return entities[name] ?? whole
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
  })
const quotedInJson: Change = (secret) => JSON.stringify(secret).slice(1, -1)
const unquotedOfJson = orAsItIs((secret) => String(JSON.parse(`"${secret}"`)))
const escapes = { n: '\n', r: '\r', t: '\t' } as const
const asUnit = (mark: string) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`
/** A number as YAML and JavaScript read and print it. */
const asNumber: Change = (secret) => {
  if (!/^[+-]?(?:0[xo][\da-f]+|[\d_]*\.?\d+(?:e[+-]?\d+)?)$/i.test(secret)) return secret
  return String(Number(secret.replaceAll('_', '')))
}

const escaped: readonly TextMistake[] = [
  ...rows('secret_escaped', 1, {
    'escaped for HTML': entity(markup),
    'with its HTML entities decoded': withoutEntities,
    'escaped for JSON': quotedInJson,
    'with its JSON escapes decoded': unquotedOfJson,
    'with its line breaks as the characters \\n': (secret) => secret.replace(/\r?\n/g, '\\n'),
    'with line breaks instead of the characters \\n': (secret) => secret.replaceAll('\\n', '\n'),
    'with $ for each $$, as Compose and make read': (secret) => secret.replaceAll('$$', '$'),
    'with each $ doubled, as for Compose': (secret) => secret.replaceAll('$', '$$$$'),
  }),
  ...rows('secret_escaped', 2, {
    'escaped for HTML with &#x27; for an apostrophe': entity({ ...markup, "'": '&#x27;' }),
    'escaped for HTML with &#34; for a quotation mark': entity({ ...markup, '"': '&#34;' }),
    'escaped for HTML with &#039; for an apostrophe': entity({ ...markup, "'": '&#039;' }),
    'escaped for XML': entity({ ...markup, "'": '&apos;' }),
    'escaped for HTML with its slashes': entity({ ...markup, "'": '&#x27;', '/': '&#x2F;' }),
    'escaped as Handlebars does': entity({ ...markup, "'": '&#x27;', '`': '&#x60;', '=': '&#x3D;' }),
    'escaped as Mustache does': entity({ ...markup, '/': '&#x2F;', '`': '&#x60;', '=': '&#x3D;' }),
    'with &#43; for each +, as Go writes HTML': entity({ ...markup, '"': '&#34;', '+': '&#43;' }),
    'escaped for HTML except quotation marks': entity({ '&': '&amp;', '<': '&lt;', '>': '&gt;' }),
    ...entitiesOfBase64,
    'escaped twice for HTML': (secret) => entity(markup)(entity(markup)(secret)),
    'with its HTML entities decoded twice': (secret) => withoutEntities(withoutEntities(secret)),
    'with \\/ for each slash': (secret) => secret.replaceAll('/', '\\/'),
    'with a slash for each \\/': (secret) => secret.replaceAll('\\/', '/'),
    'with \\u escapes for <, > and &': (secret) => secret.replace(/[<>&]/g, asUnit),
    'with \\u escapes as .NET writes them': (secret) =>
      secret.replace(/[<>&'"`+]/g, (mark) => asUnit(mark).replace(/[a-f]/g, (digit) => digit.toUpperCase())),
    'with \\u002b for each +': (secret) => secret.replaceAll('+', '\\u002b'),
    'with \\u003d for each =': (secret) => secret.replaceAll('=', '\\u003d'),
    'as a JSON text with its quotation marks': (secret) => JSON.stringify(secret),
    'with every backslash doubled': (secret) => secret.replaceAll('\\', '\\\\'),
    'with one backslash for each two': (secret) => secret.replaceAll('\\\\', '\\'),
    'without its backslashes': (secret) => secret.replaceAll('\\', ''),
    'with a backslash before each $': (secret) => secret.replaceAll('$', '\\$'),
    'with a backslash before each character that a shell treats specially': (secret) =>
      secret.replace(/[^\w@%+=:,./-]/g, '\\$&'),
    'with a backslash before each quotation mark': (secret) => secret.replace(/["']/g, '\\$&'),
    "with '' for each apostrophe": (secret) => secret.replaceAll("'", "''"),
    'with "" for each quotation mark': (secret) => secret.replaceAll('"', '""'),
    'with a backslash before each =, : and #, as Java properties': (secret) =>
      secret.replace(/[=:#!]/g, '\\$&'),
    'with its C escapes decoded': (secret) =>
      secret.replace(/\\([nrt])/g, (_, letter: keyof typeof escapes) => escapes[letter]),
    'without the text in backticks, which a shell runs': (secret) => secret.replace(/`[^`]*`/g, ''),
    'without the $ and the character after it, as a shell reads $1': (secret) =>
      secret.replace(/\$[\d$!?#*@-]/g, ''),
    'only up to a # after a space, as a comment': (secret) => secret.replace(/\s+#.*$/s, ''),
    'without the %name% in it, which Windows expands': (secret) => secret.replace(/%\w+%/g, ''),
    'with %% for each %': (secret) => secret.replaceAll('%', '%%'),
    'with % for each %%': (secret) => secret.replaceAll('%%', '%'),
    'without each ^ in it, as in cmd.exe': (secret) => secret.replaceAll('^', ''),
    'without each ! in it, as in cmd.exe': (secret) => secret.replaceAll('!', ''),
    'read as a number': asNumber,
    'without the zeros at its start': (secret) =>
      /^0+\d+$/.test(secret) ? secret.replace(/^0+/, '') : secret,
    'read as an octal number': (secret) =>
      /^0[0-7]+$/.test(secret) ? String(Number.parseInt(secret, 8)) : secret,
  }),
]

/** Formats of keys in files and pages. */
const keyFiles: readonly TextMistake[] = rows('secret_miscopied', 2, {
  'without the BEGIN and END lines of its PEM': (secret) =>
    secret.replace(/-----(?:BEGIN|END) [^-]+-----/g, '').trim(),
  'without the BEGIN and END lines and the line breaks of its PEM': (secret) =>
    /-----BEGIN /.test(secret) ? secret.replace(/-----(?:BEGIN|END) [^-]+-----|\s/g, '') : secret,
  'in the lines of a PEM': (secret) =>
    `-----BEGIN PUBLIC KEY-----\n${wrapped(secret, 64)}\n-----END PUBLIC KEY-----`,
})

const cases: readonly TextMistake[] = [
  ...rows('secret_case', 2, {
    'in lower case': (secret) => secret.toLowerCase(),
    'in upper case': (secret) => secret.toUpperCase(),
    'in upper case after its prefix': afterPrefix((text) => text.toUpperCase()),
    'in lower case after its prefix': afterPrefix((text) => text.toLowerCase()),
    'with upper and lower case swapped': swapped,
    'with a capital letter after its prefix': afterPrefix(capital),
  }),
]

/** The other alphabet of base64. Only base64 makes these likely, but the text decides. */
const alphabets: readonly TextMistake[] = rows('secret_base64', 2, {
  'in the alphabet of base64url': (secret) =>
    prefixOf(secret) + bare(secret).replaceAll('+', '-').replaceAll('/', '_'),
  'in the alphabet of base64url, without the = at its end': (secret) =>
    prefixOf(secret) + unpadded(bare(secret)).replaceAll('+', '-').replaceAll('/', '_'),
  'in the alphabet of base64 instead of base64url': (secret) =>
    prefixOf(secret) + bare(secret).replaceAll('-', '+').replaceAll('_', '/'),
})

/** All changes that need no name. Of two changes with the same result, the earlier names the mistake. */
export const textMistakes: readonly TextMistake[] = [
  ...spaces,
  ...quotes,
  ...urlEncodings,
  ...escaped,
  ...prefixes.slice(0, 1),
  ...cases,
  ...copies,
  ...added,
  ...cut,
  ...prefixes.slice(1),
  ...alphabets,
  ...keyFiles,
]

/** Whole lines that were copied, with the name of the variable or of the field. */
export function* wholeLines(scheme: string): Generator<TextMistake> {
  const { likely, others } = namesFor(scheme)
  for (const [names, most] of [
    [likely, lines.length],
    [others, commonLines],
  ] as const)
    for (const name of names)
      for (const line of lines.slice(0, most)) {
        const [before, after] = line(name)
        const end = after === undefined ? '' : ` and ${after} after it`
        yield {
          cause: 'secret_miscopied',
          rank: 2,
          said: `with ${JSON.stringify(before)} before it${end}`,
          text: around(before, after),
        }
      }
}

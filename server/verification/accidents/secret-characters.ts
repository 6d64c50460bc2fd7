/** Characters that a copied secret brings along without showing them. */

/** White space and invisible characters, by name. */
export const invisible: Readonly<Record<string, string>> = {
  'a space': ' ',
  'a tab': '\t',
  'a newline': '\n',
  'a carriage return': '\r',
  CRLF: '\r\n',
  'a vertical tab': '\v',
  'a form feed': '\f',
  'a no-break space': '\u00a0',
  'a narrow no-break space': '\u202f',
  'a thin space': '\u2009',
  'an en space': '\u2002',
  'an em space': '\u2003',
  'a figure space': '\u2007',
  'an ideographic space': '\u3000',
  'a zero-width space': '\u200b',
  'a zero-width non-joiner': '\u200c',
  'a zero-width joiner': '\u200d',
  'a word joiner': '\u2060',
  'a byte order mark': '\ufeff',
  'a soft hyphen': '\u00ad',
  'a left-to-right mark': '\u200e',
  'a right-to-left mark': '\u200f',
  'a line separator': '\u2028',
  'a paragraph separator': '\u2029',
  'a next-line character': '\u0085',
  'a non-character that replaces invalid UTF-8': '\ufffd',
}

const esc = '\x1b'
const colours = Array.from({ length: 8 }, (_, nth) => nth)
const starts = [
  ...['0', '1', '2', '3', '4', '7'],
  ...colours.flatMap((nth) => ['3', '9', '1;3', '0;3', '01;3'].map((before) => `${before}${nth}`)),
]
/** Only chalk and its like end a colour with its own code. */
const endsOf = (start: string) => {
  const own = { '1': '22', '2': '22', '3': '23', '4': '24', '7': '27' }[start]
  return ['0', ...(own ? [own] : /^[39]/.test(start) ? ['39', ''] : [])]
}

/** The codes that a terminal shows as a colour or a style, before and after a text. */
export const terminalCodes: readonly [said: string, before: string, after: string][] = [
  ...starts.flatMap((start) =>
    endsOf(start).flatMap((end): [string, string, string][] => {
      const said = `the codes ${start}m and ${end}m of a terminal`
      return [
        [said, `${esc}[${start}m`, `${esc}[${end}m`],
        [`the rest of ${said}`, `[${start}m`, `[${end}m`],
      ]
    }),
  ),
  ['the colour that grep gives to a match', `${esc}[01;31m${esc}[K`, `${esc}[m${esc}[K`],
  ['the codes of a bracketed paste', `${esc}[200~`, `${esc}[201~`],
  ['the rest of the codes of a bracketed paste', '[200~', '[201~'],
  ['the first code of a bracketed paste', `${esc}[200~`, ''],
  ['the rest of the first code of a bracketed paste', '[200~', ''],
  ['the end of the first code of a bracketed paste', '00~', ''],
  ['a ~, the end of the last code of a bracketed paste', '', '~'],
  ['the code that ends a colour', '', `${esc}[0m`],
  ['the rest of the code that ends a colour', '', '[0m'],
]

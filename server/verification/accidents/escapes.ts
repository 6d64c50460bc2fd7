/** Mistakes with escapes in JSON strings. */
import { beyondAscii, lowerEscape, upperEscape } from '../../json/json-tree.ts'
import type { BodyForms, BodyTurn, Rank } from '../search/accident.ts'
import { textTable } from './body-table.ts'
/** The characters that Go and Rails also escape. */
export const markup = /[<>&\u2028\u2029]/g
const escapeSequence = /\\(?:u([0-9a-fA-F]{4})|.)/gs

/** Replaces escapes by characters, except where JSON requires the escape. */
const unescaped = (text: string) =>
  text.replace(escapeSequence, (whole, code: string | undefined) => {
    const unit = code === undefined ? 0 : Number.parseInt(code, 16)
    return unit < 0x20 || unit === 0x22 || unit === 0x5c ? whole : String.fromCharCode(unit)
  })
const exchangedEscape = (from: string, to: string) => (text: string) =>
  text.replace(escapeSequence, (whole) => (whole === from ? to : whole))
const slashesPlain = exchangedEscape('\\/', '/')
const slashesEscaped = (text: string) => slashesPlain(text).replaceAll('/', '\\/')
const beyondEscaped = (text: string) => text.replace(beyondAscii, lowerEscape)
const markupEscaped = (text: string) => text.replace(markup, lowerEscape)
const recased = (change: (code: string) => string) => (text: string) =>
  text.replace(escapeSequence, (whole, code: string | undefined) =>
    code === undefined ? whole : `\\u${change(code)}`,
  )

const hasAny = ({ has }: BodyForms, letters: string) => [...letters].some((letter) => has(letter))
const isBeyond = ({ isAscii }: BodyForms) => !isAscii()
const hasCodes = ({ has }: BodyForms) => has('\\u')

/** Rows that change only escapes, for bodies that contain affected characters. */
const table = (rank: Rank, concerns: (body: BodyForms) => boolean) =>
  textTable('escapes', rank, {
    work: { byte: 0.001, letter: 0.035 },
    keepsValues: true,
    applies: (body) => concerns(body) && body.isJson(),
  })

/** Differences in escapes, likeliest first. */
export const escapes: readonly BodyTurn[] = [
  ...table(0, hasCodes).rows({ 'with characters instead of their \\u escapes': unescaped }),
  ...table(0, isBeyond).rows({ 'with every non-ASCII character as a \\u escape': beyondEscaped }),
  ...table(0, ({ has }) => has('/')).rows({ 'with each slash escaped as \\/': slashesEscaped }),
  ...table(0, ({ has }) => has('\\/')).rows({ 'with plain slashes instead of \\/': slashesPlain }),
  // Only PHP does both. Other rows cover each alone.
  ...table(1, (body) => body.has('/') && isBeyond(body)).rows({
    'with slashes and non-ASCII characters escaped, as PHP writes it': (text) =>
      beyondEscaped(slashesEscaped(text)),
  }),
  ...table(1, (body) => body.has('\\/') && hasCodes(body)).rows({
    'with plain slashes and characters instead of escapes': (text) => slashesPlain(unescaped(text)),
  }),
  ...table(1, (body) => hasAny(body, '<>&') || isBeyond(body)).rows({
    'with < > & as \\u003c, as Go writes it': markupEscaped,
  }),
  ...table(1, (body) => hasAny(body, '<>&') && isBeyond(body)).rows({
    'with < > & and non-ASCII characters as \\u escapes': (text) => beyondEscaped(markupEscaped(text)),
  }),
  ...table(1, isBeyond).rows({
    'with every non-ASCII character as an upper-case \\u escape': (text) =>
      text.replace(beyondAscii, upperEscape),
  }),
  ...table(1, (body) => hasAny(body, "<>&'+`")).rows({
    "with < > & ' + and non-ASCII characters as \\u escapes, as .NET writes it": (text) =>
      text.replace(/[<>&'+`]/g, upperEscape).replace(beyondAscii, upperEscape),
  }),
  ...table(1, (body) => hasAny(body, "<>&='")).rows({
    "with < > & = ' as \\u escapes, as Gson writes it": (text) => text.replace(/[<>&=']/g, lowerEscape),
  }),
  ...table(1, (body) => hasAny(body, "<>&'") || body.has('\\"')).rows({
    'with < > & \' " , slashes and non-ASCII characters escaped, as Symfony writes it': (text) =>
      beyondEscaped(slashesEscaped(exchangedEscape('\\"', '\\u0022')(text)).replace(/[<>&']/g, upperEscape)),
  }),
  ...table(1, hasCodes).rows({
    'with lower-case \\u escapes': recased((code) => code.toLowerCase()),
    'with upper-case \\u escapes': recased((code) => code.toUpperCase()),
  }),
]

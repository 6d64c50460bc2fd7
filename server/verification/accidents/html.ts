/** Mistakes with HTML escapes. */
import { meaning } from '../../json/json-tree.ts'
import type { BodyForms, BodyTurn, Rank } from '../search/accident.ts'
import { bodyTable } from './body-table.ts'

type Entities = Readonly<Record<string, string>>

/** The entities that all libraries share. */
const common: Entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const usual: Entities = { '"': '&quot;', "'": '&#39;' }

/** Further entities by library, most frequent first. */
const styles: Readonly<Record<string, Entities>> = {
  'as most libraries write it': usual,
  'as Python, Django and React write it': { '"': '&quot;', "'": '&#x27;' },
  'as Jinja and Go write it': { '"': '&#34;', "'": '&#39;' },
  'as PHP and Blade write it': { '"': '&quot;', "'": '&#039;' },
  'except quotation marks': {},
  'except apostrophes': { '"': '&quot;' },
  'except > and &, as xss-clean writes it': { '&': '&', '>': '>' },
  'as in XML': { '"': '&quot;', "'": '&apos;' },
  'as Handlebars writes it': { '"': '&quot;', "'": '&#x27;', '`': '&#x60;', '=': '&#x3D;' },
  'as Mustache writes it': { '"': '&quot;', "'": '&#39;', '/': '&#x2F;', '`': '&#x60;', '=': '&#x3D;' },
  'as validator.js writes it': { '"': '&quot;', "'": '&#x27;', '/': '&#x2F;', '\\': '&#x5C;', '`': '&#96;' },
}

const escaped = (marks: Entities) => {
  const all: Entities = { ...common, ...marks }
  return (text: string) => text.replace(/[&<>"'`=/\\]/g, (mark) => all[mark] ?? mark)
}

const named: Entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Unescapes once, as browsers do. */
export const unescaped = (text: string) =>
  text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

const fix =
  'Do not escape the body in the template: use {{{body}}}, |safe or {!! $body !!}. Escape for HTML only when you display the body.'

type Rewrite = (text: string) => string

const table = (
  rank: Rank,
  needs: 'text' | 'json',
  said: string,
  applies: (body: BodyForms) => boolean,
  rewrite: Rewrite,
): BodyTurn[] =>
  bodyTable('escapes', rank, {
    begins: 'The signature is correct for',
    fix,
    needs,
    work: { byte: needs === 'json' ? 0.006 : 0.002, letter: 0.06 },
    applies,
    keepsValues: true,
    isOfAnyText: true,
  }).rows({
    [said](body) {
      if (needs === 'json' && !body.json()) return undefined
      const text = needs === 'json' ? inStrings(body.text(), rewrite) : rewrite(body.text())
      return text === body.text() ? undefined : text
    },
  })

/** Rewrites the meaning of JSON strings and keeps the rest. */
const inStrings = (text: string, rewrite: Rewrite) =>
  text.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => {
    const meant = meaning(quoted)
    const other = rewrite(meant)
    return other === meant ? quoted : JSON.stringify(other)
  })

/** The characters that this style escapes differently from the first style. */
const ownMarks = (marks: Entities): string[] => {
  const all = Object.keys({ ...usual, ...marks })
  return marks === usual
    ? [...Object.keys(common), ...all]
    : all.filter((mark) => marks[mark] !== usual[mark])
}

const hasEntity = ({ has }: BodyForms) => has('&') && has(';')

/** HTML escapes on one side only: in the whole body, as a template does, or in its JSON strings. */
export const html: readonly BodyTurn[] = [
  ...table(0, 'text', 'the body with its HTML entities decoded', hasEntity, unescaped),
  ...table(0, 'json', 'the JSON with the HTML entities in its strings decoded', hasEntity, unescaped),
  ...Object.entries(styles).flatMap(([by, marks], at) => {
    const own = ownMarks(marks)
    const isIn = ({ has }: BodyForms) => own.some(has)
    const isInTexts = ({ has }: BodyForms) => own.some((mark) => has(mark === '"' ? '\\"' : mark))
    return [
      ...table(at < 4 ? 1 : 2, 'text', `the body escaped for HTML, ${by}`, isIn, escaped(marks)),
      ...table(2, 'json', `the JSON with its strings escaped for HTML, ${by}`, isInTexts, escaped(marks)),
    ]
  }),
]

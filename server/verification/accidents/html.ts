import type { Accident, BodyForms, BodyTurn, Rank } from '../search/accident.ts'
import { meaning } from './json-tree.ts'
import type { Work } from './work.ts'

type Entities = Readonly<Record<string, string>>

/** Alike wherever HTML is written. */
const common: Entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** What else those who write it have entities for; the ones that are used most go first. */
const styles: readonly (readonly [by: string, marks: Entities])[] = [
  ['as most libraries write it', { '"': '&quot;', "'": '&#39;' }],
  ['as Python, Django and React write it', { '"': '&quot;', "'": '&#x27;' }],
  ['as Jinja and Go write it', { '"': '&#34;', "'": '&#39;' }],
  ['as PHP and Blade write it', { '"': '&quot;', "'": '&#039;' }],
  ['but for its quotation marks', {}],
  ['but for its apostrophes', { '"': '&quot;' }],
  ['as XML is written', { '"': '&quot;', "'": '&apos;' }],
  ['as Handlebars writes it', { '"': '&quot;', "'": '&#x27;', '`': '&#x60;', '=': '&#x3D;' }],
  ['as Mustache writes it', { '"': '&quot;', "'": '&#39;', '/': '&#x2F;', '`': '&#x60;', '=': '&#x3D;' }],
  [
    'as validator.js writes it',
    { '"': '&quot;', "'": '&#x27;', '/': '&#x2F;', '\\': '&#x5C;', '`': '&#96;' },
  ],
]

const escaped = (marks: Entities) => {
  const all: Entities = { ...common, ...marks }
  return (text: string) => text.replace(/[&<>"'`=/\\]/g, (mark) => all[mark] ?? mark)
}

const named: Entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Once, as a browser reads it. */
const unescaped = (text: string) =>
  text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** The strings of JSON with what they mean written so, the rest as it stands; undefined of what is no JSON. */
const inStrings = (body: BodyForms, write: (meant: string) => string) =>
  body.json() &&
  body.text().replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => {
    const meant = meaning(quoted)
    const other = write(meant)
    return other === meant ? quoted : JSON.stringify(other)
  })

const fix =
  'Put the body where it is made as it is: {{{body}}}, |safe or {!! $body !!} in a template; escape for HTML where it is shown, not before it is signed or sent.'

const turn = (
  said: string,
  rank: Rank,
  needs: 'text' | 'json',
  applies: (body: BodyForms) => boolean,
  make: (body: BodyForms) => string | undefined,
): BodyTurn => {
  const accident: Accident = { cause: 'escapes', detail: `The signature is right for ${said}.`, fix }
  const work: Work = { byte: needs === 'json' ? 0.006 : 0.002, letter: 0.06 }
  return {
    accident,
    rank,
    needs,
    work,
    applies,
    make(body) {
      const text = make(body)
      return text === undefined || text === body.text() ? undefined : Buffer.from(text, 'utf8')
    },
    keepsValues: true,
    isOfAnyText: true,
  }
}

/** The marks that a style writes otherwise than the first; those that the first writes at all. */
const ownMarks = (marks: Entities, at: number): string[] => {
  const [, first] = styles[0] ?? ['', {}]
  const all = Object.keys({ ...first, ...marks })
  return at === 0 ? [...Object.keys(common), ...all] : all.filter((mark) => marks[mark] !== first[mark])
}

const hasEntity = ({ has }: BodyForms) => has('&') && has(';')

/** What was escaped for HTML, or unescaped, on one side alone: the whole body, as a template does it, or the texts in it. */
export const html: readonly BodyTurn[] = [
  turn('the body with its entities of HTML undone', 0, 'text', hasEntity, (body) => unescaped(body.text())),
  turn('the JSON with the entities of HTML in its texts undone', 0, 'json', hasEntity, (body) =>
    inStrings(body, unescaped),
  ),
  ...styles.flatMap(([by, marks], at) => {
    const own = ownMarks(marks, at)
    return [
      turn(
        `the body escaped for HTML, ${by}`,
        at < 4 ? 1 : 2,
        'text',
        ({ has }) => own.some(has),
        (body) => escaped(marks)(body.text()),
      ),
      turn(
        `the JSON with its texts escaped for HTML, ${by}`,
        2,
        'json',
        ({ has }) => own.some((mark) => has(mark === '"' ? '\\"' : mark)),
        (body) => inStrings(body, escaped(marks)),
      ),
    ]
  }),
]

/** Mistakes with the fields of a form that a scheme signs. */
import { byUnits } from '../../json/json-tree.ts'
import { isForm, runTogether } from '../../signing/address.ts'
import type { Content } from '../../signing/content.ts'
import type { Recipe } from '../../signing/recipe.ts'
import type { Accident, FrameTurn, Rank } from '../search/accident.ts'

export type Field = readonly [name: string, value: string]
export type Change = (fields: readonly Field[]) => readonly Field[]

const ofValues =
  (rewrite: (value: string) => string): Change =>
  (fields) =>
    fields.map(([name, value]) => [name, rewrite(value)])
/** The last value of each name, at the place of the first. */
export const lasts: Change = (fields) => [...new Map(fields)]
/** The first value of each name. */
export const firsts: Change = (fields) => [...new Map([...fields, ...fields.toReversed()])]

/** Changes that trim. */
const trimming: Readonly<Record<string, Change>> = {
  'with its values trimmed': ofValues((value) => value.trim()),
  'with its values trimmed and without its empty fields': (fields) =>
    fields.map(([name, value]): Field => [name, value.trim()]).filter(([, value]) => value !== ''),
  'with its names and values trimmed': (fields) => fields.map(([name, value]) => [name.trim(), value.trim()]),
}
/** What frameworks do to the fields of a form. */
export const fieldChanges: Readonly<Record<string, Change>> = {
  'without its empty fields': (fields) => fields.filter(([, value]) => value !== ''),
  ...trimming,
  'with only the last of fields with one name': lasts,
  'with only the first of fields with one name': firsts,
  'with LF instead of CRLF in its values': ofValues((value) => value.replaceAll('\r\n', '\n')),
  'with CRLF instead of LF in its values': ofValues((value) => value.replace(/\r?\n/g, '\r\n')),
  'with its values decoded twice': ofValues(
    (value) => new URLSearchParams(`v=${value.replaceAll('&', '%26')}`).get('v') ?? '',
  ),
  'with a slash at the end of URLs': ofValues((value) =>
    /^https?:\/\/[^/]+$/.test(value) ? `${value}/` : value,
  ),
  'with its values in lower case': ofValues((value) => value.toLowerCase()),
  'with its names in lower case': (fields) => fields.map(([name, value]) => [name.toLowerCase(), value]),
  'with [] after repeated names': (fields) =>
    fields.map(([name, value]) => [isRepeated(fields, name) ? `${name}[]` : name, value]),
  'with indexes after repeated names': (fields) => {
    const counts = new Map<string, number>()
    return fields.map(([name, value]) => {
      const nth = counts.get(name) ?? 0
      counts.set(name, nth + 1)
      return [isRepeated(fields, name) ? `${name}[${nth}]` : name, value]
    })
  },
  'with indexes instead of [] after its names': (fields) => {
    const counts = new Map<string, number>()
    return fields.map(([name, value]) => {
      if (!name.endsWith('[]')) return [name, value]
      const nth = counts.get(name) ?? 0
      counts.set(name, nth + 1)
      return [`${name.slice(0, -1)}${nth}]`, value]
    })
  },
  'without [] after its names': (fields) => fields.map(([name, value]) => [name.replace(/\[\]$/, ''), value]),
  'with its repeated fields joined by commas': (fields) =>
    firsts(fields).map(([name]) => [name, valuesOf(fields, name).join(',')]),
}
export const valuesOf = (fields: readonly Field[], name: string): string[] =>
  fields.filter(([other]) => other === name).map(([, value]) => value)
export const isRepeated = (fields: readonly Field[], name: string): boolean =>
  valuesOf(fields, name).length > 1

const trims: ReadonlySet<string> = new Set(Object.keys(trimming))
/** The cause that a change belongs to. */
export const causeOf = (said: string): 'body_trimmed' | 'url_encoding' =>
  trims.has(said) ? 'body_trimmed' : 'url_encoding'

/** The undecoded names and values. */
const encodedFields = (body: Buffer): [string, string][] =>
  body
    .toString('utf8')
    .split('&')
    .map((field) => {
      const [name = '', ...value] = field.split('=')
      return [name, value.join('=')]
    })

const plusKept = (body: Buffer) => Buffer.from(body.toString('latin1').replaceAll('+', '%2B'), 'latin1')
const fieldsOf = (body: Buffer): [string, string][] => [...new URLSearchParams(body.toString('utf8'))]
const joined = (fields: readonly (readonly [string, string])[]) => fields.flat().join('')

const fix = 'Decode the fields, sort them by the bytes of their names, and append each name and value.'

const table = (
  cause: Accident['cause'],
  rows: Record<string, (body: Buffer) => string>,
  rank: Rank = 0,
): FrameTurn[] =>
  Object.entries(rows).map(([said, formAs]) => ({
    rank,
    content: { formAs },
    accident: { cause, detail: `The signature is correct for the form with ${said}.`, fix },
  }))

const turns: readonly FrameTurn[] = [
  ...table('other_order', {
    'its fields in their received order': (body) => joined(fieldsOf(body)),
    'its fields sorted ignoring case': (body) =>
      joined(fieldsOf(body).toSorted(([one], [other]) => byUnits(one.toLowerCase(), other.toLowerCase()))),
  }),
  ...table('url_encoding', {
    'its fields not decoded': (body) => runTogether(encodedFields(body)),
    'its fields with + instead of spaces': (body) => runTogether(fieldsOf(plusKept(body))),
    'the unchanged body instead of its fields': (body) => body.toString('utf8'),
  }),
  ...Object.entries(fieldChanges).flatMap(([said, change]) =>
    table(causeOf(said), { [`its fields signed ${said}`]: (body) => runTogether(change(fieldsOf(body))) }, 1),
  ),
]

/** Other ways to append form fields, for schemes that sign forms. */
export const formTurns = (recipe: Recipe, { contentType }: Content): readonly FrameTurn[] =>
  isForm(contentType) && Object.values(recipe.signs).some((signs) => signs.includes('{form}')) ? turns : []

/** Mistakes with the fields of a form that a scheme signs. */
import { byUnits } from '../../json/json-tree.ts'
import { isForm, runTogether } from '../../signing/address.ts'
import type { Content } from '../../signing/content.ts'
import type { Recipe } from '../../signing/recipe.ts'
import type { Accident, FrameTurn } from '../search/accident.ts'

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

const table = (cause: Accident['cause'], rows: Record<string, (body: Buffer) => string>): FrameTurn[] =>
  Object.entries(rows).map(([said, formAs]) => ({
    rank: 0,
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
]

/** Other ways to append form fields, for schemes that sign forms. */
export const formTurns = (recipe: Recipe, { contentType }: Content): readonly FrameTurn[] =>
  isForm(contentType) && Object.values(recipe.signs).some((signs) => signs.includes('{form}')) ? turns : []

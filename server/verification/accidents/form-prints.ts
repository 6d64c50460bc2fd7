import { isForm } from '../../signing/address.ts'
import { pythonJson } from '../../signing/python-json.ts'
import type { BodyForms, BodyTurn, Rank } from '../search/accident.ts'
import { beginsAsForm } from './codings.ts'
import { pythonString } from './prints.ts'

type Field = readonly [name: string, value: string]

const fix =
  'Sign the body before it is parsed as a form: request.get_data() in Flask, request.body in Django, request.raw_post in Rails, express.raw() in Node.'

const turn = (
  said: string,
  rank: Rank,
  applies: (body: BodyForms) => boolean,
  make: (fields: readonly Field[]) => string | undefined,
): BodyTurn => ({
  accident: { cause: 'object_signed', detail: `What was signed is how ${said}.`, fix },
  rank,
  needs: 'text',
  work: { byte: 0.02, letter: 0.05 },
  applies,
  make(body) {
    const text = make([...new URLSearchParams(body.text())])
    return text === undefined ? undefined : Buffer.from(text, 'utf8')
  },
})

const tuples = (fields: readonly Field[]) =>
  fields.map(([name, value]) => `(${pythonString(name)}, ${pythonString(value)})`).join(', ')

/** One value for each name: the first, as Flask has it, or the last, as most have it. */
const single = (fields: readonly Field[], isFirst = false): Field[] => [
  ...new Map(isFirst ? [...fields, ...fields.toReversed()] : fields),
]
const listsOf = (fields: readonly Field[]): [string, string[]][] =>
  single(fields).map(([name]) => [name, fields.filter(([other]) => other === name).map(([, value]) => value)])

const jsonOf = (fields: readonly Field[]) => JSON.stringify(Object.fromEntries(fields))
const pythonDict = (fields: readonly Field[]) =>
  `{${fields.map(([name, value]) => `${pythonString(name)}: ${pythonString(value)}`).join(', ')}}`
const rubyHash = (fields: readonly Field[], arrow: string) =>
  `{${fields.map((field) => field.map((text) => JSON.stringify(text)).join(arrow)).join(', ')}}`

/** How frameworks print the fields of a form; a body of JSON that is sent as one is the name of a field without a value. */
export function formPrints(contentType: string): BodyTurn[] {
  const isRead = (body: BodyForms) => isForm(contentType) || beginsAsForm(body)
  const nothing = (body: BodyForms) => !isRead(body)
  return [
    turn('Flask prints a form', 1, isRead, (fields) => `ImmutableMultiDict([${tuples(fields)}])`),
    turn('Django prints a form', 1, isRead, (fields) => {
      const items = listsOf(fields).map(
        ([name, values]) => `${pythonString(name)}: [${values.map(pythonString).join(', ')}]`,
      )
      return `<QueryDict: {${items.join(', ')}}>`
    }),
    turn('Python prints a form as a dict', 2, isRead, (fields) => pythonDict(single(fields))),
    turn('Python prints a form as a dict of first values', 2, isRead, (fields) =>
      pythonDict(single(fields, true)),
    ),
    turn('Python writes a form as JSON', 2, isRead, (fields) => pythonJson(jsonOf(single(fields, true)))),
    turn('JavaScript writes a form as JSON', 2, isRead, (fields) => jsonOf(fields)),
    turn('Starlette prints a form', 2, isRead, (fields) => `FormData([${tuples(fields)}])`),
    turn('Ruby prints a form', 2, isRead, (fields) => rubyHash(single(fields), '=>')),
    turn('Ruby 3.4 prints a form', 2, isRead, (fields) => rubyHash(single(fields), ' => ')),
    turn('Flask prints the form of a body that is none', 2, nothing, () => 'ImmutableMultiDict([])'),
    turn('Django prints the form of a body that is none', 2, nothing, () => '<QueryDict: {}>'),
  ]
}

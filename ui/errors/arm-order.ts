/** The fields that arm an error, as data. */
import type { Call } from '../../server/wire.ts'
import { delay, hasAnswer, outcome, probability, status } from '../form/common-fields.ts'
import { createDrafts } from '../form/drafts.ts'
import { type Rows, type Typed, typedOf } from '../form/form.tsx'
import { textIn } from '../form/typed.ts'
import type { ArmOrder } from '../live/routes/errors.ts'

/** The form as typed; empty fields restrict nothing. */
export type ArmForm = Typed<ArmOrder>

/** Unsent forms, by error code. */
export const armDrafts = createDrafts<ArmForm>()
/** The key of the form for a response without an error code, and its place. */
export const newAnswer = 'new'

/** Matches similar calls: the same method and path, without API prefix and query. */
export const callsLike = ({ method, path }: Pick<Call, 'method' | 'path'>) => ({
  method,
  path: path.replace(/\?.*$/, '').replace(/^\/api\/v[\d.]+/, ''),
})

/** Fills the form for a response without an error code, for calls like this one. */
export const answerCallsLike = (call: Pick<Call, 'method' | 'path'>) =>
  armDrafts.keep(newAnswer, { before: nextCall, form: { ...nextCall, ...callsLike(call) } })

/** Sends valid JSON as JSON, and other text as text. */
function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return textIn(text)
  }
}

/** The calls to match, the number of uses and the delay. */
export const callFields: Rows<ArmOrder> = [
  [
    {
      name: 'method',
      label: 'Method',
      kind: 'select',
      options: () => [['', 'any'], ...['GET', 'POST', 'PATCH', 'DELETE'].map((one) => [one, one] as const)],
    },
    { name: 'path', label: 'Path', placeholder: 'any, such as /cards/*' },
    { name: 'identity', label: 'Identity', placeholder: 'any' },
  ],
  [
    { name: 'times', label: 'Times', kind: 'number', min: 1, placeholder: 'always' },
    { name: 'after', label: 'Skip first calls', kind: 'number', min: 0, placeholder: '0', usual: '0' },
    { ...probability, usual: '1' },
    delay,
  ],
]

/** The response without an error code, and its calls. */
export const answerFields: Rows<ArmOrder> = [
  [outcome, { ...status, required: true }],
  {
    name: 'body',
    label: 'Body',
    kind: 'body',
    hint: 'Text or JSON. If empty, the sandbox sends the error page of a gateway.',
    rows: 2,
    send: bodyOf,
    when: hasAnswer,
  },
  ...callFields,
]

/** The next call of any kind. */
export const nextCall: ArmForm = typedOf(answerFields, { status: 503, times: 1 }, { code: '' })

import type { Call } from '../../server/wire.ts'
import { createDrafts } from '../form/drafts.ts'
import { filled, numberIn, textIn } from '../form/typed.ts'
import type { ArmOrder } from '../live/routes.ts'

/** What a matching call gets instead of its answer. */
export type Armed =
  | { kind: 'code'; code: string }
  | { kind: 'status'; status: string; body: string }
  | { kind: 'reset' | 'hang' }

/** The form as typed; an empty field asks for nothing. */
export interface ArmForm {
  method: string
  path: string
  identity: string
  times: string
  after: string
  probability: string
  delay: string
}
/** The next call, whatever it is. */
export const nextCall: ArmForm = {
  method: '',
  path: '',
  identity: '',
  times: '1',
  after: '',
  probability: '',
  delay: '',
}

/** Forms of codes that were left before they armed anything, by their codes. */
export const armDrafts = createDrafts<ArmForm>()

/** What answers that have no code: a gateway's page, another status, a connection that breaks, or silence. */
export const answersWithoutCode = [
  ['503', '503 from a gateway'],
  ['504', '504 from a gateway'],
  ['other', 'another status'],
  ['reset', 'connection reset'],
  ['hang', 'no answer at all'],
] as const

/** The form for an answer without a code, as typed. */
export interface AnswerForm extends ArmForm {
  answer: (typeof answersWithoutCode)[number][0]
  /** Of another answer than those named. */
  status: string
  body: string
}
/** A gateway's answer to the next call. */
export const nextAnswer: AnswerForm = { ...nextCall, answer: '503', status: '502', body: '' }

/** The one form for an answer without a code, where it was left before it armed anything. */
export const answerDrafts = createDrafts<AnswerForm>()
/** Under which it is kept, and open. */
export const newAnswer = 'new'

/** The calls that one is like: its method, and its path as an armed error has it, behind the prefix of the API, without the query. */
export const callsLike = ({ method, path }: Pick<Call, 'method' | 'path'>) => ({
  method,
  path: path.replace(/\?.*$/, '').replace(/^\/api\/v[\d.]+/, ''),
})

/** Has the form for an answer without a code begin anew, for calls like this one. */
export const answerCallsLike = (call: Pick<Call, 'method' | 'path'>) =>
  answerDrafts.keep(newAnswer, { before: nextAnswer, form: { ...nextAnswer, ...callsLike(call) } })

/** JSON is sent as what it says; anything else as the text it is. */
function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function answerOf(armed: Armed): ArmOrder {
  switch (armed.kind) {
    case 'code':
      return { code: armed.code }
    case 'status':
      return {
        status: Number(armed.status),
        ...filled({ body: textIn(armed.body) && bodyOf(armed.body) }),
      }
    case 'reset':
    case 'hang':
      return { outcome: armed.kind }
  }
}

/** The request that the form stands for, without what is as it would be anyway. */
export const orderOf = (armed: Armed, form: ArmForm): ArmOrder => ({
  ...answerOf(armed),
  ...filled({
    method: textIn(form.method),
    path: textIn(form.path),
    identity: textIn(form.identity),
    times: numberIn(form.times),
    after: numberIn(form.after) || undefined,
    probability: Number(form.probability) === 1 ? undefined : numberIn(form.probability),
    delay_ms: numberIn(form.delay) || undefined,
  }),
})

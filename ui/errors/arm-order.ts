/** Turns the arm form into a request. */
import type { Call } from '../../server/wire.ts'
import { createDrafts } from '../form/drafts.ts'
import { filled, numberIn, textIn } from '../form/typed.ts'
import type { ArmOrder } from '../live/routes.ts'

/** The response that a matching call gets. */
export type Armed =
  | { kind: 'code'; code: string }
  | { kind: 'status'; status: string; body: string }
  | { kind: 'reset' | 'hang' }

/** The form as typed; empty fields restrict nothing. */
export interface ArmForm {
  method: string
  path: string
  identity: string
  times: string
  after: string
  probability: string
  delay: string
}
/** The next call of any kind. */
export const nextCall: ArmForm = {
  method: '',
  path: '',
  identity: '',
  times: '1',
  after: '',
  probability: '',
  delay: '',
}

/** Unsent forms, by error code. */
export const armDrafts = createDrafts<ArmForm>()

/** The responses without an error code: a gateway page, another status, a reset connection, no response. */
export const answersWithoutCode = [
  ['503', '503 from a gateway'],
  ['504', '504 from a gateway'],
  ['other', 'another status'],
  ['reset', 'connection reset'],
  ['hang', 'no response'],
] as const

/** The form for a response without an error code, as typed. */
export interface AnswerForm extends ArmForm {
  answer: (typeof answersWithoutCode)[number][0]
  /** The status of the option "another status". */
  status: string
  body: string
}
/** A gateway error for the next call. */
export const nextAnswer: AnswerForm = { ...nextCall, answer: '503', status: '502', body: '' }

/** The unsent form for a response without an error code. */
export const answerDrafts = createDrafts<AnswerForm>()
/** The key of that form, and its place. */
export const newAnswer = 'new'

/** Matches similar calls: the same method and path, without API prefix and query. */
export const callsLike = ({ method, path }: Pick<Call, 'method' | 'path'>) => ({
  method,
  path: path.replace(/\?.*$/, '').replace(/^\/api\/v[\d.]+/, ''),
})

/** Fills the form for a response without an error code, for calls like this one. */
export const answerCallsLike = (call: Pick<Call, 'method' | 'path'>) =>
  answerDrafts.keep(newAnswer, { before: nextAnswer, form: { ...nextAnswer, ...callsLike(call) } })

/** Sends valid JSON as JSON, and other text as text. */
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

/** The request of the form, without default values. */
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

/** A response of an endpoint as a form. */

import type { FixedReply, HeaderPair } from '../../server/wire.ts'
import { duration } from '../../server/words/duration.ts'
import { headerNameForm } from '../../server/words/header-names.ts'
import { readTemplate } from '../../server/words/reply-template.ts'
import { delay, hasAnswer, outcome, status } from '../form/common-fields.ts'
import { flawsOf, orderOf, type Rows, type Typed, typedOf } from '../form/form.tsx'
import { headerLines, pairsIn, withoutColon } from '../kit/header-lines.ts'

/** A response as typed. Headers are lines of `name: value`; `template` says whether the body is one. */
export type AnswerDraft = Typed<FixedReply>

const pairsOf = (headers: FixedReply['headers'] = []): readonly HeaderPair[] =>
  Array.isArray(headers) ? headers : Object.entries(headers)

function headersOf(text: string): FixedReply['headers'] {
  const pairs = pairsIn(text)
  const isRepeated = new Set(pairs.map(([name]) => name.toLowerCase())).size < pairs.length
  if (isRepeated) return pairs
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs)
}

const framing = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'trailer']

function headersFlaw(text: string): string | undefined {
  const without = withoutColon(text)
  if (without !== undefined) return without
  const [wrong] = pairsIn(text).find(([name]) => !headerNameForm.test(name)) ?? []
  if (wrong !== undefined) return `“${wrong}” is not a valid header name.`
  const [framed] = pairsIn(text).find(([name]) => framing.includes(name.toLowerCase())) ?? []
  return framed && `The server sets ${framed} itself. Remove the header.`
}

function templateFlaw(text: string): string | undefined {
  const read = readTemplate(text)
  return 'flaw' in read ? `The body ${read.flaw}.` : undefined
}

export const answerFields: Rows<FixedReply> = [
  [outcome, { ...status, placeholder: '200' }],
  [
    delay,
    { ...delay, name: 'body_ms', label: 'Body duration (ms)', placeholder: 'all at once', when: hasAnswer },
  ],
  {
    name: 'headers',
    label: 'Headers',
    kind: 'lines',
    placeholder: 'Retry-After: 30',
    flaw: headersFlaw,
    send: headersOf,
    when: hasAnswer,
  },
  {
    name: 'body',
    label: 'Body',
    kind: 'body',
    rows: 3,
    // A template is valid JSON only after its placeholders are filled.
    isText: ({ template }) => template === 'on',
    flaw: (typed, { template }) => (template === 'on' ? templateFlaw(typed) : undefined),
    send: (typed, { template }) => (template === 'on' ? undefined : typed || undefined),
    when: hasAnswer,
  },
  {
    name: 'template',
    label: 'Template',
    kind: 'check',
    hint: '{{…}} inserts a part of the request.',
    send: (typed, { body }) => (typed === 'on' ? body || undefined : undefined),
    when: hasAnswer,
  },
]

/** The form values of a response. */
export const answerDraft = (reply: Partial<FixedReply> = {}): AnswerDraft =>
  typedOf(
    answerFields,
    { status: 200, ...reply },
    {
      headers: headerLines(pairsOf(reply.headers)),
      body: reply.template ?? reply.body ?? '',
      template: reply.template === undefined ? '' : 'on',
    },
  )

/** The response that a draft describes, without default values. */
export const answerOf = (draft: AnswerDraft): FixedReply => ({ status: 200, ...orderOf(answerFields, draft) })

/** Summary of a folded response, such as `503 after 2 s`. */
export function answerWords(draft: AnswerDraft): string {
  const { status, delay_ms, outcome } = draft
  const what = { '': status, reset: 'connection reset', hang: 'no response' }[outcome]
  if (Number(delay_ms) === 0) return `${what}`
  const isFlawed = 'delay_ms' in flawsOf(answerFields, draft)
  return `${what} after ${isFlawed ? `${delay_ms} ms` : duration(Number(delay_ms))}`
}

/** One response, or steps whose last one repeats. */
export function answersOf(drafts: readonly AnswerDraft[]): FixedReply | FixedReply[] {
  const [first = answerDraft(), ...rest] = drafts
  return rest.length === 0 ? answerOf(first) : drafts.map(answerOf)
}

export const answerDrafts = (reply: FixedReply | readonly FixedReply[] | undefined): AnswerDraft[] =>
  [reply ?? {}].flat().map((one) => answerDraft(one))

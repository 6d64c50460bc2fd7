/** Converts a response of an endpoint between the form and the API, and checks the form. */

import type { FixedReply, HeaderPair } from '../../server/wire.ts'
import { duration } from '../../server/words/duration.ts'
import { headerNameForm } from '../../server/words/header-names.ts'
import { readTemplate } from '../../server/words/reply-template.ts'
import { filled, numberIn } from '../form/typed.ts'
import { headerLines, pairsIn, withoutColon } from '../kit/header-lines.ts'

/** A response as typed. Headers are lines of `name: value`. */
export interface AnswerDraft {
  status: string
  /** Delay before the response, ms. */
  delay: string
  /** Time over which the body is sent, ms. */
  slow: string
  /** What happens instead of a response. Empty for a response. */
  outcome: '' | 'reset' | 'hang'
  headers: string
  body: string
  /** Whether the body contains {{…}} placeholders. */
  isTemplate: boolean
}

/** The problem of each field, in words. */
export type AnswerProblems = Partial<Record<keyof AnswerDraft, string>>

const number = (value: number | undefined) => (value === undefined || value === 0 ? '' : `${value}`)

const pairsOf = (headers: FixedReply['headers'] = []): readonly HeaderPair[] =>
  Array.isArray(headers) ? headers : Object.entries(headers)
const isRepeated = (pairs: readonly HeaderPair[]) =>
  new Set(pairs.map(([name]) => name.toLowerCase())).size < pairs.length
const named = (pairs: readonly HeaderPair[]) => (pairs.length === 0 ? undefined : Object.fromEntries(pairs))

/** The form values of a response. */
export const answerDraft = (reply: Partial<FixedReply> = {}): AnswerDraft => ({
  status: `${reply.status ?? 200}`,
  delay: number(reply.delay_ms),
  slow: number(reply.body_ms),
  outcome: reply.outcome ?? '',
  headers: headerLines(pairsOf(reply.headers)),
  body: reply.template ?? reply.body ?? '',
  isTemplate: reply.template !== undefined,
})

/** The response that a draft describes, without default values. */
export function answerOf(draft: AnswerDraft): FixedReply {
  const delay_ms = numberIn(draft.delay)
  if (draft.outcome !== '') return { status: 200, ...filled({ delay_ms }), outcome: draft.outcome }
  const headers = pairsIn(draft.headers)
  const body = draft.body || undefined
  return {
    status: Number(draft.status),
    ...filled({
      headers: isRepeated(headers) ? headers : named(headers),
      [draft.isTemplate ? 'template' : 'body']: body,
      delay_ms,
      body_ms: numberIn(draft.slow),
    }),
  }
}

const isWhole = (text: string, from: number, to: number) =>
  /^\d{1,7}$/.test(text.trim()) && Number(text) >= from && Number(text) <= to
const longestMs = 600_000
const delayProblem = (text: string) =>
  text.trim() === '' || isWhole(text, 0, longestMs)
    ? undefined
    : 'Must be a whole number of milliseconds, at most 600,000.'

const framing = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'trailer']

function headersProblem(text: string): string | undefined {
  const without = withoutColon(text)
  if (without !== undefined) return without
  const [wrong] = pairsIn(text).find(([name]) => !headerNameForm.test(name)) ?? []
  if (wrong !== undefined) return `“${wrong}” is not a valid header name.`
  const [framed] = pairsIn(text).find(([name]) => framing.includes(name.toLowerCase())) ?? []
  return framed && `The server sets ${framed} itself. Remove the header.`
}

function templateProblem(text: string): string | undefined {
  const read = readTemplate(text)
  return 'flaw' in read ? `The body ${read.flaw}.` : undefined
}

/** The problems of a draft. Empty if the draft is valid. */
export function answerProblems(draft: AnswerDraft): AnswerProblems {
  return filled({
    status: isWhole(draft.status, 200, 599) ? undefined : 'Must be a status from 200 to 599.',
    delay: delayProblem(draft.delay),
    slow: draft.outcome === '' ? delayProblem(draft.slow) : undefined,
    headers: draft.outcome === '' ? headersProblem(draft.headers) : undefined,
    body: draft.outcome === '' && draft.isTemplate ? templateProblem(draft.body) : undefined,
  })
}

/** Summary of a folded response, such as `503 after 2 s`. */
export function answerWords({ status, delay, outcome }: AnswerDraft): string {
  const what = outcome === 'reset' ? 'connection reset' : outcome === 'hang' ? 'no response' : status
  if (delay.trim() === '') return what
  const held = delayProblem(delay) === undefined ? duration(Number(delay)) : `${delay} ms`
  return `${what} after ${held}`
}

/** One response, or steps whose last one repeats. */
export function answersOf(drafts: readonly AnswerDraft[]): FixedReply | FixedReply[] {
  const [first = answerDraft(), ...rest] = drafts
  return rest.length === 0 ? answerOf(first) : drafts.map(answerOf)
}

export const answerDrafts = (reply: FixedReply | readonly FixedReply[] | undefined): AnswerDraft[] =>
  [reply ?? {}].flat().map((one) => answerDraft(one))

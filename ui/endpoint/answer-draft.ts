import type { FixedReply, HeaderPair } from '../../server/wire.ts'
import { duration } from '../../server/words/duration.ts'
import { headerNameForm } from '../../server/words/header-names.ts'
import { readTemplate } from '../../server/words/reply-template.ts'
import { filled, numberIn } from '../form/typed.ts'
import { headerLines, pairsIn, withoutColon } from '../kit/header-lines.ts'

/** An answer as typed; headers as lines of `name: value`. */
export interface AnswerDraft {
  status: string
  /** ms it is held back. */
  delay: string
  /** ms over which the body is spread. */
  slow: string
  /** What is done in place of an answer; empty for an answer. */
  outcome: '' | 'reset' | 'hang'
  headers: string
  body: string
  /** Whether {{…}} in the body stands for a part of the request. */
  isTemplate: boolean
}

/** What is wrong with a field of it, in words. */
export type AnswerProblems = Partial<Record<keyof AnswerDraft, string>>

const number = (value: number | undefined) => (value === undefined || value === 0 ? '' : `${value}`)

const pairsOf = (headers: FixedReply['headers'] = []): readonly HeaderPair[] =>
  Array.isArray(headers) ? headers : Object.entries(headers)
const isRepeated = (pairs: readonly HeaderPair[]) =>
  new Set(pairs.map(([name]) => name.toLowerCase())).size < pairs.length
const named = (pairs: readonly HeaderPair[]) => (pairs.length === 0 ? undefined : Object.fromEntries(pairs))

/** An answer as the form shows it. */
export const answerDraft = (reply: Partial<FixedReply> = {}): AnswerDraft => ({
  status: `${reply.status ?? 200}`,
  delay: number(reply.delay_ms),
  slow: number(reply.body_ms),
  outcome: reply.outcome ?? '',
  headers: headerLines(pairsOf(reply.headers)),
  body: reply.template ?? reply.body ?? '',
  isTemplate: reply.template !== undefined,
})

/** The answer that a draft asks for; what is at its default is left out. */
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
    : 'Must be a whole number of ms, at most 600,000.'

const framing = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'trailer']

function headersProblem(text: string): string | undefined {
  const without = withoutColon(text)
  if (without !== undefined) return without
  const [wrong] = pairsIn(text).find(([name]) => !headerNameForm.test(name)) ?? []
  if (wrong !== undefined) return `“${wrong}” is no header name.`
  const [framed] = pairsIn(text).find(([name]) => framing.includes(name.toLowerCase())) ?? []
  return framed && `${framed} is written by the server itself.`
}

function templateProblem(text: string): string | undefined {
  const read = readTemplate(text)
  return 'flaw' in read ? `The body ${read.flaw}.` : undefined
}

/** What is wrong with an answer as typed; empty where nothing is. */
export function answerProblems(draft: AnswerDraft): AnswerProblems {
  return filled({
    status: isWhole(draft.status, 200, 599) ? undefined : 'Must be a status from 200 to 599.',
    delay: delayProblem(draft.delay),
    slow: draft.outcome === '' ? delayProblem(draft.slow) : undefined,
    headers: draft.outcome === '' ? headersProblem(draft.headers) : undefined,
    body: draft.outcome === '' && draft.isTemplate ? templateProblem(draft.body) : undefined,
  })
}

/** `503 after 2 s`, for the line under which an answer is folded away. */
export function answerWords({ status, delay, outcome }: AnswerDraft): string {
  const what = outcome === 'reset' ? 'cuts the connection' : outcome === 'hang' ? 'never answers' : status
  if (delay.trim() === '') return what
  const held = delayProblem(delay) === undefined ? duration(Number(delay)) : `${delay} ms`
  return `${what} after ${held}`
}

/** One answer, or steps of which the last repeats. */
export function answersOf(drafts: readonly AnswerDraft[]): FixedReply | FixedReply[] {
  const [first = answerDraft(), ...rest] = drafts
  return rest.length === 0 ? answerOf(first) : drafts.map(answerOf)
}

export const answerDrafts = (reply: FixedReply | readonly FixedReply[] | undefined): AnswerDraft[] =>
  [reply ?? {}].flat().map((one) => answerDraft(one))

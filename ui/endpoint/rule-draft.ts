/** Converts a match rule of an endpoint between the form and the API, and checks the form. */

import type { ReplyRule, VerdictResult } from '../../server/wire.ts'
import { filled, textIn } from '../form/typed.ts'
import { headerLines, pairsIn, withoutColon } from '../kit/header-lines.ts'
import { type AnswerDraft, answerDrafts, answersOf } from './answer-draft.ts'

/** A rule as typed: conditions and a reply. */
export interface RuleDraft {
  name: string
  method: string
  /** The path after /in/{name}. */
  path: string
  event: string
  verdict: VerdictResult | ''
  /** Lines of `name: value`. */
  headers: string
  /** Lines of `path = value`. */
  json: string
  answers: AnswerDraft[]
}

const jsonLine = (path: string, value: unknown) =>
  `${path} = ${typeof value === 'string' && readValue(value) === value ? value : JSON.stringify(value)}`

/** Reads a typed value as JSON, else as text. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

function jsonIn(text: string): Record<string, unknown> {
  const pairs = linesOf(text).map((line): [string, unknown] => {
    const at = line.indexOf('=')
    return at < 0 ? [line.trim(), '*'] : [line.slice(0, at).trim(), readValue(line.slice(at + 1).trim())]
  })
  return Object.fromEntries(pairs)
}

/** The form values of a rule, or of an empty rule. */
export function ruleDraft({ name = '', when = {}, reply }: Partial<ReplyRule> = {}): RuleDraft {
  return {
    name,
    method: when.method ?? '',
    path: when.path ?? '',
    event: when.event ?? '',
    verdict: when.verdict ?? '',
    headers: headerLines(Object.entries(when.headers ?? {})),
    json: Object.entries(when.json ?? {})
      .map(([path, value]) => jsonLine(path, value))
      .join('\n'),
    answers: answerDrafts(reply),
  }
}

/** The rule that a draft describes, without empty conditions. */
export function ruleOf(draft: RuleDraft): ReplyRule {
  const { name, method, path, event, verdict, headers, json, answers } = draft
  return {
    ...filled({ name: textIn(name) }),
    when: filled({
      method: textIn(method),
      path: textIn(path),
      headers: headers.trim() === '' ? undefined : Object.fromEntries(pairsIn(headers)),
      event: textIn(event),
      json: json.trim() === '' ? undefined : jsonIn(json),
      verdict: verdict || undefined,
    }),
    reply: answersOf(answers),
  }
}

/** The problems of a rule's conditions. */
export function ruleProblems({ method, path, headers, json }: RuleDraft) {
  const value = linesOf(json).find((line) => !/^[^=]+=/.test(line))
  return filled({
    method: /^[A-Za-z-]*$/.test(method.trim()) ? undefined : 'Must be a method such as POST.',
    path: /^([/*]|$)/.test(path.trim()) ? undefined : 'Must begin with / or *, such as /orders/*.',
    headers: withoutColon(headers),
    json: value && `“${value.trim()}” must have the form path = value.`,
  })
}

/** The conditions in one line: `POST · event card.* · data.amount = 10`. */
export function ruleWords({ method, path, event, verdict, headers, json }: RuleDraft): string {
  const words = [
    method.trim(),
    path.trim(),
    event.trim() && `event ${event.trim()}`,
    verdict && `verdict ${verdict.replaceAll('_', ' ')}`,
    ...linesOf(headers).map((line) => line.trim()),
    ...linesOf(json).map((line) => line.trim()),
  ].filter((word) => word !== '')
  return words.length === 0 ? 'always' : words.join(' · ')
}

/** A match rule of an endpoint as a form. */

import type { ReplyRule } from '../../server/wire.ts'
import { orderOf, type Rows, type Typed, typedOf } from '../form/form.tsx'
import { filled } from '../form/typed.ts'
import { headerLines, pairsIn, withoutColon } from '../kit/header-lines.ts'
import { catalogue } from '../live/settings.ts'
import { verdictWords } from '../verdict/capture-sign.ts'
import { type AnswerDraft, answerDrafts, answersOf } from './answer-draft.ts'

/** What the fields of a rule set: its name and its conditions. */
type Conditions = ReplyRule['when'] & Pick<ReplyRule, 'name'>

/** A rule as typed: conditions and a reply. Headers are lines of `name: value`, JSON lines of `path = value`. */
export type RuleDraft = Typed<Conditions> & { readonly answers: readonly AnswerDraft[] }

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

function jsonFlaw(text: string): string | undefined {
  const value = linesOf(text).find((line) => !/^[^=]+=/.test(line))
  return value && `“${value.trim()}” must have the form path = value.`
}

const verdicts = () => [
  ['', 'any'] as const,
  ...Object.entries(verdictWords).map(([result, { text }]) => [result, text] as const),
]

export const ruleFields: Rows<Conditions> = [
  [
    {
      name: 'method',
      label: 'Method',
      placeholder: 'any',
      flaw: (typed) => (/^[A-Za-z-]*$/.test(typed.trim()) ? undefined : 'Must be a method such as POST.'),
    },
    {
      name: 'path',
      label: 'Path',
      hint: 'After /in/name.',
      placeholder: 'any, such as /orders/*',
      flaw: (typed) =>
        /^[/*]/.test(typed.trim()) ? undefined : 'Must begin with / or *, such as /orders/*.',
    },
  ],
  [
    {
      name: 'event',
      label: 'Event',
      placeholder: 'any, such as card.*',
      suggest: () => catalogue.value?.map(({ event }) => event),
    },
    {
      name: 'verdict',
      label: 'Verdict',
      kind: 'select',
      options: verdicts,
      send: (typed) => (typed || undefined) as Conditions['verdict'],
    },
  ],
  [
    {
      name: 'headers',
      label: 'Headers',
      hint: '* matches any text.',
      kind: 'lines',
      placeholder: 'X-Tenant: acme-*',
      flaw: withoutColon,
      send: (typed) => (typed.trim() === '' ? undefined : Object.fromEntries(pairsIn(typed))),
    },
    {
      name: 'json',
      label: 'JSON values',
      kind: 'lines',
      placeholder: 'data.amount = 10',
      flaw: jsonFlaw,
      send: (typed) => (typed.trim() === '' ? undefined : jsonIn(typed)),
    },
  ],
  { name: 'name', label: 'Rule name', placeholder: 'shown with each reply' },
]

/** The form values of a rule, or of an empty rule. */
export const ruleDraft = ({ name, when = {}, reply }: Partial<ReplyRule> = {}): RuleDraft => ({
  ...typedOf(
    ruleFields,
    { ...filled({ name }), ...when },
    {
      headers: headerLines(Object.entries(when.headers ?? {})),
      json: Object.entries(when.json ?? {})
        .map(([path, value]) => jsonLine(path, value))
        .join('\n'),
    },
  ),
  answers: answerDrafts(reply),
})

/** The rule that a draft describes, without empty conditions. */
export function ruleOf({ answers, ...conditions }: RuleDraft): ReplyRule {
  const { name, ...when } = orderOf(ruleFields, conditions)
  return { ...filled({ name }), when, reply: answersOf(answers) }
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

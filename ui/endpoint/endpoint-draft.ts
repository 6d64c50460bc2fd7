/** Converts an endpoint between the form and the API, and checks the form. */

import type { Endpoint, RateLimit, Reply } from '../../server/wire.ts'
import { createDrafts, isSame } from '../form/drafts.ts'
import { textOf } from '../form/form.tsx'
import { filled, numberIn } from '../form/typed.ts'
import type { EndpointForm } from '../live/routes.ts'
import { optionsFlaw, optionsIn } from '../subscription/subscription-form.tsx'
import { type AnswerDraft, answerDrafts, answerProblems, answersOf } from './answer-draft.ts'
import { type RuleDraft, ruleDraft, ruleOf, ruleProblems } from './rule-draft.ts'

export interface EndpointDraft {
  name: string
  scheme: string
  /** JSON. */
  options: string
  /** Empty keeps the current secret. */
  secret: string
  /** Whether rules choose the response. */
  hasRules: boolean
  answers: AnswerDraft[]
  rules: RuleDraft[]
  /** One URL per line. */
  forward: string
  limit: string
  per: string
  burst: string
}

/** Unsaved forms by endpoint name. `new` holds the form of a new endpoint. */
export const endpointDrafts = createDrafts<EndpointDraft>()

type Known = Pick<Endpoint, 'name' | 'scheme' | 'scheme_options' | 'reply' | 'forward_to' | 'rate_limit'>

/** The form values of an endpoint, or of a new endpoint. */
export function endpointDraft(endpoint: Known | null): EndpointDraft {
  const reply = endpoint?.reply ?? undefined
  const rules = reply !== undefined && 'rules' in reply ? reply : null
  return {
    name: endpoint?.name ?? '',
    scheme: endpoint?.scheme ?? '',
    options: textOf(endpoint?.scheme_options),
    secret: '',
    hasRules: rules !== null,
    answers: answerDrafts(rules === null ? (reply as Exclude<Reply, { rules: unknown }>) : rules.otherwise),
    rules: (rules?.rules ?? []).map((rule) => ruleDraft(rule)),
    forward: (endpoint?.forward_to ?? []).join('\n'),
    limit: `${endpoint?.rate_limit?.limit ?? ''}`,
    per: endpoint?.rate_limit?.per ?? '1s',
    burst: `${endpoint?.rate_limit?.burst ?? ''}`,
  }
}

/** The reply that a draft describes. */
export const replyOf = ({ hasRules, rules, answers }: EndpointDraft): Reply =>
  hasRules ? { rules: rules.map(ruleOf), otherwise: answersOf(answers) } : answersOf(answers)

const addressesIn = (text: string) => text.split(/\s+/).filter((line) => line !== '')

function limitOf({ limit, per, burst }: EndpointDraft): RateLimit | null {
  if (limit.trim() === '') return null
  return { limit: Number(limit), per: per.trim(), ...filled({ burst: numberIn(burst) }) }
}

/** The changed fields of a draft. An unchanged reply is left out, because setting a reply restarts its steps. */
export function changesOf(draft: EndpointDraft, before: EndpointDraft): EndpointForm {
  const [reply, forward, limit] = [replyOf(draft), addressesIn(draft.forward), limitOf(draft)]
  return {
    name: draft.name.trim(),
    ...filled({
      scheme: draft.scheme === before.scheme ? undefined : draft.scheme || null,
      scheme_options: draft.options === before.options ? undefined : (optionsIn(draft.options) ?? {}),
      secret: draft.secret || undefined,
      reply: isSame(reply, replyOf(before)) ? undefined : reply,
      forward_to: isSame(forward, addressesIn(before.forward)) ? undefined : forward,
      rate_limit: isSame(limit, limitOf(before)) ? undefined : limit,
    }),
  }
}

const isAmount = (text: string) =>
  /^\d{1,7}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 1_000_000
const amountForm = 'Must be a whole number from 1 to 1,000,000.'

function forwardProblem(text: string): string | undefined {
  const wrong = addressesIn(text).find((one) => !/^https?:\/\/[^/]/.test(one) || !URL.canParse(one))
  return wrong && `${wrong} is not a URL. Write one such as http://localhost:3000/webhooks.`
}

/** The problems of the endpoint's own fields. Each response checks its own. */
export function endpointProblems({ name, options, forward, limit, per, burst }: EndpointDraft) {
  return filled({
    name:
      name.trim() === '' || /^[A-Za-z0-9._-]{1,64}$/.test(name.trim())
        ? undefined
        : 'Must be 1 to 64 letters, digits, dots, dashes or underscores.',
    options: optionsFlaw(options),
    forward: forwardProblem(forward),
    limit: limit.trim() === '' || isAmount(limit) ? undefined : amountForm,
    per: /^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(per.trim()) ? undefined : 'Must be a duration such as 1s or 1m.',
    burst: burst.trim() === '' || isAmount(burst) ? undefined : amountForm,
  })
}

/** Whether any field of the form is invalid. */
export function isFlawed(draft: EndpointDraft): boolean {
  const rules = draft.hasRules ? draft.rules : []
  const answers = [...draft.answers, ...rules.flatMap((rule) => rule.answers)]
  const found = [endpointProblems(draft), ...rules.map(ruleProblems), ...answers.map(answerProblems)]
  return (draft.hasRules && rules.length === 0) || found.some((one) => Object.keys(one).length > 0)
}

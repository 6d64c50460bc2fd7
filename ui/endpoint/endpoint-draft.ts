/** An endpoint as a form. */

import type { Endpoint, RateLimit, Reply } from '../../server/wire.ts'
import { createDrafts } from '../form/drafts.ts'
import { type FieldOf, isFlawed, orderOf, type Rows, type Typed, typedOf } from '../form/form.tsx'
import { filled } from '../form/typed.ts'
import type { EndpointForm } from '../live/routes/endpoint.ts'
import { schemeOptions } from '../live/settings.ts'
import { optionsField } from '../subscription/subscription-form.tsx'
import { type AnswerDraft, answerDrafts, answerFields, answersOf } from './answer-draft.ts'
import { type RuleDraft, ruleDraft, ruleFields, ruleOf } from './rule-draft.ts'

/** A reply as typed: rules, if they choose the response, and the response if no rule matches. */
export interface ReplyDraft {
  hasRules: boolean
  rules: readonly RuleDraft[]
  answers: readonly AnswerDraft[]
}

interface Own {
  reply: ReplyDraft
  rate_limit: Typed<RateLimit>
}
type EndpointDraft = Typed<EndpointForm, Own>

/** Unsaved forms by endpoint name. `new` holds the form of a new endpoint. */
export const endpointDrafts = createDrafts<EndpointDraft>()

type Known = Pick<Endpoint, 'name' | 'scheme' | 'scheme_options' | 'reply' | 'forward_to' | 'rate_limit'>

/** The reply that a draft describes. */
export const replyOf = ({ hasRules, rules, answers }: ReplyDraft): Reply =>
  hasRules ? { rules: rules.map(ruleOf), otherwise: answersOf(answers) } : answersOf(answers)

const isReplyFlawed = ({ hasRules, rules, answers }: ReplyDraft): boolean => {
  const used = hasRules ? rules : []
  const isWrong = (answer: AnswerDraft) => isFlawed(answerFields, answer)
  return (
    answers.some(isWrong) || used.some((rule) => isFlawed(ruleFields, rule) || rule.answers.some(isWrong))
  )
}

const limit = { kind: 'number', min: 1, max: 1_000_000 } as const
export const limitFields: Rows<RateLimit> = [
  [
    { ...limit, name: 'limit', label: 'Rate limit', placeholder: 'no limit' },
    {
      name: 'per',
      label: 'Period',
      placeholder: '1s',
      flaw: (typed) =>
        /^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(typed.trim())
          ? undefined
          : 'Must be a duration such as 1s or 1m.',
    },
    { ...limit, name: 'burst', label: 'Burst', placeholder: 'same as limit' },
  ],
]

const addressesIn = (text: string) => text.split(/\s+/).filter((line) => line !== '')

function forwardFlaw(text: string): string | undefined {
  const wrong = addressesIn(text).find((one) => !/^https?:\/\/[^/]/.test(one) || !URL.canParse(one))
  return wrong && `${wrong} is not a URL. Write one such as http://localhost:3000/webhooks.`
}

type Field<Name extends keyof EndpointForm> = Extract<FieldOf<EndpointForm, Own>, { name: Name }>

/** The fields of an endpoint. The page draws the reply and the rate limit, which have fields of their own. */
export const endpointFields = (
  endpoint: Pick<Endpoint, 'secret'> | null,
  draw: { reply?: Field<'reply'>['draw']; rate_limit?: Field<'rate_limit'>['draw'] } = {},
): Rows<EndpointForm, Own> => [
  {
    name: 'name',
    label: 'Name',
    hint: 'Receives requests to /in/name and all paths below.',
    required: true,
    flaw: (typed) =>
      /^[A-Za-z0-9._-]{1,64}$/.test(typed.trim())
        ? undefined
        : 'Must be 1 to 64 letters, digits, dots, dashes or underscores.',
    when: () => endpoint === null,
  },
  [
    {
      name: 'scheme',
      label: 'Scheme',
      kind: 'select',
      options: () => [['', 'detect from the headers'], ...schemeOptions.value],
    },
    { ...optionsField, when: ({ scheme }) => scheme !== '' },
    {
      name: 'secret',
      label: endpoint?.secret ? 'New secret' : 'Secret',
      kind: 'secret',
      hint: endpoint?.secret
        ? 'Leave empty to keep the current secret.'
        : 'Verifies signatures, such as whsec_…',
    },
  ],
  {
    name: 'reply',
    label: 'Responses',
    flaw: (typed) => {
      if (typed.hasRules && typed.rules.length === 0) return 'Add a rule, or reply to all requests alike.'
      return isReplyFlawed(typed) ? '' : undefined
    },
    send: replyOf,
    draw: draw.reply,
  },
  {
    name: 'forward_to',
    label: 'Forward to',
    kind: 'lines',
    hint: 'One URL per line. Each gets the exact bytes. The sender gets the response of the first.',
    placeholder: 'http://localhost:3000/webhooks',
    flaw: forwardFlaw,
    send: addressesIn,
  },
  {
    name: 'rate_limit',
    label: 'Rate limit',
    flaw: (typed) => (isFlawed(limitFields, typed) ? '' : undefined),
    send: (typed) => (typed.limit.trim() === '' ? null : limitOf(typed)),
    draw: draw.rate_limit,
  },
]

const limitOf = (typed: Typed<RateLimit>): RateLimit => ({
  limit: Number(typed.limit),
  per: '1s',
  ...orderOf(limitFields, typed),
})

/** The form values of an endpoint, or of a new endpoint. */
export function endpointDraft(endpoint: Known | null): EndpointDraft {
  const reply = endpoint?.reply ?? undefined
  const rules = reply !== undefined && 'rules' in reply ? reply : null
  const { name, scheme, scheme_options } = endpoint ?? {}
  return typedOf(endpointFields(null), filled({ name, scheme, scheme_options }), {
    reply: {
      hasRules: rules !== null,
      answers: answerDrafts(rules === null ? (reply as Exclude<Reply, { rules: unknown }>) : rules.otherwise),
      rules: (rules?.rules ?? []).map((rule) => ruleDraft(rule)),
    },
    forward_to: (endpoint?.forward_to ?? []).join('\n'),
    rate_limit: typedOf(limitFields, endpoint?.rate_limit ?? { per: '1s' }),
  })
}

/** The list of fault rules, and the form that adds a rule. */

import type { FaultRule } from '../../server/wire.ts'
import { Terminal } from '../commands/commands.tsx'
import { sandboxCurl } from '../commands/curl.ts'
import { useDraft } from '../form/drafts.ts'
import { FormActs, fieldsOf, ProbabilityField, SelectField, submits, TextField } from '../form/field.tsx'
import { ProblemBox } from '../kit/problem.tsx'
import { subscriptionName, subscriptions } from '../live/settings.ts'
import { isRuleSpent } from '../live/spent.ts'
import { useSending } from '../live/use-loaded.ts'
import { Back } from '../place/back.tsx'
import { FaultField, isOfFault } from './fault-field.tsx'
import { faultRules } from './faults.ts'
import { addRule, emptyRule, removeRule, ruleDrafts, ruleOf } from './rule-order.ts'
import { inTheirOrder, ruleTally, ruleWhen } from './rule-words.ts'

export function StandingFaults() {
  const rules = faultRules.value
  return (
    <div class="form-pane">
      <Back />
      <h2>Fault rules</h2>
      <p class="quiet">
        The first matching rule adds its fault to a new delivery: rules of the config first, then the oldest.
        A fault named in the trigger, the resend or the subscription overrides the rules.
      </p>
      {rules?.length === 0 && <p>No rules yet.</p>}
      {rules !== null && rules.length > 0 && (
        <ul class="standing" aria-label="Fault rules">
          {inTheirOrder(rules).map((rule) => (
            <Rule key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
      <h3 class="label">Add rule</h3>
      <AddRule />
    </div>
  )
}

const receiverOf = (id: string): string => {
  const known = subscriptions.value?.find((one) => one.id === id)
  return known === undefined ? id : subscriptionName(known)
}

function Rule({ rule }: { rule: FaultRule }) {
  const { fault, event, subscription_id } = rule
  const when = ruleWhen(rule)
  return (
    <li class={isRuleSpent(rule) ? 'spent' : ''}>
      <span class="standing-text">
        <span class="wrapping">
          <span class="fault">{fault}</span>
          <span class="standing-tally number">
            {isRuleSpent(rule) && 'spent · '}
            {ruleTally(rule)}
          </span>
        </span>
        <span class="quiet">
          <code>{event}</code>
          {subscription_id !== null && ` → ${receiverOf(subscription_id)}`}
          {when !== '' && ` · ${when}`}
        </span>
      </span>
      <button
        type="button"
        class="small"
        aria-label={`Remove ${fault} for ${event}`}
        onClick={() => void removeRule(rule)}
      >
        Remove
      </button>
    </li>
  )
}

function AddRule() {
  const { form, change, sent } = useDraft(ruleDrafts, 'new', () => emptyRule)
  const { problem, busy, send } = useSending()
  const field = fieldsOf(form, change)
  const order = ruleOf(form)
  const submit = async () => {
    const done = await send(() => addRule(order))
    if (done?.ok) sent(form)
  }
  return (
    <>
      <form onSubmit={submits(submit)}>
        <FaultField required {...field('fault')} problem={problem} />
        <div class="columns">
          <TextField label="Event" placeholder="*" {...field('event')} />
          <SelectField
            label="Subscription"
            {...field('subscription')}
            options={[
              ['', 'any'],
              ...(subscriptions.value ?? []).map(
                (one) => [one.id, `${subscriptionName(one)} (${one.identity})`] as const,
              ),
            ]}
          />
        </div>
        <div class="columns narrow">
          <TextField label="Every Nth match" type="number" min={1} placeholder="1" {...field('every')} />
          <ProbabilityField {...field('probability')} />
          <TextField label="First matches only" type="number" min={1} placeholder="all" {...field('first')} />
        </div>
        {problem && !isOfFault(problem) && <ProblemBox problem={problem} />}
        <FormActs title="Add rule" busy={busy} />
      </form>
      {order.fault !== '' && (
        <Terminal
          commands={[{ what: 'the curl command', text: sandboxCurl('POST', '/sandbox/fault-rules', order) }]}
        />
      )}
    </>
  )
}

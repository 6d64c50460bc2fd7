/** The list of fault rules, and the form that adds a rule. */

import type { FaultRule } from '../../server/wire.ts'
import { Terminal } from '../commands/commands.tsx'
import { sandboxCurl } from '../commands/curl.ts'
import { probability } from '../form/common-fields.ts'
import { createDrafts, useDraft } from '../form/drafts.ts'
import { Form, orderOf, type Rows, type Typed, typedOf } from '../form/form.tsx'
import type { RuleOrder } from '../live/routes/faults.ts'
import { subscriptionName, subscriptions } from '../live/settings.ts'
import { isRuleSpent } from '../live/spent.ts'
import { Back } from '../place/back.tsx'
import { FaultField } from './fault-field.tsx'
import { faultRules } from './faults.ts'
import { addRule, removeRule } from './rule-order.ts'
import { inTheirOrder, ruleTally, ruleWhen } from './rule-words.ts'

export function StandingFaults() {
  const rules = faultRules.value
  return (
    <div class="form-pane">
      <Back />
      <h2>Fault rules</h2>
      <p class="quiet">
        The first matching rule adds its fault to a new delivery: rules of the configuration first, then the
        oldest. A fault named in the trigger, the resend or the subscription overrides the rules.
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

/** The unsaved form of a new rule. */
const ruleDrafts = createDrafts<Typed<RuleOrder>>()

/** An empty field does not narrow the rule. */
export const ruleFields: Rows<RuleOrder> = [
  { name: 'fault', label: 'Fault', required: true, draw: (control) => <FaultField {...control} /> },
  [
    { name: 'event', label: 'Event', placeholder: '*' },
    {
      name: 'subscription_id',
      label: 'Subscription',
      kind: 'select',
      options: () => [
        ['', 'All subscriptions'],
        ...(subscriptions.value ?? []).map(
          (one) => [one.id, `${subscriptionName(one)} (${one.identity})`] as const,
        ),
      ],
    },
  ],
  [
    { name: 'every', label: 'Every Nth match', kind: 'number', min: 1, placeholder: '1' },
    probability,
    { name: 'first', label: 'First matches only', kind: 'number', min: 1, placeholder: 'all' },
  ],
]

function AddRule() {
  const draft = useDraft(ruleDrafts, 'new', () => typedOf(ruleFields, {}))
  const { form } = draft
  const order = { fault: '', ...orderOf(ruleFields, form) }
  const send = async () => {
    const done = await addRule(order)
    if (done.ok) draft.sent(form)
    return done
  }
  return (
    <>
      <Form rows={ruleFields} draft={draft} title="Add rule" send={send} />
      {order.fault !== '' && (
        <Terminal
          commands={[{ what: 'the curl command', text: sandboxCurl('POST', '/sandbox/fault-rules', order) }]}
        />
      )}
    </>
  )
}

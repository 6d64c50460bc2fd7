import { useState } from 'preact/hooks'
import type { FaultRule } from '../../server/wire.ts'
import { sandboxCurl } from '../commands/curl.ts'
import { SelectField, TextField } from '../form/field.tsx'
import { ProbabilityField } from '../form/probability-field.tsx'
import { useDraft } from '../form/use-draft.ts'
import { target } from '../kit/format.ts'
import { ProblemBox } from '../kit/problem.tsx'
import { subscriptions } from '../live/settings.ts'
import { useProblem } from '../live/use-problem.ts'
import { Back } from '../place/back.tsx'
import { CopyBox } from '../secrets/copy-box.tsx'
import { FaultField, isOfFault } from './fault-field.tsx'
import { addRule, faultRules, removeRule } from './faults.ts'
import { emptyRule, type RuleForm, ruleDrafts, ruleOf } from './rule-order.ts'
import { inTheirOrder, isSpent, ruleTally, ruleWhen } from './rule-words.ts'

/** The rules that put faults on deliveries by themselves, and the form that adds one. */
export function StandingFaults() {
  const rules = faultRules.value
  return (
    <div class="form-pane">
      <Back />
      <h2>Standing faults</h2>
      <p class="quiet">
        Each new delivery is held against these rules, those of the config first, then the oldest; the first
        that fires gives it its fault. A fault named at the event, the resend or the subscription goes before.
      </p>
      {rules?.length === 0 && <p>None stands.</p>}
      {rules !== null && rules.length > 0 && (
        <ul class="rules" aria-label="Standing faults">
          {inTheirOrder(rules).map((rule) => (
            <Rule key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
      <h3 class="label">Add one</h3>
      <AddRule />
    </div>
  )
}

const receiverOf = (id: string): string => {
  const known = subscriptions.value?.find((one) => one.id === id)
  return known === undefined ? id : target(known.url, location.origin)
}

function Rule({ rule }: { rule: FaultRule }) {
  const { fault, event, subscription_id } = rule
  const when = ruleWhen(rule)
  return (
    <li class={isSpent(rule) ? 'spent' : ''}>
      <span class="rule-text">
        <span class="rule-what">
          <span class="fault">{fault}</span>
          <span class="number">
            {isSpent(rule) && 'spent · '}
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
  const [problem, setProblem] = useProblem()
  const [busy, setBusy] = useState(false)
  const set = (name: keyof RuleForm) => (value: string) => change({ ...form, [name]: value })
  const order = ruleOf(form)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const done = await addRule(order)
    setBusy(false)
    setProblem(done.ok ? null : done.problem)
    if (done.ok) sent(form)
  }
  return (
    <>
      <form onSubmit={(event) => void submit(event)}>
        <FaultField required value={form.fault} onInput={set('fault')} problem={problem} />
        <div class="columns">
          <TextField label="Event" placeholder="*" value={form.event} onInput={set('event')} />
          <SelectField
            label="Subscription"
            value={form.subscription}
            onPick={set('subscription')}
            options={[
              ['', 'any'],
              ...(subscriptions.value ?? []).map(
                (one) => [one.id, `${target(one.url, location.origin)} (${one.identity})`] as const,
              ),
            ]}
          />
        </div>
        <div class="columns narrow">
          <TextField
            label="Every nth match"
            type="number"
            min={1}
            placeholder="every"
            value={form.every}
            onInput={set('every')}
          />
          <ProbabilityField value={form.probability} onInput={set('probability')} />
          <TextField
            label="Only the first"
            type="number"
            min={1}
            placeholder="no end"
            value={form.first}
            onInput={set('first')}
          />
        </div>
        {problem && !isOfFault(problem) && <ProblemBox problem={problem} />}
        <div class="form-acts">
          <button type="submit" class="primary" aria-busy={busy}>
            Add the rule
          </button>
        </div>
      </form>
      {order.fault !== '' && (
        <>
          <h3 class="label">The same from a terminal</h3>
          <CopyBox
            text={sandboxCurl('POST', `${location.origin}/sandbox/fault-rules`, order)}
            what="the curl command"
          />
        </>
      )}
    </>
  )
}

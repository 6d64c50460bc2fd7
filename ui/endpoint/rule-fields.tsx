/** The form fields of an endpoint's match rules. */

import type { VerdictResult } from '../../server/wire.ts'
import { fieldsOf, SelectField, TextArea, TextField } from '../form/field.tsx'
import { Fold } from '../kit/fold.tsx'
import { verdictWords } from '../verdict/capture-sign.ts'
import { AnswersFields } from './answers-fields.tsx'
import { type RuleDraft, ruleDraft, ruleProblems, ruleWords } from './rule-draft.ts'

interface Props {
  rules: readonly RuleDraft[]
  onChange: (rules: RuleDraft[]) => void
}

/** The rules in order. The first matching rule sends the response. */
export function RuleFields({ rules, onChange }: Props) {
  const put = (index: number, rule: RuleDraft) =>
    onChange(rules.map((one, at) => (at === index ? rule : one)))
  const up = (index: number) => {
    const next = [...rules]
    next.splice(index - 1, 0, ...next.splice(index, 1))
    onChange(next)
  }
  return (
    <>
      <ol class="rule-steps">
        {rules.map((rule, index) => (
          <li key={`rule ${index + 1}`}>
            <Fold isNow={index === rules.length - 1} isFlawed={Object.keys(ruleProblems(rule)).length > 0}>
              <summary>
                {rule.name.trim() || `Rule ${index + 1}`}: <b>{ruleWords(rule)}</b>
              </summary>
              <OneRule rule={rule} onChange={(changed) => put(index, changed)} />
              <div class="form-acts">
                {index > 0 && (
                  <button type="button" class="small" onClick={() => up(index)}>
                    Move up
                  </button>
                )}
                <button
                  type="button"
                  class="small"
                  onClick={() => onChange(rules.filter((_, at) => at !== index))}
                >
                  Remove rule
                </button>
              </div>
            </Fold>
          </li>
        ))}
      </ol>
      {rules.length === 0 && <p class="quiet">There is no rule yet.</p>}
      <div class="form-acts">
        <button type="button" class="small" onClick={() => onChange([...rules, ruleDraft()])}>
          Add rule
        </button>
      </div>
    </>
  )
}

const verdicts = [
  ['', 'any'],
  ...Object.entries(verdictWords).map(([result, { text }]) => [result, text] as const),
] as const

function OneRule({ rule, onChange }: { rule: RuleDraft; onChange: (rule: RuleDraft) => void }) {
  const problems = ruleProblems(rule)
  const field = fieldsOf(rule, onChange, problems)
  return (
    <>
      <div class="columns">
        <TextField label="Method" placeholder="any" {...field('method')} />
        <TextField label="Path after the name" placeholder="any, such as /orders/*" {...field('path')} />
        <TextField label="Event" placeholder="any, such as card.*" list="event-names" {...field('event')} />
        <SelectField
          label="Verdict"
          value={rule.verdict}
          options={verdicts}
          onInput={(verdict) => onChange({ ...rule, verdict: verdict as VerdictResult | '' })}
        />
      </div>
      <div class="columns">
        <TextArea
          label="Headers (* matches any text)"
          rows={2}
          placeholder="X-Tenant: acme-*"
          {...field('headers')}
        />
        <TextArea label="JSON values" rows={2} placeholder="data.amount = 10" {...field('json')} />
      </div>
      <TextField label="Rule name" placeholder="shown with each reply" {...field('name')} />
      <h4>Reply</h4>
      <AnswersFields answers={rule.answers} onChange={(answers) => onChange({ ...rule, answers })} />
    </>
  )
}

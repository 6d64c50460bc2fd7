import type { Subscription } from '../../server/wire.ts'
import { sandboxCurl } from '../commands/curl.ts'
import { FaultField, isOfFault } from '../faults/fault-field.tsx'
import { SelectField, TextField } from '../form/field.tsx'
import { useFollowingDraft } from '../form/use-draft.ts'
import { Overtaken } from '../kit/overtaken.tsx'
import { ProblemBox } from '../kit/problem.tsx'
import type { Problem } from '../live/api.ts'
import { patchSubscription } from '../live/routes/subscription.ts'
import { readSettings, schemeOptions } from '../live/settings.ts'
import { useProblem } from '../live/use-problem.ts'
import { CopyBox } from '../secrets/copy-box.tsx'
import { type SettingsForm as Form, formOf, settingsDrafts, settingsIn } from './subscription-form.ts'

const noOptions: Problem = {
  code: 'options_malformed',
  message: 'The options are no JSON object.',
  fix: 'Write {"name": "value"}, or leave the field empty.',
}

/** How a subscription is delivered to: what the sandbox has beyond the platform. */
export function SubscriptionSettings({ subscription }: { subscription: Subscription }) {
  const {
    before,
    form,
    isChanged,
    isOvertaken,
    change: setForm,
    startOver,
    saved,
  } = useFollowingDraft(settingsDrafts, subscription.id, formOf(subscription))
  const [problem, setProblem] = useProblem()
  const set = (name: keyof Form) => (value: string) => setForm({ ...form, [name]: value })
  const change = settingsIn(form, before)
  const isSame = change !== null && Object.keys(change).length === 0
  const submit = async (event: Event) => {
    event.preventDefault()
    if (change === null) return setProblem(noOptions)
    const done = await patchSubscription(subscription.id, change)
    setProblem(done.ok ? null : done.problem)
    if (!done.ok) return
    await readSettings()
    saved(form)
  }
  return (
    <>
      <form onSubmit={(event) => void submit(event)}>
        <div class="columns">
          <SelectField
            label="Signed by"
            hint="Holds for new deliveries."
            value={form.scheme}
            options={schemeOptions.value}
            // What one scheme takes, another refuses.
            onPick={(scheme) =>
              setForm({ ...form, scheme, options: scheme === before.scheme ? before.options : '' })
            }
          />
          <TextField
            label="Options of the scheme"
            hint="JSON, where the scheme takes any."
            placeholder="{}"
            value={form.options}
            onInput={set('options')}
          />
        </div>
        <div class="columns narrow">
          <TextField
            label="At a time"
            type="number"
            min={1}
            max={1000}
            placeholder="default"
            disabled={form.ordered}
            value={form.concurrency}
            onInput={set('concurrency')}
          />
          <TextField
            label="Timeout, ms"
            hint="0 waits for ever."
            type="number"
            min={0}
            max={2 ** 31 - 1}
            placeholder="default"
            value={form.timeout}
            onInput={set('timeout')}
          />
          <TextField
            label="Retry delays"
            hint="Such as 1m, 5m, 2h."
            placeholder="default"
            value={form.delays}
            onInput={set('delays')}
          />
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={form.ordered}
            onChange={(event) => setForm({ ...form, ordered: event.currentTarget.checked })}
          />
          Strictly one delivery at a time, in event order, retries included
        </label>
        <FaultField value={form.fault} onInput={set('fault')} problem={problem} />
        {problem && !isOfFault(problem) && <ProblemBox problem={problem} />}
        <div class="form-acts">
          <button type="submit" class="primary" disabled={isSame}>
            Save the settings
          </button>
          {isChanged && (
            <button type="button" onClick={startOver}>
              Start over
            </button>
          )}
          <Overtaken isOvertaken={isOvertaken} />
        </div>
      </form>
      {change !== null && !isSame && (
        <CopyBox
          text={sandboxCurl('PATCH', `${location.origin}/sandbox/subscriptions/${subscription.id}`, change)}
          what="the change as curl"
        />
      )}
    </>
  )
}

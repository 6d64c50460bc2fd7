import type { Subscription } from '../../server/wire.ts'
import { sandboxCurl } from '../commands/curl.ts'
import { FaultField, isOfFault } from '../faults/fault-field.tsx'
import { useFollowingDraft } from '../form/drafts.ts'
import { Check, FormActs, fieldsOf, SelectField, submits, TextField } from '../form/field.tsx'
import { ProblemBox } from '../kit/problem.tsx'
import type { Problem } from '../live/api.ts'
import { patchSubscription } from '../live/routes.ts'
import { readSettings, schemeOptions } from '../live/settings.ts'
import { useSending } from '../live/use-loaded.ts'
import { CopyBox } from '../secrets/copy-box.tsx'
import { formOf, settingsDrafts, settingsIn } from './subscription-form.ts'

const noOptions: Problem = {
  code: 'options_malformed',
  message: 'The options are no JSON object.',
  fix: 'Write {"name": "value"}, or leave the field empty.',
}

/** How a subscription is delivered to: what the sandbox has beyond the platform. */
export function SubscriptionSettings({ subscription }: { subscription: Subscription }) {
  const following = useFollowingDraft(settingsDrafts, subscription.id, formOf(subscription))
  const { before, form, change: setForm } = following
  const { problem, setProblem, busy, send } = useSending()
  const field = fieldsOf(form, setForm)
  const change = settingsIn(form, before)
  const isSame = change !== null && Object.keys(change).length === 0
  const submit = async () => {
    if (change === null) return setProblem(noOptions)
    const done = await send(() => patchSubscription(subscription.id, change))
    if (!done?.ok) return
    await readSettings()
    following.saved(form)
  }
  return (
    <>
      <form onSubmit={submits(submit)}>
        <div class="columns">
          <SelectField
            label="Signed by"
            hint="Holds for new deliveries."
            value={form.scheme}
            options={schemeOptions.value}
            // What one scheme takes, another refuses.
            onInput={(scheme) =>
              setForm({ ...form, scheme, options: scheme === before.scheme ? before.options : '' })
            }
          />
          <TextField
            label="Options of the scheme"
            hint="JSON, where the scheme takes any."
            placeholder="{}"
            {...field('options')}
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
            {...field('concurrency')}
          />
          <TextField
            label="Timeout, ms"
            hint="0 waits for ever."
            type="number"
            min={0}
            max={2 ** 31 - 1}
            placeholder="default"
            {...field('timeout')}
          />
          <TextField
            label="Retry delays"
            hint="Such as 1m, 5m, 2h."
            placeholder="default"
            {...field('delays')}
          />
        </div>
        <Check
          label="Strictly one delivery at a time, in event order, retries included"
          checked={form.ordered}
          onChange={(ordered) => setForm({ ...form, ordered })}
        />
        <FaultField {...field('fault')} problem={problem} />
        {problem && !isOfFault(problem) && <ProblemBox problem={problem} />}
        <FormActs title="Save the settings" busy={busy} disabled={isSame} draft={following} />
      </form>
      {change !== null && !isSame && (
        <CopyBox
          text={sandboxCurl('PATCH', `/sandbox/subscriptions/${subscription.id}`, change)}
          what="the change as curl"
        />
      )}
    </>
  )
}

/** The form of a subscription's delivery settings, which the platform does not have. */

import type { Subscription } from '../../server/wire.ts'
import { sandboxCurl } from '../commands/curl.ts'
import { FaultField, isOfFault } from '../faults/fault-field.tsx'
import { useFollowingDraft } from '../form/drafts.ts'
import { Check, FormActs, fieldsOf, SelectField, submits, TextField } from '../form/field.tsx'
import { ProblemBox } from '../kit/problem.tsx'
import type { Problem } from '../live/api.ts'
import { schemeOptions } from '../live/settings.ts'
import { useSending } from '../live/use-loaded.ts'
import { CopyBox } from '../secrets/copy-box.tsx'
import { editSubscription } from './subscribing.ts'
import { formOf, handshakeOptions, settingsDrafts, settingsIn } from './subscription-form.ts'

const noOptions: Problem = {
  code: 'options_malformed',
  message: 'The options are not a JSON object.',
  fix: 'Write {"name": "value"}, or leave the field empty.',
}

export function SubscriptionSettings({ subscription }: { subscription: Subscription }) {
  const following = useFollowingDraft(settingsDrafts, subscription.id, formOf(subscription))
  const { before, form, change: setForm } = following
  const { problem, setProblem, busy, send } = useSending()
  const field = fieldsOf(form, setForm)
  const change = settingsIn(form, before)
  const isSame = change !== null && Object.keys(change).length === 0
  const submit = async () => {
    if (change === null) return setProblem(noOptions)
    const done = await send(() => editSubscription(subscription, change))
    if (!done?.ok) return
    following.saved(form)
  }
  return (
    <>
      <form onSubmit={submits(submit)}>
        <div class="columns">
          <SelectField
            label="Scheme"
            hint="Applies to new deliveries."
            value={form.scheme}
            options={schemeOptions.value}
            // Each scheme has its own options.
            onInput={(scheme) =>
              setForm({ ...form, scheme, options: scheme === before.scheme ? before.options : '' })
            }
          />
          <TextField
            label="Scheme options"
            hint="A JSON object, if the scheme has options."
            placeholder="{}"
            {...field('options')}
          />
        </div>
        <div class="columns narrow">
          <TextField
            label="Concurrency"
            type="number"
            min={1}
            max={1000}
            placeholder="default"
            disabled={form.ordered}
            {...field('concurrency')}
          />
          <TextField
            label="Timeout (ms)"
            hint="0 means no timeout."
            type="number"
            min={0}
            max={2 ** 31 - 1}
            placeholder="default"
            {...field('timeout')}
          />
          <TextField
            label="Retry delays"
            hint="Durations such as 1m, 5m, 2h."
            placeholder="default"
            {...field('delays')}
          />
        </div>
        <SelectField
          label="Handshake"
          hint="Sent when you save. Until the receiver passes, nothing else is sent to it."
          options={handshakeOptions}
          {...field('handshake')}
        />
        <Check
          label="Ordered: one delivery at a time, in event order, retries included"
          checked={form.ordered}
          onChange={(ordered) => setForm({ ...form, ordered })}
        />
        <FaultField {...field('fault')} problem={problem} />
        {problem && !isOfFault(problem) && <ProblemBox problem={problem} />}
        <FormActs title="Save settings" busy={busy} disabled={isSame} draft={following} />
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

/** The form that starts a check. */
import { useState } from 'preact/hooks'
import type { ProbeGroup } from '../../server/wire.ts'
import { addressOf, noAddress } from '../../server/words/address.ts'
import { groupOrder, realEvents } from '../../server/words/check-report.ts'
import { Terminal } from '../commands/commands.tsx'
import { formCommands } from '../commands/curl.ts'
import { useDraft } from '../form/drafts.ts'
import { Check, Choices, FormActs, fieldsOf, SelectField, submits, TextField } from '../form/field.tsx'
import { fieldProblems } from '../form/field-problems.ts'
import { capitalized } from '../kit/format.ts'
import { ProblemBox } from '../kit/problem.tsx'
import { health } from '../live/health.ts'
import { checksPath } from '../live/routes/checks.ts'
import { catalogue, schemeOptions } from '../live/settings.ts'
import { useSending } from '../live/use-loaded.ts'
import { Back } from '../place/back.tsx'
import { fromHere } from '../place/navigation.ts'
import { CopyBox } from '../secrets/copy-box.tsx'
import { subscriptionOptions } from '../subscription/subscription-options.ts'
import { checkCommand, checkDrafts, emptyCheck, orderOf } from './check-draft.ts'
import { startCheck } from './checking.ts'

const effectChoices = [
  ['none', 'no'],
  ['url', 'by a URL that returns them'],
  ['beacon', 'by reports of my receiver'],
] as const

const groupHints: Record<ProbeGroup, string> = {
  signature: 'forged, old and rotated signatures',
  bytes: 'unusual but valid requests',
  tolerance: 'unknown, missing and wrong data',
  delivery: 'status, time, duplicates and bursts',
  effects: 'one effect for each event',
}

/** The draft stays after the start, so that the check can be repeated. */
export function CheckForm({ subscription }: { subscription: string }) {
  const { form, change } = useDraft(checkDrafts, subscription, () => ({ ...emptyCheck, subscription }))
  const [isWrong, setWrong] = useState(false)
  const { problem, setProblem, busy, send } = useSending()
  const { at, rest } = fieldProblems(problem, ['secret', 'second_secret', 'event', 'effects'])
  const problems = { secret: at.secret, second: at.second_secret, event: at.event, effectsUrl: at.effects }
  const edit = (next: typeof form) => {
    // The refusal belonged to the previous values.
    setProblem(null)
    change(next)
  }
  const field = fieldsOf(form, edit, {
    ...Object.fromEntries(Object.entries(problems).filter(([, text]) => text !== undefined)),
    ...(isWrong && { url: noAddress }),
  })
  const isUrl = form.subscription === ''
  const order = orderOf(form)
  const submit = async () => {
    const isFlawed = isUrl && addressOf(form.url) === null
    setWrong(isFlawed)
    if (isFlawed) return
    const goOn = fromHere()
    const begun = await send(() => startCheck(order))
    if (begun?.ok) goOn({ open: begun.value.check.id, subscription: null })
  }
  const toggle = (group: ProbeGroup, isChosen: boolean) =>
    edit({
      ...form,
      groups: groupOrder.filter((one) => (one === group ? isChosen : form.groups.includes(one))),
    })
  return (
    <div class="form-pane">
      <Back />
      <h2>Check a receiver</h2>
      <p class="quiet">
        Is your webhook receiver correct? The report names each problem, its cause and the fix. {realEvents}
      </p>
      <form class="stack" noValidate onSubmit={submits(submit)}>
        <SelectField label="Receiver" {...field('subscription')} options={subscriptionOptions('a URL')} />
        {isUrl ? (
          <>
            <TextField
              label="URL"
              placeholder="http://localhost:3000/webhooks"
              required
              inputMode="url"
              {...field('url')}
            />
            <div class="columns">
              <SelectField
                label="Scheme"
                {...field('scheme')}
                options={[['', 'standard-webhooks (default)'], ...schemeOptions.value]}
              />
              <TextField
                label="Secret"
                hint="The secret that your receiver has. Leave it empty to generate one."
                class="secret-field"
                {...field('secret')}
              />
            </div>
          </>
        ) : (
          <p class="quiet">The check uses the URL, scheme and secret of the subscription.</p>
        )}
        <details>
          <summary>Second secret, event and effects</summary>
          <div class="stack check-more">
            <div class="columns">
              <TextField
                label="Second secret"
                hint="Another secret that your receiver accepts, as during a rotation."
                class="secret-field"
                {...field('second')}
              />
              <TextField label="Event" placeholder="card.created" list="check-events" {...field('event')} />
              <Choices id="check-events" of={catalogue.value?.map(({ event }) => event)} />
            </div>
            <SelectField
              label="Count effects"
              hint="An effect is the work that your receiver does for an event, such as one new row."
              value={form.effects}
              options={effectChoices}
              onInput={(typed) =>
                edit({ ...form, effects: effectChoices.find(([one]) => one === typed)?.[0] ?? 'none' })
              }
            />
            {form.effects === 'url' && (
              <TextField
                label="URL of the effects"
                hint="The URL returns the number of effects, or a JSON list of event ids."
                inputMode="url"
                required
                {...field('effectsUrl')}
              />
            )}
            {form.effects === 'beacon' && (
              <div>
                <p class="quiet">
                  For each event, your receiver posts {'{"key": "<event id>"}'} to this address:
                </p>
                <CopyBox
                  text={`SANDBOX_EFFECTS_URL=${new URL('/sandbox/effects', health.value?.platform.base_url ?? location.origin)}`}
                  what="the address"
                />
              </div>
            )}
          </div>
        </details>
        <fieldset>
          <legend class="label">Probes</legend>
          <div class="check-groups">
            {groupOrder.map((group) => (
              <Check
                key={group}
                label={capitalized(group)}
                hint={groupHints[group]}
                checked={form.groups.includes(group)}
                onChange={(isChosen) => toggle(group, isChosen)}
              />
            ))}
            <Check
              label="Thorough"
              hint="more and slower requests"
              checked={form.thorough}
              onChange={(thorough) => edit({ ...form, thorough })}
            />
          </div>
        </fieldset>
        {rest && <ProblemBox problem={rest} />}
        <FormActs title="Start check" busy={busy} />
      </form>
      {(!isUrl || form.url !== '') && (
        <Terminal commands={formCommands(checkCommand(order), checksPath, order)} />
      )}
    </div>
  )
}

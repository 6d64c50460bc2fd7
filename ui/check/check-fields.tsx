/** The fields of a check. */
import type { ProbeGroup } from '../../server/wire.ts'
import { addressOf, noAddress } from '../../server/words/address.ts'
import { probeWords } from '../../server/words/check-probes.ts'
import { groupOrder } from '../../server/words/check-report.ts'
import { Check, SelectField, TextField } from '../form/field.tsx'
import { orderOf, type Rows, type Typed } from '../form/form.tsx'
import { wordsIn } from '../form/typed.ts'
import { capitalized } from '../kit/format.ts'
import { health } from '../live/health.ts'
import type { CheckOrder } from '../live/routes/checks.ts'
import { catalogue, schemeOptions } from '../live/settings.ts'
import { CopyBox } from '../secrets/copy-box.tsx'
import { subscriptionOptions } from '../subscription/subscription-options.ts'
import { chosenIn, idsIn, probesOf, skipping } from './chosen-probes.ts'

/** What the form asks for. */
export type CheckFields = Omit<CheckOrder, 'only' | 'await_accepted'>

const isUrl = ({ subscription_id }: Typed<CheckFields>) => subscription_id === ''

/** How a field holds the URL of the effects. */
const urlMark = 'url:'

/** What most checks are asked for. An empty field uses the default. */
const usualFields: Rows<CheckFields> = [
  {
    name: 'subscription_id',
    label: 'Receiver',
    kind: 'select',
    hint: 'For a subscription, the check uses its URL, scheme and secret.',
    options: () => subscriptionOptions('a URL'),
  },
  {
    name: 'url',
    label: 'URL',
    placeholder: 'http://localhost:3000/webhooks',
    required: true,
    when: isUrl,
    flaw: (typed) => (addressOf(typed) === null ? noAddress : undefined),
    send: (typed) => addressOf(typed) ?? typed.trim(),
  },
  [
    {
      name: 'scheme',
      label: 'Scheme',
      kind: 'select',
      when: isUrl,
      options: () => [['', 'standard-webhooks (default)'], ...schemeOptions.value],
    },
    {
      name: 'secret',
      label: 'Secret',
      kind: 'secret',
      hint: 'The secret of your receiver. Leave empty to generate a secret.',
      when: isUrl,
    },
  ],
  {
    name: 'skip',
    label: 'Probes',
    draw: (control) => <ProbesField {...control} />,
    send: (typed) => (typed === '' ? undefined : wordsIn(typed)),
  },
  {
    name: 'thorough',
    label: 'Thorough',
    kind: 'check',
    hint: 'More and slower requests.',
    send: (typed) => typed === 'on' || undefined,
  },
]
const moreFields: Rows<CheckFields> = [
  [
    {
      name: 'event',
      label: 'Event',
      placeholder: 'card.created',
      suggest: () => catalogue.value?.map(({ event }) => event),
    },
    {
      name: 'second_secret',
      label: 'Second secret',
      kind: 'secret',
      hint: 'Another secret that your receiver accepts, as during a rotation.',
    },
  ],
  [
    { name: 'timeout_ms', label: 'Timeout (ms)', kind: 'number', min: 100, max: 60_000, placeholder: '5000' },
    {
      name: 'seed',
      label: 'Seed',
      kind: 'number',
      min: 0,
      max: 2 ** 32 - 1,
      placeholder: 'random',
      hint: 'The same seed repeats content and order.',
    },
  ],
  {
    name: 'effects',
    label: 'Count effects',
    draw: (control) => <EffectsField {...control} />,
    flaw: (typed) =>
      isUrlOf(typed) && typed !== urlMark && addressOf(urlIn(typed)) === null ? noAddress : undefined,
    send: effectsIn,
  },
]

/** The rows of the form. What few checks need is folded, so that the start button is visible. */
export const checkRows = (isOpen: boolean): Rows<CheckFields> => [
  ...usualFields,
  { fold: 'More options', isOpen, rows: moreFields },
]
/** All that a check can be asked for. */
export const checkFields = checkRows(true)
/** Whether a form has an option that is folded. */
export const hasMore = (form: Typed<CheckFields>): boolean =>
  Object.keys(orderOf(moreFields, form)).length > 0

const isUrlOf = (typed: string) => typed.startsWith(urlMark)
const urlIn = (typed: string) => typed.slice(urlMark.length)

/** A way to count effects as the form holds it. */
export const effectsTyped = (effects: CheckOrder['effects'] | null): string =>
  !effects ? '' : 'url' in effects ? `${urlMark}${effects.url}` : 'beacon'

function effectsIn(typed: string): CheckOrder['effects'] {
  if (!isUrlOf(typed)) return typed === '' ? undefined : { beacon: true }
  return { url: addressOf(urlIn(typed)) ?? urlIn(typed).trim() }
}

interface Control {
  label: string
  value: string
  problem: string | undefined
  onInput: (value: string) => void
}

const effectChoices = [
  ['', 'no'],
  [urlMark, 'from a URL'],
  ['beacon', 'from reports of my receiver'],
] as const

function EffectsField({ label, value, problem, onInput }: Control) {
  return (
    <>
      <SelectField
        label={label}
        hint="An effect is the work that your receiver does for an event, such as one new row."
        value={isUrlOf(value) ? urlMark : value}
        options={effectChoices}
        problem={isUrlOf(value) ? undefined : problem}
        onInput={onInput}
      />
      {isUrlOf(value) && (
        <TextField
          label="URL of the effects"
          hint="The URL returns the number of effects, or a JSON list of event ids."
          inputMode="url"
          required
          value={urlIn(value)}
          problem={problem}
          onInput={(url) => onInput(urlMark + url)}
        />
      )}
      {value === 'beacon' && (
        <div>
          <p class="quiet">For each event, your receiver posts {'{"key": "<event id>"}'} to this address:</p>
          <CopyBox
            text={`SANDBOX_EFFECTS_URL=${new URL('/sandbox/effects', health.value?.platform.base_url ?? location.origin)}`}
            what="the address"
          />
        </div>
      )}
    </>
  )
}

const groupHints: Record<ProbeGroup, string> = {
  signature: 'forged, old and rotated signatures',
  bytes: 'unusual but valid requests',
  tolerance: 'unknown, missing and wrong data',
  delivery: 'status, time, duplicates and bursts',
  effects: 'one effect for each event',
}

/** Groups and single probes to choose from. Holds the skipped ones. */
function ProbesField({ label, value, problem, onInput }: Control) {
  const chosen = chosenIn(wordsIn(value))
  const choose = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) isChosen ? next.add(id) : next.delete(id)
    onInput(skipping(next).join(', '))
  }
  const all = idsIn(groupOrder)
  return (
    <fieldset class="check-probes">
      <legend class="label">{label}</legend>
      <p class="wrapping">
        <span class="quiet">
          {chosen.size} of {all.length} chosen. The valid delivery is always sent.
        </span>
        <button type="button" class="small" onClick={() => choose(all, true)}>
          All
        </button>
        <button type="button" class="small" onClick={() => choose(all, false)}>
          None
        </button>
      </p>
      {problem !== undefined && <p class="bad">{problem}</p>}
      {groupOrder.map((group) => {
        const ids = probesOf(group)
        const count = ids.filter((id) => chosen.has(id)).length
        return (
          <div key={group} class="check-group-choice">
            <Check
              label={capitalized(group)}
              hint={groupHints[group]}
              checked={count === ids.length}
              onChange={(isChosen) => choose(ids, isChosen)}
            />
            <details>
              <summary aria-label={`${count} of ${ids.length} single probes: ${group}`}>
                {count} of {ids.length}
              </summary>
              {ids.map((id) => (
                <Check
                  key={id}
                  label={probeWords[group][id]?.title.replace(/,$/, '')}
                  hint={id}
                  checked={chosen.has(id)}
                  onChange={(isChosen) => choose([id], isChosen)}
                />
              ))}
            </details>
          </div>
        )
      })}
    </fieldset>
  )
}

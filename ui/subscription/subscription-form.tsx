/** The fields of a subscription. */

import type { HandshakeKind, Subscription } from '../../server/wire.ts'
import { addressOf, noAddress } from '../../server/words/address.ts'
import { handshakeNames } from '../../server/words/handshake.ts'
import { FaultField } from '../faults/fault-field.tsx'
import { createDrafts } from '../form/drafts.ts'
import { type FieldOf, type Rows, type Typed, typedOf } from '../form/form.tsx'
import { wordsIn } from '../form/typed.ts'
import { count } from '../kit/format.ts'
import type { SubscriptionChange } from '../live/routes/subscription.ts'
import { schemeOptions } from '../live/settings.ts'
import type { SubscribeForm } from './subscribing.ts'

const handshakeKinds = Object.keys(handshakeNames) as HandshakeKind[]

const url = {
  name: 'url',
  label: 'URL',
  placeholder: 'http://localhost:3000/webhooks',
  required: true,
  flaw: (typed) => (addressOf(typed) === null ? noAddress : undefined),
  send: (typed) => addressOf(typed) ?? typed,
} as const satisfies FieldOf<SubscribeForm>
const events = {
  name: 'events',
  label: 'Events',
  hint: 'Names or patterns such as card.*, separated by commas.',
  required: true,
  send: wordsIn,
} as const satisfies FieldOf<SubscribeForm>
const description = {
  name: 'description',
  label: 'Description',
  send: (typed) => typed,
} as const satisfies FieldOf<SubscribeForm>

/** The options of a scheme. */
export const optionsField = {
  name: 'scheme_options',
  label: 'Scheme options',
  hint: 'A JSON object, if the scheme has options.',
  placeholder: '{}',
  flaw: (typed) =>
    optionsIn(typed) === null ? 'Must be a JSON object such as {"name": "value"}.' : undefined,
  send: (typed) => optionsIn(typed) ?? {},
} as const satisfies FieldOf<SubscriptionChange>

interface Schemed {
  readonly scheme: string
  readonly scheme_options: string
}

/** Another scheme empties the options, because each scheme has its own. */
export const withScheme = <Form extends Schemed>(next: Form, form: Form, before: Form): Form =>
  next.scheme === form.scheme
    ? next
    : { ...next, scheme_options: next.scheme === before.scheme ? before.scheme_options : '' }

/** The fields of a new subscription. */
export const newFields: Rows<SubscribeForm> = [
  { ...url, hint: 'A loopback or private address that receives the events.' },
  events,
  [
    {
      name: 'identity',
      label: 'Identity',
      hint: 'The platform customer that owns the subscription.',
      required: true,
    },
    description,
  ],
]

/** All that a subscription's form changes. An empty field uses the sandbox's default. */
export const subscriptionFields: Rows<SubscriptionChange> = [
  url,
  events,
  description,
  [
    {
      name: 'scheme',
      label: 'Scheme',
      kind: 'select',
      hint: 'Applies to new deliveries.',
      options: () => schemeOptions.value,
    },
    optionsField,
  ],
  [
    {
      name: 'concurrency',
      label: 'Concurrency',
      kind: 'number',
      min: 1,
      max: 1000,
      placeholder: 'default',
      when: ({ ordered }) => ordered === '',
    },
    {
      name: 'timeout_ms',
      label: 'Timeout (ms)',
      kind: 'number',
      hint: '0 means no timeout.',
      min: 0,
      max: 2 ** 31 - 1,
      placeholder: 'default',
    },
    {
      name: 'retry_delays',
      label: 'Retry delays',
      hint: 'Durations such as 1m, 5m, 2h.',
      placeholder: 'default',
      send: (typed) => (typed.trim() === '' ? null : wordsIn(typed)),
    },
  ],
  {
    name: 'handshake',
    label: 'Handshake',
    kind: 'select',
    hint: 'Sent when you save. Until the receiver passes, nothing else is sent to it.',
    options: () => [['', 'none'], ...handshakeKinds.map((kind) => [kind, handshakeNames[kind]] as const)],
    send: (typed) => handshakeKinds.find((kind) => kind === typed) ?? null,
  },
  {
    name: 'ordered',
    label: 'Ordered',
    kind: 'check',
    hint: 'One delivery at a time, in event order, retries included.',
  },
  { name: 'fault', label: 'Fault', draw: (control) => <FaultField {...control} /> },
]

/** Unsaved forms by subscription id, and of new subscriptions by event. */
export const subscriptionDrafts = createDrafts<Typed<SubscriptionChange>>()
export const subscribeDrafts = createDrafts<Typed<SubscribeForm>>()

/** The form values of a subscription. */
export const formOf = (
  subscription: Pick<Subscription, keyof SubscriptionChange>,
): Typed<SubscriptionChange> => typedOf(subscriptionFields, subscription)

/** The scheme options, or null if the text is not a JSON object. */
function optionsIn(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** Number of patterns shown before a count, because there may be thousands. */
const named = 12

/** The patterns in one readable line: `card.*, kyc.*`, or the first twelve `and 9,988 more`. */
export function somePatterns(patterns: readonly string[]): string {
  const more = patterns.length - named
  return more > 0 ? `${patterns.slice(0, named).join(', ')} and ${count(more)} more` : patterns.join(', ')
}

import type { Subscription } from '../../server/wire.ts'
import { createDrafts } from '../form/drafts.ts'
import type { SubscriptionSettings } from '../live/routes/subscription.ts'
import { optionsIn, optionsText } from './options-text.ts'

/** The settings as typed; an empty field takes the sandbox's own default. */
export interface SettingsForm {
  scheme: string
  /** JSON. */
  options: string
  ordered: boolean
  concurrency: string
  timeout: string
  /** Durations, separated by commas or spaces. */
  delays: string
  fault: string
}

/** What a subscription wants, as typed. */
export interface WantsForm {
  url: string
  /** Patterns, separated by commas or spaces. */
  events: string
  description: string
}

/** Forms that were left before they were saved, by the subscription's id. */
export const settingsDrafts = createDrafts<SettingsForm>()
export const wantsDrafts = createDrafts<WantsForm>()
/** The form that subscribes, by the event that it is to be for. */
export const subscribeDrafts = createDrafts<WantsForm & { identity: string }>()

export const wantsOf = ({ url, events, description }: Pick<Subscription, keyof WantsForm>): WantsForm => ({
  url,
  events: events.join(', '),
  description,
})

export type Settings = Pick<Subscription, keyof SubscriptionSettings>

export const formOf = (settings: Settings): SettingsForm => ({
  scheme: settings.scheme,
  options: optionsText(settings.scheme_options),
  ordered: settings.ordered,
  concurrency: `${settings.concurrency ?? ''}`,
  timeout: `${settings.timeout_ms ?? ''}`,
  delays: settings.retry_delays?.join(', ') ?? '',
  fault: settings.fault ?? '',
})

const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** The settings that the form differs in; null when its options are no JSON object. */
export function settingsIn(form: SettingsForm, before: SettingsForm): Partial<SubscriptionSettings> | null {
  const isChanged = (name: keyof SettingsForm) => form[name] !== before[name]
  const options = optionsIn(form.options)
  if (options === null) return null
  const delays = form.delays.split(/[\s,]+/).filter((one) => one !== '')
  return {
    ...(isChanged('scheme') ? { scheme: form.scheme } : {}),
    ...(isChanged('options') ? { scheme_options: options } : {}),
    ...(isChanged('ordered') ? { ordered: form.ordered } : {}),
    ...(isChanged('concurrency') ? { concurrency: numberOrNull(form.concurrency) } : {}),
    ...(isChanged('timeout') ? { timeout_ms: numberOrNull(form.timeout) } : {}),
    ...(isChanged('delays') ? { retry_delays: delays.length === 0 ? null : delays } : {}),
    ...(isChanged('fault') ? { fault: form.fault.trim() === '' ? null : form.fault.trim() } : {}),
  }
}

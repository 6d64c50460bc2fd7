import type { Subscription } from '../../server/wire.ts'
import { createDrafts } from '../form/drafts.ts'
import { filled, numberIn, textIn, wordsIn } from '../form/typed.ts'
import { count } from '../kit/format.ts'
import type { SubscriptionSettings } from '../live/routes.ts'

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

/** The settings that the form differs in; null when its options are no JSON object. */
export function settingsIn(form: SettingsForm, before: SettingsForm): Partial<SubscriptionSettings> | null {
  const changed = <Value>(name: keyof SettingsForm, value: Value): Value | undefined =>
    form[name] === before[name] ? undefined : value
  const options = optionsIn(form.options)
  if (options === null) return null
  const delays = wordsIn(form.delays)
  return filled({
    scheme: changed('scheme', form.scheme),
    scheme_options: changed('options', options),
    ordered: changed('ordered', form.ordered),
    concurrency: changed('concurrency', numberIn(form.concurrency) ?? null),
    timeout_ms: changed('timeout', numberIn(form.timeout) ?? null),
    retry_delays: changed('delays', delays.length === 0 ? null : delays),
    fault: changed('fault', textIn(form.fault) ?? null),
  })
}

/** Options of a scheme as they stand in a field: JSON, or nothing where there are none. */
export const optionsText = (options: Record<string, unknown>): string =>
  Object.keys(options).length === 0 ? '' : JSON.stringify(options)

/** The options that a field says; null when it holds no JSON object. */
export function optionsIn(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** How many patterns of a subscription are named before the rest is only counted: there may be thousands. */
const named = 12

/** The patterns of a subscription in a line that can be read: `card.*, kyc.*`, and behind the first twelve `and 9,988 more`. */
export function somePatterns(patterns: readonly string[]): string {
  const more = patterns.length - named
  return more > 0 ? `${patterns.slice(0, named).join(', ')} and ${count(more)} more` : patterns.join(', ')
}

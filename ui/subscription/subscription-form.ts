/** Converts subscription settings between the form and the API. */

import type { HandshakeKind, Subscription } from '../../server/wire.ts'
import { handshakeNames } from '../../server/words/handshake.ts'
import { createDrafts } from '../form/drafts.ts'
import { filled, numberIn, textIn, wordsIn } from '../form/typed.ts'
import { count } from '../kit/format.ts'
import type { SubscriptionSettings } from '../live/routes.ts'

const handshakeKinds = Object.keys(handshakeNames) as HandshakeKind[]

/** The settings as typed. An empty field uses the sandbox's default. */
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
  handshake: string
}

/** The URL, patterns and description as typed. */
export interface WantsForm {
  url: string
  /** Patterns, separated by commas or spaces. */
  events: string
  description: string
}

/** Unsaved forms by subscription id. */
export const settingsDrafts = createDrafts<SettingsForm>()
export const wantsDrafts = createDrafts<WantsForm>()
/** Unsaved forms of new subscriptions, by event. */
export const subscribeDrafts = createDrafts<WantsForm & { identity: string }>()

/** The handshakes to choose from. */
export const handshakeOptions = [
  ['', 'none'] as const,
  ...handshakeKinds.map((kind) => [kind, handshakeNames[kind]] as const),
]

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
  handshake: settings.handshake ?? '',
})

/** The changed settings, or null if the options are not a JSON object. */
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
    handshake: changed('handshake', handshakeKinds.find((kind) => kind === form.handshake) ?? null),
  })
}

/** Scheme options as JSON, or empty. */
export const optionsText = (options: Record<string, unknown>): string =>
  Object.keys(options).length === 0 ? '' : JSON.stringify(options)

/** The scheme options, or null if the text is not a JSON object. */
export function optionsIn(text: string): Record<string, unknown> | null {
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

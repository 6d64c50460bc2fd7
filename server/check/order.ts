/** What a check is asked for: the receiver, the probes and the event. */
import { failUnknown } from '../api/unknown-id.ts'
import { type EventName, eventNames } from '../events/builders.ts'
import { eventNamed } from '../events/catalogue.ts'
import { fail, failField } from '../failures.ts'
import { checkScheme, recipeWith, type SchemeOptions } from '../signing/options.ts'
import type { Recipes, SchemeName } from '../signing/recipes.ts'
import { checkSecret } from '../signing/secret-flaw.ts'
import { matches, type SubscriptionRecord } from '../subscriptions/record.ts'
import type { SubscriptionService } from '../subscriptions/service.ts'
import { probeGroups } from '../wire.ts'
import { suggest } from '../words/nearest.ts'
import type { Probe, ProbeRecord } from './probe.ts'
import { ofAll, probes } from './probes/table.ts'

export interface CheckOrder {
  url?: string | undefined
  subscription_id?: string | undefined
  scheme?: SchemeName | undefined
  scheme_options?: SchemeOptions | undefined
  secret?: string | undefined
  second_secret?: string | undefined
  event?: string | undefined
  only?: string[] | undefined
  skip?: string[] | undefined
  thorough?: boolean | undefined
  effects?: { url: string } | { beacon: true } | undefined
  seed?: number | undefined
  timeout_ms?: number | undefined
  /** Sends the valid delivery until it is accepted, before all else. */
  await_accepted?: boolean | undefined
}

/** The event of a check, unless another is asked for. */
const usualEvent: EventName = 'card.created'

/** The receiver that is checked: an address, or a subscription with its scheme and secret. */
export function subjectOf(
  order: CheckOrder,
  { recipes, service }: { recipes: Recipes; service: SubscriptionService },
) {
  const { subscription_id: id } = order
  // The secret of a subscription goes to its own URL alone.
  if (id !== undefined && order.url !== undefined)
    return fail('invalid_field', 'url and subscription_id were both given.', 'Give one of them.')
  const found = id === undefined ? undefined : (service.find(id) ?? failUnknown('subscription_unknown', id))
  const url = found?.url ?? order.url
  if (url === undefined)
    return failField('url', 'is missing', 'Give the URL of the receiver, or subscription_id.')
  const scheme = order.scheme ?? found?.scheme ?? 'standard-webhooks'
  const isOwnScheme = order.scheme === undefined || order.scheme === found?.scheme
  const schemeOptions = checkScheme(
    recipes,
    scheme,
    order.scheme_options ?? (isOwnScheme ? found?.schemeOptions : undefined),
  )
  const recipe = recipeWith(recipes, scheme, schemeOptions)
  const secret = order.secret ?? found?.secret
  if (secret !== undefined) checkSecret(recipe, secret, 'signs')
  if (order.second_secret !== undefined) checkSecret(recipe, order.second_secret, 'signs', 'second_secret')
  return { found, url, scheme, schemeOptions, recipe, secret }
}

export type Subject = ReturnType<typeof subjectOf>

/** The chosen probes. The first one goes always: the others are judged by it. */
export function chosenOf({ only, skip = [] }: CheckOrder): Probe[] {
  for (const id of [...(only ?? []), ...skip])
    if (!probes.some((probe) => probe.id === id || probe.group === id))
      fail(
        'invalid_field',
        `There is no probe named ${id}.`,
        suggest(id, [...probeGroups, ...probes.map((probe) => probe.id)]),
      )
  const names = (list: readonly string[], probe: Probe) =>
    list.includes(probe.id) || list.includes(probe.group)
  return probes.filter(
    (probe, at) => at === 0 || ((only === undefined || names(only, probe)) && !names(skip, probe)),
  )
}

/**
 * The probes that are run to run some again: with a probe that judges all answers, those that it judged; with the valid delivery,
 * those that could not be judged while it was refused.
 */
export const repeatable = (only: readonly string[], before: readonly ProbeRecord[]): string[] =>
  only.flatMap((id) => {
    const fact = before.find((probe) => probe.id === id)?.fact
    const judged =
      id === 'accepts-valid'
        ? before.filter((probe) => probe.fact.code === 'not_judged' && probe.fact.reason === 'valid_refused')
        : ofAll.has(id) && fact?.code !== 'went_down'
          ? before
          : []
    return [id, ...judged.map((probe) => probe.id), ...(fact?.code === 'went_down' ? fact.after : [])]
  })

/** The event that is sent, and those that the receiver subscribed to: all, if only its URL is known. */
export function eventsOf(order: CheckOrder, found: SubscriptionRecord | undefined) {
  const matching = eventNames.filter((name) => !found || matches(found.events, name))
  const heard = matching.length > 0 ? matching : eventNames
  const [first = usualEvent] = heard
  if (order.event !== undefined) return { usual: eventNamed(order.event), heard }
  return { usual: heard.includes(usualEvent) ? usualEvent : first, heard }
}

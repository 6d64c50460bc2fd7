/** Holds subscriptions, endpoints and schemes, which every view may need. */
import { computed, signal } from '@preact/signals'
import type { CatalogueEvent, CatalogueScheme, Endpoint, FrameData, Subscription } from '../../server/wire.ts'
import { receiverNamer } from '../../server/words/receiver.ts'
import { createTimer } from '../kit/pace.ts'
import { getCatalogue, getEndpoints, getSchemes, getSubscriptions } from './routes.ts'
import { besideTold, takeTold } from './told.ts'

/** Null until read. */
export const subscriptions = signal<Subscription[] | null>(null)
export const endpoints = signal<Endpoint[] | null>(null)
export const catalogue = signal<CatalogueEvent[] | null>(null)
/** Names the receiver of a delivery. Without the subscriptions there is no name yet, so that no drawn name changes. */
export const receiverName = computed(() =>
  subscriptions.value === null ? () => '' : receiverNamer(subscriptions.value, location.origin),
)
export const subscriptionName = ({ id, url }: Pick<Subscription, 'id' | 'url'>): string =>
  receiverName.value({ subscription_id: id, url })
const schemes = signal<CatalogueScheme[]>([])

/** The signing schemes as options of a select: value and text. */
export const schemeOptions = computed(() => schemes.value.map(({ scheme }) => [scheme, scheme] as const))

/** The recipe of a scheme; null if unknown. */
export const recipeOf = (scheme: string | null) =>
  schemes.value.find((one) => one.scheme === scheme)?.recipe ?? null

/** Whether the subscription of a delivery was deleted, and its secret with it. */
export const isSubscriptionGone = (id: string): boolean =>
  subscriptions.value?.every((one) => one.id !== id) ?? false

/** Reads the short lists. */
export const readSettings = (): Promise<void> =>
  besideTold(async () => {
    const [subs, ends, events, kinds] = await Promise.all([
      getSubscriptions(),
      getEndpoints(),
      getCatalogue(),
      getSchemes(),
    ])
    if (subs.ok) subscriptions.value = subs.value.subscriptions
    if (ends.ok) endpoints.value = ends.value.endpoints
    if (events.ok) catalogue.value = events.value.events
    if (kinds.ok) schemes.value = kinds.value.schemes
  })

/** Replaces the item with the same key, or adds the item in front. */
export function put<T>(list: readonly T[] | null, item: T, same: (other: T) => boolean): T[] {
  const known = list ?? []
  return known.some(same) ? known.map((other) => (same(other) ? item : other)) : [item, ...known]
}

/** The list after a live frame about one record: added, changed or deleted. */
export const withNews = <Thing extends { id: string }>(
  list: readonly Thing[] | null,
  news: Thing | { id: string; deleted: true },
): Thing[] =>
  'deleted' in news
    ? (list ?? []).filter(({ id }) => id !== news.id)
    : put(list, news, ({ id }) => id === news.id)

/** The pause after which capture counts are read again, ms. */
const restMs = 2000
const rest = createTimer()

/** Counts new captures by endpoint; the server sends only the captures. */
export function countCaptures(caught: ReadonlyMap<string, number>): void {
  if (caught.size === 0) return
  setCounts(({ name, captures }) => captures + (caught.get(name) ?? 0))
  // A list read during a burst may already contain captures whose frames come later, and count them twice.
  rest.set(restMs, async () => {
    const read = await getEndpoints()
    if (!read.ok) return
    const counts = new Map(read.value.endpoints.map(({ name, captures }) => [name, captures]))
    setCounts(({ name, captures }) => counts.get(name) ?? captures)
  })
}

function setCounts(of: (one: Endpoint) => number): void {
  endpoints.value = endpoints.value?.map((one) => ({ ...one, captures: of(one) })) ?? null
}

export const takeSubscription = (data: FrameData['subscription']): void =>
  takeTold(() => {
    subscriptions.value = withNews(subscriptions.value, data)
  })
export const takeEndpoint = (data: FrameData['endpoint']): void =>
  takeTold(() => {
    if ('deleted' in data) endpoints.value = endpoints.value?.filter(({ name }) => name !== data.name) ?? []
    else endpoints.value = put(endpoints.value, data, ({ name }) => name === data.name)
  })

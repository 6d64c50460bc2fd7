/** Finds the subscription that a filter means by the beginning of its id, `last` or its URL. */
import type { Subscription } from '../../wire.ts'
import { type Client, Refusal } from '../client.ts'
import { subscriptionsPath } from './subscribe.ts'

/** The subscription that the sandbox finds, or undefined. */
export async function subscriptionMeant(client: Client, typed: string): Promise<Subscription | undefined> {
  try {
    const path = `${subscriptionsPath}/${encodeURIComponent(typed)}`
    return (await client.get<{ subscription: Subscription }>(path, 'subscription')).subscription
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** The same filter with whole ids, so that the command line can compare deliveries with the filter itself. */
export async function withWholeIds<Filter extends { subscription_id?: string }>(
  client: Client,
  filter: Filter,
): Promise<Filter> {
  if (filter.subscription_id === undefined) return filter
  const ids: string[] = []
  for (const one of filter.subscription_id.split(','))
    ids.push((one && (await subscriptionMeant(client, one))?.id) || one)
  return { ...filter, subscription_id: ids.join(',') }
}

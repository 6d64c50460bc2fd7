import type { Subscription } from '../wire.ts'
import type { Client } from './client.ts'

/** The most that one call answers. */
const most = 500

/** What a receiver verifies with, where one secret is all there is. */
export async function readSecretHint(client: Client): Promise<string> {
  const { subscriptions } = await client.get<{ subscriptions: Subscription[] }>(
    `/sandbox/subscriptions?limit=${most}`,
    'subscriptions',
  )
  const secrets = [...new Set(subscriptions.map(({ secret }) => secret))]
  const [only] = secrets
  if (only === undefined) return 'nobody has subscribed yet'
  if (secrets.length === 1) return `secret ${only}`
  const count = `${secrets.length}${subscriptions.length === most ? ' or more' : ''}`
  return `${count} subscriptions, each with its own secret`
}

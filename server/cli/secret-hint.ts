/** Says which secret receivers verify with, for the header of `listen`. */

import type { FrameData, Subscription } from '../wire.ts'
import { receiverSecret } from '../words/receiver-secret.ts'
import type { Client } from './client.ts'

/** The most subscriptions in one response. */
const most = 500

/**
 * The secret of the only subscription, or how many subscriptions there are. The list is read once and then updated from frames:
 * these come with each failed delivery, too often to read the list again.
 */
export function createSecretHint(client: Client) {
  let secrets = new Map<string, string>()
  let areMore = false

  function words(): string {
    const [only] = secrets.values()
    if (only === undefined) return 'no subscriptions yet'
    if (secrets.size === 1) return `secret ${only}`
    return `${secrets.size}${areMore ? ' or more' : ''} subscriptions, each with its own secret`
  }

  return {
    words,
    async read(): Promise<string> {
      const { subscriptions, next } = await client.get<{
        subscriptions: Subscription[]
        next: string | null
      }>(`/sandbox/subscriptions?limit=${most}`, 'subscriptions')
      secrets = new Map(subscriptions.map((one) => [one.id, receiverSecret(one)]))
      areMore = next !== null
      return words()
    },
    /** Takes a frame about a subscription. */
    take(frame: FrameData['subscription']): string {
      if ('deleted' in frame) secrets.delete(frame.id)
      else secrets.set(frame.id, receiverSecret(frame))
      return words()
    },
  }
}
export type SecretHint = ReturnType<typeof createSecretHint>

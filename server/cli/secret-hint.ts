import type { FrameData, Subscription } from '../wire.ts'
import type { Client } from './client.ts'

/** The most that one call answers. */
const most = 500

/**
 * What a receiver verifies with, where one secret is all there is. Asked for once, and then kept by what is told of each subscription:
 * that comes with each delivery that fails, too often to ask at each.
 */
export function createSecretHint(client: Client) {
  let secrets = new Map<string, string>()
  let areMore = false

  function words(): string {
    const [only] = secrets.values()
    if (only === undefined) return 'nobody has subscribed yet'
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
      secrets = new Map(subscriptions.map(({ id, secret }) => [id, secret]))
      areMore = next !== null
      return words()
    },
    /** Takes what is told of a subscription. */
    take(told: FrameData['subscription']): string {
      if ('deleted' in told) secrets.delete(told.id)
      else secrets.set(told.id, told.secret)
      return words()
    },
  }
}
export type SecretHint = ReturnType<typeof createSecretHint>

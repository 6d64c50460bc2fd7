/** Knows the subscriptions of the sandbox: names their receivers, and shows which secret receivers verify with. */
import type { DeliveryRow, FrameData, Subscription } from '../wire.ts'
import { receiverNamer } from '../words/receiver.ts'
import { receiverSecret } from '../words/receiver-secret.ts'
import type { Client } from './client.ts'

/** Names the receiver of a delivery. */
export type ReceiverName = ReturnType<typeof receiverNamer>

/** The subscriptions of all identities, oldest first. */
export const readSubscriptions = (client: Client) =>
  client.all<Subscription>('/sandbox/subscriptions', 'subscriptions')

/**
 * The list is read once and then updated from frames: these come with each failed delivery, too often to read the list again or
 * to name all receivers again.
 */
export function createKnownSubscriptions(client: Client) {
  let known = new Map<string, Subscription>()
  let namer: ReceiverName | undefined

  return {
    async read(): Promise<void> {
      known = new Map((await readSubscriptions(client)).map((one) => [one.id, one]))
      namer = undefined
    },
    /** Takes a frame about a subscription. */
    take(frame: FrameData['subscription']): void {
      const before = known.get(frame.id)
      if ('deleted' in frame) known.delete(frame.id)
      else known.set(frame.id, frame)
      const isNamedAlike =
        before !== undefined &&
        'url' in frame &&
        frame.url === before.url &&
        frame.description === before.description
      if (!isNamedAlike) namer = undefined
    },
    /** The secret of the only subscription, or how many subscriptions there are. */
    secretHint(): string {
      const [only] = known.values()
      if (only === undefined) return 'no subscriptions yet'
      if (known.size === 1) return `secret ${receiverSecret(only)}`
      return `${known.size} subscriptions, each with its own secret`
    },
    receiverName(delivery: Parameters<ReceiverName>[0]): string {
      namer ??= receiverNamer([...known.values()], client.base)
      return namer(delivery)
    },
  }
}
export type KnownSubscriptions = ReturnType<typeof createKnownSubscriptions>

/** `--> :3000/hook dlv_…`: a delivery that was just made. */
export const sentTo = (row: DeliveryRow, receiverName: ReceiverName): string =>
  `--> ${receiverName(row)} ${row.id}${row.fault === null ? '' : ` fault ${row.fault}`}`

/** Names receivers by the subscriptions of this moment. */
export async function readReceiverNames(client: Client): Promise<ReceiverName> {
  const known = createKnownSubscriptions(client)
  await known.read()
  return known.receiverName
}

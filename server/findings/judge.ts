/** Judges what was sent in a refused attempt, by verifying the request again. */
import type { Attempt, Delivery, Subscription, Verified } from '../wire.ts'
import type { SentFinding } from '../words/advice.ts'
import { judgeSent } from './advice.ts'

/**
 * Whether what was sent fits the secret that the subscription has now.
 * @param sandbox how to ask the sandbox
 */
export async function judge(
  sandbox: {
    subscriptions(): Promise<readonly Subscription[]>
    verify(request: object): Promise<Verified>
  },
  delivery: Delivery,
  attempt: Attempt,
): Promise<SentFinding | null> {
  const subscription = (await sandbox.subscriptions()).find(({ id }) => id === delivery.subscription_id)
  if (subscription === undefined) return null
  const { url, headers, body, body_base64 } = attempt.request
  const found = await sandbox.verify({
    url,
    headers,
    ...(body_base64 === null ? { body } : { body_base64 }),
    scheme: delivery.scheme,
    secret: subscription.secret,
    at: attempt.signed_at,
    answer: attempt.response?.body ?? '',
  })
  return judgeSent(found, attempt, subscription)
}

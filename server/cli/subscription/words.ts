import type { Clock, Subscription } from '../../wire.ts'
import { sayDuration } from '../../words/time.ts'

/** `… http://127.0.0.1:3000/ card*, kyc* by standard-webhooks with secret …3kQ9 of demo; enabled, fault drop` */
export function subscriptionLine(subscription: Subscription): string {
  const { id, url, events, scheme, secret, identity } = subscription
  const { status, disabled_reason, fault, ordered, concurrency } = subscription
  const stands = [
    disabled_reason === null ? status : `${status}: ${disabled_reason}`,
    fault !== null && `fault ${fault}`,
    // Its concurrency waits until it is ordered no more.
    ordered ? 'in order, one at a time' : concurrency !== null && `${concurrency} at a time`,
  ].filter((part) => part !== false)
  return `${id} ${url} ${events.join(', ')} by ${scheme} with secret …${secret.slice(-4)} of ${identity}; ${stands.join(', ')}`
}

/** `whsec_… signs until 2026-01-01T09:10:00.000000Z`, or `signed until …` where that is past. */
export const oldSecretLines = ({ old_secrets }: Subscription, { now }: Clock): string[] =>
  old_secrets.map(({ secret, until }) => `  ${secret} ${until > now ? 'signs' : 'signed'} until ${until}`)

/** What the line leaves out, one a line. */
export function subscriptionDetails(subscription: Subscription, clock: Clock): string[] {
  const { description, secret, public_key, scheme_options } = subscription
  const { timeout_ms, retry_delays } = subscription
  return [
    ...(description === '' ? [] : [`  ${description}`]),
    `  secret ${secret}`,
    ...(public_key === null ? [] : [`  public key ${public_key}`]),
    ...oldSecretLines(subscription, clock),
    ...(Object.keys(scheme_options).length === 0
      ? []
      : [`  scheme options ${JSON.stringify(scheme_options)}`]),
    ...(timeout_ms === null
      ? []
      : [`  waits ${timeout_ms === 0 ? 'for ever' : sayDuration(timeout_ms)} for an answer`]),
    ...(retry_delays === null
      ? []
      : [
          `  ${retry_delays.length === 0 ? 'never tried again' : `tried again after ${retry_delays.join(', ')}`}`,
        ]),
  ]
}

/** Turns the replay form into a request. */
import type { Capture, Endpoint, Subscription } from '../../server/wire.ts'
import { target } from '../kit/format.ts'
import { headerEdits, headerLines, pairsIn } from '../kit/header-lines.ts'

/** How to sign a replay: with a secret the sandbox knows, or with an entered one. */
type SignAnew = true | { subscription_id: string } | { endpoint: string } | { secret: string; scheme: string }
/** A replay. Absent fields stay as received. */
export interface ReplayOrder {
  url?: string
  method?: string
  /** Header name to its new value; null removes the header. */
  headers?: Record<string, string | null>
  body?: string
  sign?: SignAnew
}

/** The form as typed; headers as lines of `name: value`. */
export interface ReplayForm {
  url: string
  method: string
  headers: string
  body: string
  /** Empty keeps the received signature; else one of {@link signOptions}. */
  sign: string
  secret: string
  scheme: string
}

/** The form that sends the same bytes to a URL. */
export const sameBytes = (
  capture: Pick<Capture, 'method' | 'body' | 'headers' | 'verdict'>,
  url: string,
): ReplayForm => ({
  url,
  method: capture.method,
  headers: headerLines(capture.headers),
  body: capture.body ?? '',
  sign: '',
  secret: '',
  scheme: capture.verdict.scheme ?? 'standard-webhooks',
})

/** The ways to sign a replay, as options of a select. `own` is the sandbox's origin. */
export const signOptions = (
  endpoints: readonly Endpoint[],
  subscriptions: readonly Subscription[],
  own: string,
): (readonly [value: string, title: string])[] => [
  ['', 'as received'],
  ['known', 'new, with the matching secret'],
  ...endpoints
    .filter(({ secret }) => secret !== null)
    .map(({ name }) => [`endpoint ${name}`, `new, with the secret of /in/${name}`] as const),
  ...subscriptions.map(
    ({ id, url }) =>
      [`subscription ${id}`, `new, with the secret of the subscription to ${target(url, own)}`] as const,
  ),
  ['secret', 'new, with a secret you enter'],
]

function signOf({ sign, secret, scheme }: ReplayForm): SignAnew | undefined {
  const [word, name = ''] = sign.split(' ')
  switch (word) {
    case 'known':
      return true
    case 'endpoint':
      return { endpoint: name }
    case 'subscription':
      return { subscription_id: name }
    case 'secret':
      return { secret, scheme }
    default:
      return undefined
  }
}

/** The request of the form, without unchanged fields. */
export function replayOf(form: ReplayForm, before: ReplayForm): ReplayOrder {
  const sign = signOf(form)
  const headers = headerEdits(pairsIn(before.headers), pairsIn(form.headers))
  return {
    ...(form.url.trim() === '' ? {} : { url: form.url.trim() }),
    ...(form.method === before.method ? {} : { method: form.method }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(form.body === before.body ? {} : { body: form.body }),
    ...(sign === undefined ? {} : { sign }),
  }
}

import type { Capture, Endpoint, Subscription } from '../../server/wire.ts'
import { target } from '../kit/format.ts'
import { headerEdits, headerLines, pairsIn } from '../kit/header-lines.ts'

/** How a replay is signed anew: by what the sandbox knows, or by a secret that is named. */
type SignAnew = true | { subscription_id: string } | { endpoint: string } | { secret: string; scheme: string }
/** A replay; what is absent stays as it was received. */
export interface ReplayOrder {
  url?: string
  method?: string
  /** Name → another value; null leaves it out. */
  headers?: Record<string, string | null>
  body?: string
  sign?: SignAnew
}

/** A replay as typed; headers as lines of `name: value`. */
export interface ReplayForm {
  url: string
  method: string
  headers: string
  body: string
  /** `` sends the signature as received; else one of {@link signOptions}. */
  sign: string
  secret: string
  scheme: string
}

/** The form that sends the same bytes to an address. */
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

/** How a replay can be signed, as the choices of a select; `own` is the sandbox's address. */
export const signOptions = (
  endpoints: readonly Endpoint[],
  subscriptions: readonly Subscription[],
  own: string,
): (readonly [value: string, title: string])[] => [
  ['', 'as it was received'],
  ['known', 'anew, by what it belongs to'],
  ...endpoints
    .filter(({ secret }) => secret !== null)
    .map(({ name }) => [`endpoint ${name}`, `anew, by /in/${name}`] as const),
  ...subscriptions.map(
    ({ id, url }) => [`subscription ${id}`, `anew, by the subscription of ${target(url, own)}`] as const,
  ),
  ['secret', 'anew, by a secret of my own'],
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

/** What the form asks for, without what stays as it was received. */
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

/** Shows the secret of a new subscription. */

import type { Subscription } from '../../server/wire.ts'
import { target } from '../kit/format.ts'
import { go, placeOf } from '../place/navigation.ts'
import { Secret } from '../secrets/secret.tsx'

export function ItsSecret({ subscription: { id, url, secret } }: { subscription: Subscription }) {
  return (
    <p class="strip-result" role="status">
      Secret of the subscription to {target(url, location.origin)}:{' '}
      <Secret secret={secret} of="your receiver" />{' '}
      <button type="button" class="link" onClick={() => go({ ...placeOf('subscriptions'), open: id })}>
        Show subscription
      </button>
    </p>
  )
}

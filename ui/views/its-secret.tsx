import type { Subscription } from '../../server/wire.ts'
import { target } from '../parts/format.ts'
import { Secret } from '../parts/secret.tsx'
import { go, placeOf } from '../state/navigation.ts'

/** What the receiver that was just subscribed needs to verify. */
export function ItsSecret({ subscription: { id, url, secret } }: { subscription: Subscription }) {
  return (
    <p class="strip-result" role="status">
      {target(url, location.origin)} verifies with this secret: <Secret secret={secret} of="your receiver" />{' '}
      <button type="button" class="link" onClick={() => go({ ...placeOf('subscriptions'), open: id })}>
        Its subscription
      </button>
    </p>
  )
}

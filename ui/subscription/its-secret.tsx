import type { Subscription } from '../../server/wire.ts'
import { target } from '../kit/format.ts'
import { go, placeOf } from '../place/navigation.ts'
import { Secret } from '../secrets/secret.tsx'

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

import type { Capture } from '../../server/wire.ts'
import { DeliveryFault } from '../delivery/fault-note.tsx'
import { ThingLink } from '../detail/related.tsx'
import { getDelivery } from '../live/routes.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { firstRead } from '../message/bodies.ts'
import { Mistakes } from '../verdict/mistakes.tsx'

/** What is wrong with a capture: its sender's mistakes, and the fault of the delivery that brought it. */
export function CaptureFault({ capture: { mistakes, delivery_id, event } }: { capture: Capture }) {
  return (
    <>
      {mistakes.length > 0 ? (
        <section>
          <h3>Mistakes of its sender</h3>
          <Mistakes mistakes={mistakes} />
        </section>
      ) : (
        <p>
          Nothing is wrong with the request itself; whether its signature is right stands under Signature.
        </p>
      )}
      {delivery_id === null ? (
        <p class="quiet">It came from elsewhere: only what the sandbox sends has a fault put on it.</p>
      ) : (
        <section class="related">
          <h3>The delivery that brought it</h3>
          <ThingLink id={delivery_id} kind="delivery" name={event ?? delivery_id} about={delivery_id} />
          <Brought id={delivery_id} />
        </section>
      )}
    </>
  )
}

function Brought({ id }: { id: string }) {
  const { value, problem } = useLoaded(id, 0, () => getDelivery(id, firstRead))
  if (problem !== null) return <p class="quiet">The delivery is no longer kept.</p>
  return value === null ? null : <DeliveryFault delivery={value.delivery} />
}

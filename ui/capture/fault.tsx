/** The Fault tab of a capture: mistakes of the sender, and the fault of its delivery. */
import type { Capture } from '../../server/wire.ts'
import { DeliveryFault } from '../delivery/fault-note.tsx'
import { ThingLink } from '../detail/related.tsx'
import { getDelivery } from '../live/routes.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { firstRead } from '../message/bodies.ts'
import { Mistakes } from './mistakes.tsx'

export function CaptureFault({ capture: { mistakes, delivery_id, event } }: { capture: Capture }) {
  return (
    <>
      {mistakes.length > 0 ? (
        <section>
          <h3>Mistakes of the sender</h3>
          <Mistakes mistakes={mistakes} />
        </section>
      ) : (
        <p>The request has no mistakes. The Signature tab shows whether its signature is valid.</p>
      )}
      {delivery_id === null ? (
        <p class="quiet">Another program sent this request. Only deliveries of the sandbox carry faults.</p>
      ) : (
        <section class="related">
          <h3>Delivery</h3>
          <ThingLink id={delivery_id} kind="delivery" name={event ?? delivery_id} about={delivery_id} />
          <Brought id={delivery_id} />
        </section>
      )}
    </>
  )
}

function Brought({ id }: { id: string }) {
  const { value, problem } = useLoaded(id, 0, () => getDelivery(id, firstRead))
  if (problem !== null) return <p class="quiet">Retention has deleted the delivery.</p>
  return value === null ? null : <DeliveryFault delivery={value.delivery} />
}

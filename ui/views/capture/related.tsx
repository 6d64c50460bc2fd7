import type { Capture } from '../../../server/wire.ts'
import { RelatedCaptures, ThingLink } from '../related.tsx'

/** The event and the delivery it belongs to, and the other captures of the same id. */
export function Related({ capture }: { capture: Capture }) {
  const { webhook_id, delivery_id, event } = capture
  const isOurs = webhook_id?.startsWith('evt_') ?? false
  return (
    <>
      {isOurs && webhook_id !== null && (
        <section class="related">
          <h3>Event</h3>
          <ThingLink id={webhook_id} kind="event" name={event ?? webhook_id} about={webhook_id} />
        </section>
      )}
      {delivery_id !== null && (
        <section class="related">
          <h3>Delivery</h3>
          <ThingLink id={delivery_id} kind="delivery" name={event ?? delivery_id} about={delivery_id} />
        </section>
      )}
      {webhook_id === null ? (
        <p class="quiet">It carries no webhook-id, so nothing else is known to belong to it.</p>
      ) : (
        <RelatedCaptures
          title="Captures with this webhook-id"
          none="There is none."
          filters={{ webhook_id }}
        />
      )}
    </>
  )
}

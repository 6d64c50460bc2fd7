/** Shows the deliveries of a sent event. */

import { deliveryLink } from '../detail/related.tsx'
import { many, count as shown } from '../kit/format.ts'
import type { Triggered } from '../live/routes.ts'
import { rows, version } from '../stream/stream.ts'

const shownAtMost = 8

export function Fired({ fired, isWithoutHistory }: { fired: Triggered; isWithoutHistory: boolean }) {
  const { counts, deliveries = [] } = fired
  // Subscribes to row updates, so that responses appear.
  version.value
  const first = deliveries.slice(0, shownAtMost).map((row) => {
    const known = rows.get(row.id)
    return known?.kind === 'delivery' ? known.data : row
  })
  return (
    <section class="related" aria-live="polite">
      <h3>
        Sent {many(counts.events, 'event')}, {many(counts.deliveries, 'delivery', 'deliveries')}
      </h3>
      {isWithoutHistory && <p class="quiet">No history: the object existed already.</p>}
      {counts.deliveries === 0 && (
        <p class="quiet">
          No enabled subscription matches this event. Subscribe to it, or select a subscription above.
        </p>
      )}
      {first.map(deliveryLink)}
      {counts.deliveries > first.length && (
        <p class="quiet">and {shown(counts.deliveries - first.length)} more in the stream</p>
      )}
    </section>
  )
}

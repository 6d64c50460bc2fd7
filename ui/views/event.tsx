import type { Event } from '../../server/wire.ts'
import { Body } from '../parts/body.tsx'
import { dateTime } from '../parts/format.ts'
import { sendEvent } from '../state/acts.ts'
import { go, placeOf } from '../state/navigation.ts'
import { DetailFrame } from './detail-frame.tsx'
import { RelatedCaptures, RelatedDeliveries } from './related.tsx'
import { RunLink } from './run-link.tsx'

/** One event: its payload and where it went. */
export function EventDetail({ event }: { event: Event }) {
  return (
    <DetailFrame
      title={
        <>
          {event.event} <span class="quiet">{event.id}</span>
        </>
      }
      state={
        <>
          {dateTime(event.occurred_at)} · caused by {event.source}
          {event.run_id !== null && (
            <>
              {' '}
              <RunLink id={event.run_id} />
            </>
          )}
        </>
      }
      acts={
        <>
          <button type="button" class="primary" onClick={() => void sendEvent(event.event)}>
            Send another
          </button>
          <button type="button" onClick={() => go({ ...placeOf('simulate'), open: event.event })}>
            Change and send
          </button>
        </>
      }
      first="request"
      about={[event.id]}
      tabs={[
        { name: 'request', title: 'Payload', body: () => <Body text={JSON.stringify(event.payload)} /> },
        {
          name: 'related',
          title: 'Deliveries',
          body: () => (
            <>
              <RelatedDeliveries
                title="Deliveries"
                none="No enabled subscription wanted it."
                filters={{ event_id: event.id }}
              />
              <RelatedCaptures
                title="Captures"
                none="It was not captured here."
                filters={{ webhook_id: event.id }}
              />
            </>
          ),
        },
      ]}
    />
  )
}

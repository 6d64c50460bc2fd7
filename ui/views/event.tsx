import type { Event } from '../../server/wire.ts'
import { Body } from '../parts/body.tsx'
import type { Command } from '../parts/commands.tsx'
import { copiesOf } from '../parts/copy-as.ts'
import { CopyMenu } from '../parts/copy-menu.tsx'
import { sandboxCurl } from '../parts/curl.ts'
import { dateTime } from '../parts/format.ts'
import { Measured } from '../parts/measured.tsx'
import { payloadText, sameEvent } from '../parts/same-event.ts'
import { triggerCommand } from '../parts/simulator-commands.ts'
import { sendEvent } from '../state/acts.ts'
import { go, placeOf } from '../state/navigation.ts'
import { DetailFrame } from './detail-frame.tsx'
import { Family } from './family.tsx'
import { LikeThis } from './like-this.tsx'
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
          <Measured text={`${dateTime(event.occurred_at)} · caused by ${event.source}`} />
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
      takes={
        <>
          <CopyMenu items={copiesOf({ kind: 'event', value: event })} />
          <LikeThis kind="event" data={event} />
        </>
      }
      commands={commandsOf(event)}
      first="request"
      about={[event.id]}
      tabs={[
        { name: 'request', title: 'Payload', body: () => <Body text={payloadText(event)} /> },
        {
          name: 'related',
          title: 'Related',
          body: () => <Family of={{ kind: 'event', data: event }} />,
        },
      ]}
    />
  )
}

const fireCurl = (order: object) => sandboxCurl('POST', `${location.origin}/sandbox/events`, order)

function commandsOf(fired: Event): Command[] {
  const { event } = fired
  return [
    { button: 'Send another', what: 'the command', text: triggerCommand({ event }) },
    { button: 'Send another', what: 'the curl command', text: fireCurl({ event }) },
    { button: 'Change and send', what: 'it with this payload as curl', text: fireCurl(sameEvent(fired)) },
  ]
}

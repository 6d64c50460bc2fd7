/** The detail of an event: its payload and its deliveries. */
import type { Event } from '../../server/wire.ts'
import type { Command } from '../commands/commands.tsx'
import { sandboxCurl } from '../commands/curl.ts'
import { triggerCommand } from '../commands/simulator-commands.ts'
import { DetailFrame } from '../detail/detail-frame.tsx'
import { Family } from '../detail/family.tsx'
import { RunLink } from '../detail/run-link.tsx'
import { payloadText, sameEvent } from '../detail/same-event.ts'
import { Measured } from '../kit/measured.tsx'
import { dateTime } from '../kit/time.ts'
import { Body } from '../message/body.tsx'
import { go, placeOf } from '../place/navigation.ts'
import { sendEvent } from '../stream/looking.ts'

export function EventDetail({ event }: { event: Event }) {
  return (
    <DetailFrame
      thing={{ kind: 'event', data: event }}
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
            Send again
          </button>
          <button type="button" onClick={() => go({ ...placeOf('simulate'), open: event.event })}>
            Edit and send
          </button>
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

const fireCurl = (order: object) => sandboxCurl('POST', '/sandbox/events', order)

function commandsOf(fired: Event): Command[] {
  const { event } = fired
  return [
    { button: 'Send again', what: 'the command', text: triggerCommand({ event }) },
    { button: 'Send again', what: 'the curl command', text: fireCurl({ event }) },
    {
      button: 'Edit and send',
      what: 'the request as curl, with this payload',
      text: fireCurl(sameEvent(fired)),
    },
  ]
}

/** The detail of the open record in the stream. */

import { inOneLine } from '../kit/control-marks.ts'
import '../styles/things.css'
import type { ComponentType, VNode } from 'preact'
import { CallDetail } from '../call/call.tsx'
import { CaptureDetail } from '../capture/capture.tsx'
import { DeliveryDetail } from '../delivery/delivery.tsx'
import { EventDetail } from '../event/event.tsx'
import type { Problem, Result } from '../live/api.ts'
import { NotRead } from '../live/not-read.tsx'
import { ProblemBox } from '../live/problem.tsx'
import { getCall, getCapture, getEvent } from '../live/routes/records.ts'
import { getDelivery, type Kind } from '../live/routes.ts'
import { openAtReset, touched } from '../live/touched.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { firstRead } from '../message/bodies.ts'
import { Back } from '../place/back.tsx'
import { close, place } from '../place/navigation.ts'

/** The prefix of the id names the kind of record. */
export function Detail() {
  const { open } = place.value
  if (open === null) return null
  return (
    <>
      <Back />
      <OpenThing key={open.slice(0, 4)} id={open} />
    </>
  )
}

function OpenThing({ id }: { id: string }) {
  const Thing = things[id.slice(0, 4)]
  if (Thing !== undefined) return <Thing id={id} />
  const fix = 'Ids begin with evt_, dlv_, cap_ or cal_. Check the link.'
  return <ProblemBox problem={{ message: `${id} is not an id of this sandbox.`, fix }} />
}

/** The component of each kind, by the prefix of its ids. */
const things: Record<string, ComponentType<{ id: string }>> = {
  evt_: opened('event', getEvent, ({ event }) => <EventDetail event={event} />),
  dlv_: opened('delivery', getDelivery, ({ delivery }) => <DeliveryDetail delivery={delivery} />),
  cap_: opened('capture', getCapture, ({ capture }) => <CaptureDetail capture={capture} />),
  cal_: opened('call', getCall, ({ call }) => <CallDetail call={call} />),
}

/** Creates the component that loads and draws one kind of record. `bytes` limits how much of each body is loaded. */
function opened<T>(
  what: Kind,
  load: (id: string, bytes: number) => Promise<Result<T>>,
  draw: (value: T) => VNode,
) {
  return ({ id }: { id: string }) => {
    const { value, problem } = useLoaded(id, touched.value, () => load(id, firstRead))
    if (problem === null) return value === null ? <div class="empty" aria-busy="true" /> : draw(value)
    return <NotFound id={id} what={what} problem={problem} />
  }
}

/** Explains why a record could not be loaded. */
function NotFound({ id, what, problem }: { id: string; what: Kind; problem: Problem }) {
  if (!problem.code.endsWith('_unknown')) return <NotRead problem={problem} />
  if (openAtReset.value === id)
    return (
      <div class="empty">
        <p class="quiet">Deleted: the sandbox was reset.</p>
      </div>
    )
  return (
    <div class="empty">
      <p>No such {what}: it was deleted, removed by retention, or belongs to another sandbox.</p>
      <p class="quiet">
        <code>{inOneLine(id)}</code>
      </p>
      <button type="button" onClick={() => close()}>
        Close
      </button>
    </div>
  )
}

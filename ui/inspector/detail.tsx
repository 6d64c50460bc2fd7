import { inOneLine } from '../kit/control-marks.ts'
import '../styles/things.css'
import type { VNode } from 'preact'
import { CallDetail } from '../call/call.tsx'
import { CaptureDetail } from '../capture/capture.tsx'
import { DeliveryDetail } from '../delivery/delivery.tsx'
import { EventDetail } from '../event/event.tsx'
import { ProblemBox } from '../kit/problem.tsx'
import type { Result } from '../live/api.ts'
import { NotRead } from '../live/not-read.tsx'
import { getCall, getCapture, getDelivery, getEvent, type Kind } from '../live/routes.ts'
import { openAtReset, touched } from '../live/touched.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { firstRead } from '../message/bodies.ts'
import { Back } from '../place/back.tsx'
import { close, place } from '../place/navigation.ts'

/** What is open in the stream, by the kind that its id begins with. */
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
  switch (id.slice(0, 4)) {
    case 'evt_':
      return <Read id={id} what="event" load={getEvent} draw={({ event }) => <EventDetail event={event} />} />
    case 'dlv_':
      return (
        <Read
          id={id}
          what="delivery"
          load={(one) => getDelivery(one, firstRead)}
          draw={({ delivery }) => <DeliveryDetail delivery={delivery} />}
        />
      )
    case 'cap_':
      return (
        <Read
          id={id}
          what="capture"
          load={(one) => getCapture(one, firstRead)}
          draw={({ capture }) => <CaptureDetail capture={capture} />}
        />
      )
    case 'cal_':
      return (
        <Read
          id={id}
          what="call"
          load={(one) => getCall(one, firstRead)}
          draw={({ call }) => <CallDetail call={call} />}
        />
      )
    default: {
      const fix = 'Ids begin with evt_, dlv_, cap_ or cal_. Check the link.'
      return <ProblemBox problem={{ message: `${id} is no id of this sandbox.`, fix }} />
    }
  }
}

interface ReadProps<T> {
  id: string
  /** The word for it. */
  what: Kind
  load: (id: string) => Promise<Result<T>>
  draw: (value: T) => VNode
}

function Read<T>({ id, what, load, draw }: ReadProps<T>) {
  const { value, problem } = useLoaded(id, touched.value, () => load(id))
  if (problem?.code.endsWith('_unknown') && openAtReset.value === id)
    return (
      <div class="empty">
        <p class="quiet">Gone: the sandbox began anew.</p>
      </div>
    )
  if (problem?.code.endsWith('_unknown'))
    return (
      <div class="empty">
        <p>
          There is no such {what} here: it was deleted, let go by the retention, or is of another sandbox.
        </p>
        <p class="quiet">
          <code>{inOneLine(id)}</code>
        </p>
        <button type="button" onClick={() => close()}>
          Close
        </button>
      </div>
    )
  if (problem !== null) return <NotRead problem={problem} />
  return value === null ? <div class="empty" aria-busy="true" /> : draw(value)
}

/** The detail of the open record in the stream. */

import { inOneLine } from '../kit/control-marks.ts'
import '../styles/things.css'
import { CallDetail } from '../call/call.tsx'
import { CaptureDetail } from '../capture/capture.tsx'
import { DeliveryDetail } from '../delivery/delivery.tsx'
import { EventDetail } from '../event/event.tsx'
import type { Problem } from '../live/api.ts'
import { NotRead } from '../live/not-read.tsx'
import { ProblemBox } from '../live/problem.tsx'
import { kindOfId, readThing } from '../live/routes/records.ts'
import type { Kind } from '../live/routes.ts'
import { openAtReset, touched } from '../live/touched.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { firstRead } from '../message/bodies.ts'
import { Back } from '../place/back.tsx'
import { close, place } from '../place/navigation.ts'

/** The prefix of the id names the kind of record. */
export function Detail() {
  const { open } = place.value
  if (open === null) return null
  const kind = kindOfId(open)
  const fix = 'Ids begin with evt_, dlv_, cap_ or cal_. Check the link.'
  return (
    <>
      <Back />
      {kind === null ? (
        <ProblemBox problem={{ message: `${open} is not an id of this sandbox.`, fix }} />
      ) : (
        <OpenThing key={kind} kind={kind} id={open} />
      )}
    </>
  )
}

function OpenThing({ kind, id }: { kind: Kind; id: string }) {
  const { value, problem } = useLoaded(id, touched.value, () => readThing(kind, id, firstRead))
  if (problem !== null) return <NotFound id={id} what={kind} problem={problem} />
  switch (value?.kind) {
    case undefined:
      return <div class="empty" aria-busy="true" />
    case 'event':
      return <EventDetail event={value.data} />
    case 'delivery':
      return <DeliveryDetail delivery={value.data} />
    case 'capture':
      return <CaptureDetail capture={value.data} />
    case 'call':
      return <CallDetail call={value.data} />
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

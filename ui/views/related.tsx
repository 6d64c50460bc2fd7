import type { CallRow, CaptureRow, DeliveryRow } from '../../server/wire.ts'
import { captureSign } from '../parts/capture-sign.ts'
import { Cut } from '../parts/cut.tsx'
import { callSign, clockTime, deliverySign, type Sign, target } from '../parts/format.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Mark } from '../parts/mark.tsx'
import { ProblemBox } from '../parts/problem.tsx'
import { openThing, place } from '../state/navigation.ts'
import { writePlace } from '../state/place.ts'
import { type Filters, listRows } from '../state/routes.ts'
import { touched } from '../state/touched.ts'
import { useLoaded } from './use-loaded.ts'

interface LinkProps {
  id: string
  kind: IconName
  name: string
  about: string
  at?: string
  sign?: Sign
}

/** A line that leads to another thing. */
export function ThingLink({ id, kind, name, about, at, sign }: LinkProps) {
  return (
    <a
      class="thing-link"
      href={writePlace({ ...place.value, view: 'stream', open: id })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        openThing(id)
      }}
    >
      {at !== undefined && <time class="row-time">{clockTime(at)}</time>}
      <Icon name={kind} />
      <span class="row-text">
        <span class="row-name">
          <Cut text={name} />
        </span>
        <span class="row-about">
          <Cut text={about} />
        </span>
      </span>
      {sign && <Mark sign={sign} />}
    </a>
  )
}

const deliveryLink = (row: DeliveryRow) => (
  <ThingLink
    key={row.id}
    id={row.id}
    kind="delivery"
    name={row.event}
    about={`→ ${target(row.url, location.origin)}`}
    at={row.created_at}
    sign={deliverySign(row)}
  />
)
const captureLink = (row: CaptureRow) => (
  <ThingLink
    key={row.id}
    id={row.id}
    kind="capture"
    name={`${row.method} ${row.path}`}
    about="capture"
    at={row.received_at}
    sign={captureSign(row)}
  />
)

const callLink = (row: CallRow) => (
  <ThingLink
    key={row.id}
    id={row.id}
    kind="call"
    name={`${row.method} ${row.path}`}
    about={row.armed === null ? 'call' : 'call · armed'}
    at={row.at}
    sign={callSign(row)}
  />
)

interface ListProps {
  title: string
  none: string
  filters: Filters
}

/** The deliveries that a filter finds. */
export function RelatedDeliveries({ title, none, filters }: ListProps) {
  const subject = JSON.stringify(filters)
  const { value, problem } = useLoaded(subject, touched.value, () =>
    listRows('delivery', { limit: 100, ...filters }),
  )
  return <Links title={title} none={none} problem={problem} links={value?.rows.map(deliveryLink)} />
}

/** The captures that a filter finds. */
export function RelatedCaptures({ title, none, filters }: ListProps) {
  const subject = JSON.stringify(filters)
  const { value, problem } = useLoaded(subject, touched.value, () =>
    listRows('capture', { limit: 100, ...filters }),
  )
  return <Links title={title} none={none} problem={problem} links={value?.rows.map(captureLink)} />
}

/** The calls that a filter finds; read again when `again` goes up. */
export function RelatedCalls({ title, none, filters, again }: ListProps & { again: number }) {
  const { value, problem } = useLoaded(JSON.stringify(filters), touched.value + again, () =>
    listRows('call', filters),
  )
  return <Links title={title} none={none} problem={problem} links={value?.rows.map(callLink)} />
}

interface LinksProps {
  title: string
  none: string
  problem: { message: string; fix: string } | null
  links: preact.ComponentChild[] | undefined
}

function Links({ title, none, problem, links }: LinksProps) {
  return (
    <section class="related">
      <h3>{title}</h3>
      {problem && <ProblemBox problem={problem} />}
      {links && (links.length > 0 ? links : <p class="quiet">{none}</p>)}
    </section>
  )
}

/** Links to records, and lists of related records. */

import type { VNode } from 'preact'
import type { CallRow, DeliveryRow } from '../../server/wire.ts'
import { Cut } from '../kit/cut-text.tsx'
import { callSign, deliverySign, type Sign, withoutSecrets } from '../kit/format.ts'
import { Icon, type IconName } from '../kit/icon.tsx'
import { Mark } from '../kit/mark.tsx'
import { clockTime } from '../kit/time.ts'
import { ByDay } from '../live/days.tsx'
import { NotRead } from '../live/not-read.tsx'
import { type Filters, type Kind, listRows, type RowOf } from '../live/routes.ts'
import { receiverName } from '../live/settings.ts'
import { touched } from '../live/touched.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { linkTo } from '../place/as-link.ts'
import { openThing, place } from '../place/navigation.ts'

interface LinkProps {
  id: string
  /** The tab to open, if not the last chosen one. */
  tab?: string
  kind?: IconName
  name: string
  about: string
  at?: string | null
  sign?: Sign | null
  /** Whether the link is the open record. */
  isHere?: boolean
}

/** A link to a record. */
export function ThingLink({ id, tab, kind, name, about, at, sign, isHere = false }: LinkProps) {
  return (
    <a
      class={isHere ? 'thing-link here' : 'thing-link'}
      aria-current={isHere ? 'true' : undefined}
      {...linkTo({ ...place.value, view: 'stream', open: id, ...(tab !== undefined && { tab }) }, () =>
        openThing(id, tab),
      )}
    >
      {at != null && <time class="row-time">{clockTime(at)}</time>}
      {kind !== undefined && <Icon name={kind} />}
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

/** A link to a delivery. */
export const deliveryLink = (row: DeliveryRow) => (
  <ThingLink
    key={row.id}
    id={row.id}
    kind="delivery"
    name={row.event}
    about={`→ ${receiverName.value(row)}`}
    at={row.created_at}
    sign={deliverySign(row)}
  />
)
const callLink = (row: CallRow) => (
  <ThingLink
    key={row.id}
    id={row.id}
    kind="call"
    name={`${row.method} ${withoutSecrets(row.path)}`}
    about={row.armed === null ? 'call' : 'call · armed'}
    at={row.at}
    sign={callSign(row)}
  />
)

interface ListProps {
  title: string
  none: string
  filters: Filters
  /** Increases to reload the list. */
  again?: number
}

/** The deliveries that match a filter. */
export const RelatedDeliveries = (props: ListProps) => (
  <Related {...props} kind="delivery" linkOf={deliveryLink} at={(row) => row.created_at} />
)
/** The calls that match a filter. */
export const RelatedCalls = (props: ListProps) => (
  <Related {...props} kind="call" linkOf={callLink} at={(row) => row.at} />
)

interface RelatedProps<K extends Kind> extends ListProps {
  kind: K
  linkOf: (row: RowOf[K]) => VNode
  at: (row: RowOf[K]) => string
}

function Related<K extends Kind>({ kind, linkOf, at, title, none, filters, again = 0 }: RelatedProps<K>) {
  const { value, problem } = useLoaded(JSON.stringify(filters), touched.value + again, () =>
    listRows(kind, filters),
  )
  return (
    <section class="related">
      <h3 class="label">{title}</h3>
      {problem && <NotRead problem={problem} />}
      {value?.rows.length === 0 && <p class="quiet">{none}</p>}
      {value && (
        <ByDay of={value.rows} at={at} as="h4">
          {linkOf}
        </ByDay>
      )}
    </section>
  )
}

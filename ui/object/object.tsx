/** One object of the platform: its state and balance, its relations, its fields, and what happened to it. */
import '../styles/headers.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PlatformObject, PlatformObjectRow } from '../../server/wire.ts'
import { money } from '../../server/words/money.ts'
import { fieldTexts, kindBeside } from '../../server/words/object.ts'
import { NotHere } from '../detail/not-here.tsx'
import { ThingLink } from '../detail/related.tsx'
import { inOneLine } from '../kit/control-marks.ts'
import { Copy } from '../kit/copy.tsx'
import { Cut } from '../kit/cut-text.tsx'
import { Fact } from '../kit/fact.tsx'
import { Mark } from '../kit/mark.tsx'
import { dateTime } from '../kit/time.ts'
import { titled } from '../kit/titled.ts'
import { ByDay, happenedAt } from '../live/days.tsx'
import type { Entry } from '../live/entries.ts'
import { NotRead } from '../live/not-read.tsx'
import { touched } from '../live/touched.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { title as pageTitle } from '../notify/unread.ts'
import { Back } from '../place/back.tsx'
import { go, placeOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { WithIds } from '../secrets/with-ids.tsx'
import { wordsOf } from '../stream/stream-row.tsx'
import { mostOfKind, readObject, stateSign } from './objects.ts'

export function ObjectDetail({ id, happenings }: { id: string; happenings: number }) {
  const { value, problem } = useLoaded(id, touched.value + happenings, () => readObject(id))
  if (problem?.code === 'platform_object_unknown')
    return (
      <NotHere>
        <p>No such object: it was deleted, exists only in a payload, or belongs to another sandbox.</p>
        <p class="quiet">
          <code>{inOneLine(id)}</code>
        </p>
        <PlaceLink to={{ ...placeOf('stream'), q: `"${id}"` }}>Search the stream for the id</PlaceLink>
      </NotHere>
    )
  if (problem !== null) return <NotRead problem={problem} />
  if (value === null) return <div class="empty" aria-busy="true" />
  return <Shown asked={id} object={value.object} timeline={value.timeline} />
}

function Shown({
  asked,
  object,
  timeline,
}: {
  asked: string
  object: PlatformObject
  timeline: readonly Entry[]
}) {
  const { id, title, balance, relations } = object
  const sign = stateSign(object)
  const { parent, owner, children } = relations
  const related = [parent, owner, ...children].filter((row) => row !== null)
  useEffect(() => {
    const before = pageTitle.value
    pageTitle.value = `${title} · ${before}`
    return () => {
      pageTitle.value = before
    }
  }, [title])
  // The beginning of an id is enough to open an object.
  useEffect(() => {
    if (asked !== id) go({ open: id }, 'replace')
  }, [asked, id])
  return (
    <article class="thing">
      <Back />
      <header class="thing-head">
        <h2>
          {titled(title)} <span class="quiet">{kindBeside(object)}</span>
        </h2>
        <p class="thing-state object-state">
          {balance !== null && <b>{money(balance)}</b>}
          {sign && <Mark sign={sign} />}
          {owner !== null && (
            <PlaceLink to={{ ...placeOf('objects'), open: owner.id }}>{owner.title}</PlaceLink>
          )}
        </p>
        <div class="acts takes">
          <Copy text={id} label="Copy id" what={id} />
          <Copy text={location.href} label="Link" what="to this page" />
        </div>
      </header>
      <div class="tab-panel">
        <Part title="Related objects">
          {related.length === 0 && <p class="quiet">No related objects.</p>}
          {related.map((row) => (
            <ObjectLink key={row.id} row={row} />
          ))}
        </Part>
        <Fields object={object} />
        <Part title="Timeline">
          <Timeline object={object} timeline={timeline} />
        </Part>
      </div>
    </article>
  )
}

const Part = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="related">
    <h3>{title}</h3>
    {children}
  </section>
)

function ObjectLink({ row }: { row: PlatformObjectRow }) {
  const { id, title, balance } = row
  const sign = stateSign(row)
  return (
    <PlaceLink to={{ ...placeOf('objects'), open: id }} class="thing-link">
      <span class="row-text">
        <span class="row-name">
          <Cut text={title} />
        </span>
        <span class="row-about">
          <Cut text={[kindBeside(row), balance && money(balance)].filter((part) => part).join(' · ')} />
        </span>
      </span>
      {sign && <Mark sign={sign} />}
    </PlaceLink>
  )
}

function Fields({ object }: { object: PlatformObject }) {
  const { id, identity, fields, created_at, updated_at } = object
  const all = [['id', id], ...fieldTexts(fields), ['identity', identity]] as const
  // The ids of folded fields need not be looked up.
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="exchange" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Fields ({all.length + 2})</summary>
      {isOpen && (
        <dl class="pairs">
          {all.map(([name, text]) => (
            <Fact key={name} name={name}>
              <code>
                <WithIds text={text} />
              </code>
            </Fact>
          ))}
          <Fact name="created">{dateTime(created_at)}</Fact>
          <Fact name="changed">{dateTime(updated_at)}</Fact>
        </dl>
      )}
    </details>
  )
}

function Timeline({
  object: { id, more },
  timeline,
}: {
  object: PlatformObject
  timeline: readonly Entry[]
}) {
  if (timeline.length === 0) return <p class="quiet">No call, event or delivery names this object.</p>
  return (
    <>
      {(more.calls || more.events || more.deliveries) && (
        <p class="quiet">
          The list shows the newest {mostOfKind} of each kind.{' '}
          <PlaceLink to={{ ...placeOf('stream'), q: `"${id}"` }}>Show all in the stream</PlaceLink>
        </p>
      )}
      <ByDay of={timeline} at={happenedAt} as="h4">
        {(entry) => {
          const { at, name, means, about, sign } = wordsOf(entry)
          return (
            <ThingLink
              id={entry.id}
              kind={entry.kind}
              name={name}
              about={entry.kind === 'event' ? (means ?? '') : about}
              at={at}
              sign={sign}
            />
          )
        }}
      </ByDay>
    </>
  )
}

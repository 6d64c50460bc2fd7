/** One object of the platform: its fields, its relations, and what happened to it. */
import '../styles/headers.css'
import type { ComponentChildren } from 'preact'
import type { PlatformObject, PlatformObjectRow } from '../../server/wire.ts'
import { money } from '../../server/words/money.ts'
import { kindBeside } from '../../server/words/object.ts'
import { dateTime } from '../../server/words/time.ts'
import { NotHere } from '../detail/not-here.tsx'
import { ThingLink } from '../detail/related.tsx'
import { inOneLine } from '../kit/control-marks.ts'
import { Copy } from '../kit/copy.tsx'
import { Cut } from '../kit/cut-text.tsx'
import { Fact } from '../kit/fact.tsx'
import { Mark } from '../kit/mark.tsx'
import { titled } from '../kit/titled.ts'
import type { Entry } from '../live/entries.ts'
import { NotRead } from '../live/not-read.tsx'
import { touched } from '../live/touched.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { Back } from '../place/back.tsx'
import { placeOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { WithIds } from '../secrets/with-ids.tsx'
import { wordsOf } from '../stream/stream-row.tsx'
import { readObject, stateSign } from './objects.ts'

export function ObjectDetail({ id, happenings }: { id: string; happenings: number }) {
  const { value, problem } = useLoaded(id, touched.value + happenings, () => readObject(id))
  if (problem?.code === 'platform_object_unknown')
    return (
      <NotHere>
        <p>No such object: it was deleted, a payload made its id up, or it belongs to another sandbox.</p>
        <p class="quiet">
          <code>{inOneLine(id)}</code>
        </p>
        <PlaceLink to={{ ...placeOf('stream'), q: `"${id}"` }}>Search the stream for the id</PlaceLink>
      </NotHere>
    )
  if (problem !== null) return <NotRead problem={problem} />
  if (value === null) return <div class="empty" aria-busy="true" />
  return <Shown object={value.object} timeline={value.timeline} />
}

function Shown({ object, timeline }: { object: PlatformObject; timeline: readonly Entry[] }) {
  const { id, identity, title, state, balance, fields, relations, more } = object
  const { parent, owner, children } = relations
  const related = [parent, owner, ...children].filter((row) => row !== null)
  const isCut = more.calls || more.events || more.deliveries
  return (
    <article class="thing">
      <Back />
      <header class="thing-head">
        <h2>
          {titled(title)} <span class="quiet">{kindBeside(object)}</span>
        </h2>
        <p class="thing-state">
          {state !== null && <Mark sign={stateSign(state)} />}
          {balance !== null && <b> {money(balance)}</b>}
          <span class="quiet"> {identity}</span>
        </p>
        <div class="acts takes">
          <Copy text={id} label="Copy id" what={id} />
          <Copy text={location.href} label="Link" what="to this page" />
        </div>
      </header>
      <div class="tab-panel">
        <Part title="Fields">
          <dl class="pairs">
            <Fact name="id">
              <code>{id}</code>
            </Fact>
            {Object.entries(fields)
              .filter(([, value]) => value !== null)
              .map(([name, value]) => (
                <Fact key={name} name={name}>
                  <code>
                    <WithIds text={typeof value === 'string' ? value : JSON.stringify(value)} />
                  </code>
                </Fact>
              ))}
            <Fact name="created">{dateTime(object.created_at)}</Fact>
            <Fact name="changed">{dateTime(object.updated_at)}</Fact>
          </dl>
        </Part>
        {related.length > 0 && (
          <Part title="Related objects">
            {related.map((row) => (
              <ObjectLink key={row.id} row={row} />
            ))}
          </Part>
        )}
        <Part title="Timeline">
          {timeline.length === 0 && <p class="quiet">No call, event or delivery names this object.</p>}
          {isCut && (
            <p class="quiet">
              Shows the newest 50 of each kind.{' '}
              <PlaceLink to={{ ...placeOf('stream'), q: `"${id}"` }}>Show all in the stream</PlaceLink>
            </p>
          )}
          {timeline.map((entry) => {
            const { at, name, means, about, sign } = wordsOf(entry)
            return (
              <ThingLink
                key={entry.id}
                id={entry.id}
                kind={entry.kind}
                name={name}
                about={means ? `${means} · ${about}` : about}
                at={at}
                sign={sign}
              />
            )
          })}
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

const ObjectLink = ({ row }: { row: PlatformObjectRow }) => (
  <PlaceLink to={{ ...placeOf('objects'), open: row.id }} class="thing-link">
    <span class="row-text">
      <span class="row-name">
        <Cut text={row.title} />
      </span>
      <span class="row-about">
        <Cut text={[kindBeside(row), row.balance && money(row.balance)].filter((part) => part).join(' · ')} />
      </span>
    </span>
    {row.state !== null && <Mark sign={stateSign(row.state)} />}
  </PlaceLink>
)

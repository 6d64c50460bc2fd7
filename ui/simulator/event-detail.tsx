/** The detail of one event of the catalogue, or of a pattern. */

import { useEffect, useRef } from 'preact/hooks'
import type { CatalogueEvent } from '../../server/wire.ts'
import { SchemaFields } from '../json/schema/schema-fields.tsx'
import { schemaPaths } from '../json/schema/schema-paths.ts'
import { many } from '../kit/format.ts'
import { Tabs } from '../kit/tabs.tsx'
import { Body } from '../message/body.tsx'
import { Back } from '../place/back.tsx'
import { go, place } from '../place/navigation.ts'
import { EventForm } from './event-form.tsx'

export function EventDetail({ event }: { event: CatalogueEvent }) {
  const paths = schemaPaths(event.schema)
  const wanted = place.value.tab
  const current = wanted === 'fields' || wanted === 'example' ? wanted : 'send'
  return (
    <>
      <Back />
      <article class="thing">
        <header class="thing-head">
          <h2>{event.event}</h2>
          <p class="thing-state">
            {event.description} Cause: {event.caused_by}{' '}
            <a href={`/sandbox/docs#event-${event.event}`}>Open in the API reference</a>
          </p>
        </header>
        <Tabs
          label="Event sections"
          tabs={[
            { name: 'send', title: 'Send' },
            { name: 'fields', title: 'Fields', count: paths.length },
            { name: 'example', title: 'Example' },
          ]}
          current={current}
          onPick={(tab) => go({ tab }, 'replace')}
        >
          {current === 'send' && <EventForm name={event.event} event={event} paths={paths} />}
          {current === 'fields' && <SchemaFields event={event} paths={paths} />}
          {current === 'example' && <Body text={JSON.stringify(event.example)} />}
        </Tabs>
      </article>
    </>
  )
}

/** All events that match a pattern, and the form that sends them. */
export function PatternDetail({ pattern, events }: { pattern: string; events: readonly CatalogueEvent[] }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current !== null) field.current.value = pattern
  }, [pattern])
  const [first, ...others] = events.map(({ schema }) => schemaPaths(schema))
  const shared = (first ?? []).filter(({ path }) =>
    others.every((paths) => paths.some((one) => one.path === path)),
  )
  return (
    <>
      <Back />
      <article class="thing">
        <header class="thing-head">
          <h2>{pattern}</h2>
          <p class="thing-state">Sends each matching event, in the order of the catalogue.</p>
        </header>
        <div class="tab-panel">
          <div class="field pattern">
            <label for="pattern">Pattern</label>
            <input
              ref={field}
              id="pattern"
              type="text"
              autocomplete="off"
              spellcheck={false}
              aria-describedby="pattern-about"
              defaultValue={pattern}
              onChange={(change) => go({ open: change.currentTarget.value.trim() || '*' }, 'replace')}
            />
            <p id="pattern-about" class="quiet">
              * matches any text, dots included.
            </p>
          </div>
          {events.length === 0 ? (
            <p>No event matches. Shorten the pattern.</p>
          ) : (
            <EventForm key={pattern} name={pattern} event={undefined} paths={shared} />
          )}
          {events.length > 0 && (
            <section>
              <h3>{many(events.length, 'event')}</h3>
              <ul class="plain">
                {events.map(({ event, description }) => (
                  <li key={event}>
                    <code>{event}</code> <span class="quiet">{description}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </article>
    </>
  )
}

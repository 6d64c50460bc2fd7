/** Renders a reference as one page of plain HTML. */

import { mapping, type Pausable } from '../memory/in-slices.ts'
import { type Area, areasOf } from './document.ts'
import { type EventEntry, eventNamesOf, eventsSection } from './events.ts'
import { breakable, html, type Markup, prose, wholePage } from './markup.ts'
import { areaSection, type Told } from './operation.ts'

/** A part of the page that does not come from the document's operations. */
export interface Part {
  id: string
  title: string
  content: Markup
}
export interface Reference {
  told: Told
  title: string
  lead: Markup
  /** Links to the other pages and documents. */
  links: readonly { href: string; text: string }[]
  /** The parts before the operations. */
  guide: readonly Part[]
  events: readonly EventEntry[]
  errors: Part
}

const part = ({ id, title, content }: Part): Markup =>
  html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${content}</section>
`

const link = (id: string, text: string | Markup) => html`<li><a href="#${id}">${text}</a></li>
`

/** An entry of the contents with subentries, which show when it is opened. */
const folder = (id: string, title: string, links: readonly Markup[]): Markup =>
  html`<li><a class="area" href="#${id}">${title}</a><details><summary aria-label="${title}: ${links.length} entries">${links.length}</summary><ul>${links}</ul></details></li>
`

const areaLinks = ({ id, title, operations }: Area): Markup =>
  folder(
    id,
    title,
    operations.map((one) =>
      link(
        one.operationId,
        html`<b class="method ${one.method.toLowerCase()}">${one.method}</b> <span>${prose(one.summary ?? one.operationId)}</span>`,
      ),
    ),
  )

function navigation({ told, guide, errors }: Reference, areas: readonly Area[]): Markup {
  const events = eventNamesOf(told.document)
  return html`<nav aria-label="Contents"><ul class="contents">
${guide.map(
  ({ id, title }) => html`<li><a class="area" href="#${id}">${title}</a></li>
`,
)}${areas.map(areaLinks)}${
  events.length > 0
    ? folder(
        'events',
        'Events',
        events.map((name) => link(`event-${name}`, html`<code>${breakable(name)}</code>`)),
      )
    : ''
}<li><a class="area" href="#${errors.id}">${errors.title}</a></li>
</ul></nav>`
}

/** The whole reference as one page of plain HTML. */
export function* renderReference(reference: Reference): Pausable<Markup> {
  const { told, title, lead, links, guide, events, errors } = reference
  const areas = areasOf(told.document)
  const contents = navigation(reference, areas)
  const sections: Markup[] = []
  for (const area of areas) sections.push(yield* areaSection(told, area))
  const parts = yield* mapping([...guide, errors], part)
  return wholePage(
    title,
    html`<a class="skip" href="#main">Skip to the contents</a>
<header><a class="home" href="/">Webhook Sandbox</a><ul>${links.map(
      ({ href, text }) => html`<li><a href="${href}">${text}</a></li>`,
    )}</ul></header>
${contents}
<main id="main" tabindex="-1">
<h1>${title}</h1>
<p class="lead">${lead}</p>
${parts.slice(0, -1)}${sections}${eventsSection(told, events)}${parts.slice(-1)}</main>`,
  )
}

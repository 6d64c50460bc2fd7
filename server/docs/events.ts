/** The section of the reference that describes the events. */
import { bodyOf, type Document } from './document.ts'
import { exampleBody } from './example.ts'
import { html, jsonBlock, listed, type Markup, prose } from './markup.ts'
import { fieldTable, type Told } from './operation.ts'

/** An event of the catalogue. */
export interface EventEntry {
  event: string
  caused_by: string
  example: unknown
}

export const eventNamesOf = ({ webhooks = {} }: Document): string[] => Object.keys(webhooks)

/** The operations that may cause an event, if any. */
function causes({ document }: Told, event: string): Markup | '' {
  const operations = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter((one) => one['x-events']?.includes(event))
  if (operations.length === 0) return ''
  const links = operations.map(
    ({ operationId, summary = operationId }) => html`<a href="#${operationId}">${prose(summary)}</a>`,
  )
  return html`<p><span class="quiet">Operations that may cause it:</span> ${listed(links)}.</p>`
}

/** The section of events: each event with its fields and an example payload. */
export function eventsSection(told: Told, entries: readonly EventEntry[]): Markup | '' {
  const webhooks = Object.entries(told.document.webhooks ?? {})
  if (webhooks.length === 0) return ''
  const headers = [
    ...new Set(webhooks.flatMap(([, { post }]) => (post.parameters ?? []).map(({ name }) => name))),
  ]
  return html`<section id="events" aria-labelledby="events-title">
<h2 id="events-title">Events</h2>
<p>The sandbox sends each event as a <code>POST</code> with a JSON body to every enabled subscription whose <code>events</code> match its name. The response 200 or 201 accepts a delivery, unless the configuration says otherwise. After any other result the sandbox retries. The subscription’s <code>secret</code> signs each delivery. As data: <a href="/sandbox/asyncapi.json">AsyncAPI</a>, and <a href="/sandbox/catalogue/events">the catalogue</a>.</p>
${headers.length > 0 ? html`<p>Headers of a delivery: ${listed(headers.map((name) => html`<code>${name}</code>`))}.</p>` : ''}
<ul class="list">${webhooks.map(
    ([name, { post }]) =>
      html`<li><a href="#event-${name}"><code>${name}</code></a> <span>${prose(post.summary ?? '')}</span></li>
`,
  )}</ul>
${webhooks.map(([name, { post }]) => {
  const body = bodyOf(post.requestBody?.content) ?? { type: '' }
  const entry = entries.find(({ event }) => event === name)
  const id = `event-${name}`
  return html`<article id="${id}" aria-labelledby="${id}-title">
<div class="operation"><div class="words">
<h3 id="${id}-title"><code>${name}</code> <a class="anchor" href="#${id}" aria-label="Link to ${name}">#</a></h3>
<p>${prose(post.summary ?? '')}</p>
${entry ? html`<p><span class="quiet">Caused by:</span> ${prose(entry.caused_by)}</p>` : ''}${causes(told, name)}
${fieldTable(told, body, `Fields of ${name}`, false)}
</div><div class="samples staying">${jsonBlock('Example', entry?.example ?? exampleBody(told.document, body))}</div></div></article>
`
})}</section>
`
}

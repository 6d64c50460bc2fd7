/** Puts together the references of both APIs: guide, operations, events and errors. */
import type { Document } from './document.ts'
import type { EventEntry } from './events.ts'
import { type Access, controlGuide, platformGuide } from './guide.ts'
import { breakable, type Column, html, type Markup, prose, table } from './markup.ts'
import type { Reference } from './page.ts'

/** An error code in the reference. */
export interface ErrorEntry {
  code: string
  status: number
  type: string
  meaning: string
  /** How to cause the error. Null if only arming causes it. */
  reached: string | null
  retry: boolean
  advice: string
}

const code: Column<ErrorEntry> = {
  head: 'Code',
  cell: (row) =>
    html`<a href="#error-${row.code}"><code>${breakable(row.code)}</code></a> <span class="limit">${row.status} ${row.type}</span>`,
}
const reached: Column<ErrorEntry> = {
  head: 'How to cause it',
  cell: (row) =>
    html`${row.reached === null ? html`<i class="quiet">Only by arming it.</i>` : prose(row.reached)} <a class="arm" href="/errors?open=${row.code}" aria-label="Arm ${row.code}">Arm</a>`,
}
const advice: Column<ErrorEntry> = {
  head: 'What to do',
  cell: (row) =>
    html`<span class="limit">${row.retry ? 'A retry may succeed.' : 'Do not retry the same request.'}</span> ${prose(row.advice)}`,
}

const idOf = (row: ErrorEntry) => `error-${row.code}`

/** A table of error codes of the emulated API. */
const platformErrorTable = (caption: string, entries: readonly ErrorEntry[]): Markup =>
  table(
    caption,
    [code, { head: 'Meaning', cell: (row) => prose(row.meaning) }, reached, advice],
    entries,
    idOf,
  )

/** A table of the error codes of the sandbox's own API. */
const controlErrorTable = (caption: string, entries: readonly ErrorEntry[]): Markup =>
  table(caption, [code, { head: 'What to do', cell: (row) => prose(row.advice) }], entries, idOf)

const back = { href: '/', text: 'Back to the page' }
const errorOf = (entries: readonly ErrorEntry[]) => {
  const byCode = new Map(entries.map((entry) => [entry.code, entry]))
  return (code: string) => byCode.get(code)
}

/** The reference of the emulated API. `beyond` are error codes outside the dictionary. */
export function platformReference(needs: {
  document: Document
  access: Access
  events: readonly EventEntry[]
  errors: readonly ErrorEntry[]
  beyond: readonly ErrorEntry[]
}): Reference {
  const { document, access, events, errors, beyond } = needs
  const { authorization, identity } = access
  return {
    told: {
      document,
      headers: [
        ['Authorization', authorization],
        ['Identity', identity],
      ],
      errorOf: errorOf([...errors, ...beyond]),
    },
    title: 'The emulated API',
    lead: html`The platform API as this sandbox emulates it, made from the schemas that parse its requests. Version ${document.info.version}.`,
    links: [
      back,
      { href: '/sandbox/openapi/platform.json', text: 'OpenAPI' },
      { href: '/sandbox/asyncapi.json', text: 'AsyncAPI of the events' },
      { href: '/sandbox/docs/sandbox', text: 'The sandbox’s own API' },
    ],
    guide: platformGuide(access),
    events,
    errors: {
      id: 'errors',
      title: 'Errors',
      content: html`<p>The ${errors.length} codes of the platform’s dictionary, followed by codes that its documentation names elsewhere. As data: <a href="/sandbox/catalogue/errors">the catalogue</a>.</p>
${platformErrorTable('The dictionary', errors)}${platformErrorTable('Outside the dictionary', beyond)}`,
    },
  }
}

/** The reference of the sandbox's own API. */
export function controlReference(needs: { document: Document; errors: readonly ErrorEntry[] }): Reference {
  const { document, errors } = needs
  return {
    told: { document, headers: [], errorOf: errorOf(errors) },
    title: 'The sandbox’s own API',
    lead: html`Everything that the page and the command line do, for programs and tests. Version ${document.info.version}.`,
    links: [
      back,
      { href: '/sandbox/openapi/sandbox.json', text: 'OpenAPI' },
      { href: '/sandbox/docs', text: 'The emulated API' },
    ],
    guide: controlGuide(document.servers[0]?.url ?? ''),
    events: [],
    errors: {
      id: 'errors',
      title: 'Errors',
      content: controlErrorTable('Errors', errors),
    },
  }
}

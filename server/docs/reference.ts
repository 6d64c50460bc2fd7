import type { Document } from './document.ts'
import { controlErrorTable, type ErrorEntry, platformErrorTable } from './errors.ts'
import type { EventEntry } from './events.ts'
import { type Access, controlGuide, platformGuide } from './guide.ts'
import { html } from './markup.ts'
import type { Reference } from './page.ts'

const back = { href: '/', text: 'Back to the page' }
const errorOf = (entries: readonly ErrorEntry[]) => {
  const byCode = new Map(entries.map((entry) => [entry.code, entry]))
  return (code: string) => byCode.get(code)
}

/** The reference of the emulated API; `beyond` are codes that stand outside the dictionary. */
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
    lead: html`Everything of the platform that this sandbox emulates, made from the schemas that it parses with. Version ${document.info.version}.`,
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
      content: html`<p>The ${errors.length} codes of the platform’s dictionary, and below them what its documentation names elsewhere. As data: <a href="/sandbox/catalogue/errors">the catalogue</a>.</p>
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
      content: controlErrorTable('What is refused', errors),
    },
  }
}

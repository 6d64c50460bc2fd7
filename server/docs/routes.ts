/** The routes that serve the API references as pages. */
import type { Key } from '../api/given.ts'
import { type ControlRoute, route } from '../api/route.ts'
import {
  codesBeyondDictionary,
  dictionaryCodes,
  type PlatformCode,
  platformErrors,
} from '../errors/dictionary.ts'
import { eventNames } from '../events/builders.ts'
import { exampleOf, kindOf } from '../events/catalogue.ts'
import { Failure, failureCodes } from '../failures.ts'
import { pageHeaders } from '../http/page-headers.ts'
import type { PlatformOperation } from '../platform/operation.ts'
import type { Document } from './document.ts'
import { controlDocument, platformDocument } from './openapi.ts'
import { renderReference } from './page.ts'
import { controlReference, type ErrorEntry, platformReference } from './reference.ts'

import style from './style.css?raw'

const headers = {
  ...pageHeaders,
  // A reference page may only show text and its style sheet: no scripts, no connections.
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
}
const answer = (type: string, text: string) =>
  new Response(text, { headers: { ...headers, 'content-type': `${type}; charset=utf-8` } })

const platformEntry = (code: PlatformCode): ErrorEntry => {
  const { reached_by: reached, ...row } = platformErrors[code]
  return { ...row, code, reached }
}
const failureEntry = (code: (typeof failureCodes)[number]): ErrorEntry => {
  const { status, fix: advice } = new Failure(code, '')
  return { code, status, type: '', meaning: '', reached: null, retry: false, advice }
}

/** The references of both APIs. `routes` returns all routes of the control API, including these. */
export function docsRoutes(needs: {
  operations: readonly PlatformOperation[]
  /** Called at each request, since the documents are routes themselves. */
  routes: readonly ControlRoute[]
  version: string
  baseUrl(): string
  /** Credentials that the emulated API accepts. */
  key: Key
}): ControlRoute[] {
  // Operations and address do not change while the sandbox runs, so each page is made once, at its first request.
  const once = (make: () => Promise<string>) => {
    let made: Promise<string> | undefined
    return () => (made ??= make())
  }
  const about = () => ({ version: needs.version, url: needs.baseUrl() })

  const platformPage = once(() => {
    const document = platformDocument(needs.operations, about()) as unknown as Document
    return renderReference(
      platformReference({
        document,
        access: { url: document.servers[0]?.url ?? '', ...needs.key },
        events: eventNames.map((event) => ({
          event,
          caused_by: kindOf(event).causedBy,
          example: exampleOf(event),
        })),
        errors: dictionaryCodes.map(platformEntry),
        beyond: codesBeyondDictionary.map(platformEntry),
      }),
    )
  })
  const controlPage = once(() =>
    renderReference(
      controlReference({
        document: controlDocument(needs.routes, about()) as unknown as Document,
        errors: failureCodes.map(failureEntry),
      }),
    ),
  )

  return [
    route({
      method: 'GET',
      path: '/docs',
      operationId: 'readPlatformReference',
      summary: 'The emulated API as a page: operations, events and errors',
      success: { status: 200, description: 'A page', schema: 'html' },
      run: async () => answer('text/html', await platformPage()),
    }),
    route({
      method: 'GET',
      path: '/docs/sandbox',
      operationId: 'readSandboxReference',
      summary: "The sandbox's own API as a page",
      success: { status: 200, description: 'A page', schema: 'html' },
      run: async () => answer('text/html', await controlPage()),
    }),
    route({
      method: 'GET',
      path: '/docs/style.css',
      operationId: 'getReferenceStyle',
      summary: 'The style sheet of both references',
      success: { status: 200, description: 'A style sheet', schema: 'css' },
      run: () => answer('text/css', style),
    }),
  ]
}

/** Makes the reference pages of both APIs from their documents. Loaded at the first request for a page. */
import type { Key } from '../api/given.ts'
import type { ControlRoute } from '../api/route.ts'
import {
  codesBeyondDictionary,
  dictionaryCodes,
  type PlatformCode,
  platformErrors,
} from '../errors/dictionary.ts'
import { eventNames } from '../events/builders.ts'
import { exampleOf, kindOf } from '../events/catalogue.ts'
import { Failure, failureCodes } from '../failures.ts'
import type { Pausable } from '../memory/in-slices.ts'
import type { PlatformOperation } from '../platform/operation.ts'
import type { Document } from './document.ts'
import type { Markup } from './markup.ts'
import { controlDocument, platformDocument } from './openapi.ts'
import { renderReference } from './page.ts'
import { controlReference, type ErrorEntry, platformReference } from './reference.ts'

export { default as style } from './style.css?raw'

/** What the pages show. */
export interface Referred {
  operations: readonly PlatformOperation[]
  /** All routes of the control API, including those of the pages. */
  routes: readonly ControlRoute[]
  version: string
  baseUrl(): string
  /** Credentials that the emulated API accepts. */
  key: Key
}

const platformEntry = (code: PlatformCode): ErrorEntry => {
  const { reached_by: reached, ...row } = platformErrors[code]
  return { ...row, code, reached }
}
const failureEntry = (code: (typeof failureCodes)[number]): ErrorEntry => {
  const { status, fix: advice } = new Failure(code, '')
  return { code, status, type: '', meaning: '', reached: null, retry: false, advice }
}

const about = (needs: Referred) => ({ version: needs.version, url: needs.baseUrl() })

export function* platformPage(needs: Referred): Pausable<Markup> {
  const document = (yield* platformDocument(needs.operations, about(needs))) as unknown as Document
  return yield* renderReference(
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
}

export function* controlPage(needs: Referred): Pausable<Markup> {
  const document = yield* controlDocument(needs.routes, about(needs))
  return yield* renderReference(
    controlReference({
      document: document as unknown as Document,
      errors: failureCodes.map(failureEntry),
    }),
  )
}

import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js'
import type { EventName } from '../../server/events/builders.ts'
import type { TestSandbox } from './sandbox.ts'

export type Json = Record<string, unknown>
interface Media {
  schema: Json
  example?: Json
}
interface Operation {
  operationId: string
  description?: string
  tags?: string[]
  'x-events'?: EventName[]
  parameters?: { name: string; in: string; schema: Json }[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<
    string,
    {
      description: string
      headers?: Record<string, Json>
      'x-codes'?: string[]
      content?: Record<string, Partial<Media>>
    }
  >
}
export interface Document extends Json {
  openapi: string
  servers: { url: string }[]
  tags?: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, Json>; headers?: Record<string, Json> }
}
/** An operation with where it is found. */
export interface Place extends Operation {
  method: string
  path: string
}

const documents: Partial<Record<'platform' | 'sandbox', Document>> = {}
/** A document of a sandbox. The first one is kept: a sandbox takes half a second to make one, and they differ only in the port. */
export async function readDocument(sandbox: Pick<TestSandbox, 'get'>, which: 'platform' | 'sandbox') {
  documents[which] ??= await sandbox.get<Document>(`/sandbox/openapi/${which}.json`)
  return documents[which]
}

export const placesOf = (document: Document): Place[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  )

/** The schema of JSON that is sent or answered. */
export const jsonOf = (content: Record<string, Partial<Media>> | undefined): Json | undefined =>
  content?.['application/json']?.schema

/** Finds what is wrong with values by the schemas of a document, its `$ref`s followed; what a schema does not name is wrong. */
export function createFaults(document: Pick<Document, 'components'>) {
  const ajv = new Ajv({
    strict: true,
    allErrors: true,
    // Compiled once and used a few times, else compiling takes far longer than all that is judged.
    inlineRefs: false,
    code: { optimize: false },
    formats: {
      uuid: /^[0-9a-f-]{36}$/,
      base64: /^[A-Za-z0-9+/]*={0,2}$/,
      uri: /^[a-z]+:\/\/\S+$/,
      date: /^\d{4}-\d\d-\d\d$/,
    },
    keywords: ['example', 'components'],
    // zod writes what may be a string or a number as one type.
    allowUnionTypes: true,
  })
  ajv.addSchema({ $id: 'doc', components: document.components })
  const known = new WeakMap<Json, ValidateFunction>()
  const absolute = (schema: Json): Json =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"doc#/components/'))
  return function faultsOf(schema: Json, value: unknown): unknown[] {
    const validate = known.get(schema) ?? ajv.compile(absolute(schema))
    known.set(schema, validate)
    return validate(value) ? [] : (validate.errors ?? ['refused'])
  }
}

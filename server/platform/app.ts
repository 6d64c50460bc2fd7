import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { SearchIndex } from '../database/list.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import { toFailure } from '../failures.ts'
import type { Ids } from '../ids.ts'
import type { Outside } from '../outside.ts'
import { isJsonType, readLimited, utf8Text } from '../read-limited.ts'
import { sentHeaders } from '../upgrade.ts'
import type { HeaderPair } from '../wire.ts'
import { admit } from './auth.ts'
import type { CallStore } from './calls/store.ts'
import { PlatformError, refuse } from './errors.ts'
import type { PlatformOperation } from './operation.ts'

export const platformPrefix = '/api/v0.1'

export interface PlatformNeeds {
  config: Config
  clock: Clock
  outside: Outside
  ids: Ids
  writer: Writer
  calls: CallStore
  searchIndex: SearchIndex
  operations: readonly PlatformOperation[]
}

interface Asked {
  method: string
  /** As sent, query included. */
  path: string
  id: string
  headers: HeaderPair[]
  header(name: string): string | null
  body: Buffer | 'too-large'
  at: number
  began: number
}
interface Answer {
  status: number
  body: unknown
  code: string | null
  identity: string | null
}

/** The emulated API. A call's change, its events and its record are one transaction, and nobody is answered before it. */
export function createPlatformApp(needs: PlatformNeeds) {
  const { config, clock, outside, ids, writer, calls } = needs

  function carryOut(
    tx: Transaction,
    operation: PlatformOperation | undefined,
    asked: Asked,
    warn: (text: string) => void,
  ): Answer {
    if (!operation)
      return {
        status: 404,
        body: { message: `The requested URL was not found: ${asked.method} ${asked.path}` },
        code: null,
        identity: asked.header('identity'),
      }
    try {
      const body = tx.undoable(() => {
        const identity = admit(config.auth.keys, asked.header('authorization'), asked.header('identity'))
        const parsed = operation.body ? jsonObject(asked, config.body_limit_bytes) : {}
        return operation.run(parsed, { tx, identity, id: asked.id, warn })
      })
      return { status: operation.success.status, body, code: null, identity: asked.header('identity') }
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      return {
        status: error.status,
        body: error.body(),
        code: error.code,
        identity: asked.header('identity'),
      }
    }
  }

  function record(
    tx: Transaction,
    asked: Asked,
    answer: Answer,
    sent: { headers: HeaderPair[]; body: string },
  ) {
    const requestBody = asked.body === 'too-large' ? null : asked.body
    const row = {
      seq: tx.seq(),
      id: ids.next('cal'),
      at: asked.at,
      method: asked.method,
      path: asked.path,
      identity: answer.identity,
      status: answer.status,
      errorCode: answer.code,
      durationMs: Math.round((outside.elapsed() - asked.began) * 1000) / 1000,
      requestHeaders: asked.headers,
      requestBody,
      responseHeaders: sent.headers,
      responseBody: sent.body,
    }
    tx.announce('call', calls.insert(row), row.seq)
    const values = [...asked.headers, ...sent.headers].map(([, value]) => value)
    needs.searchIndex.add(
      row.seq,
      row.seq,
      row.id,
      row.method,
      row.path,
      ...values,
      requestBody?.toString('utf8') ?? '',
      sent.body,
    )
  }

  async function answerCall(
    c: Context<{ Bindings: HttpBindings }>,
    operation: PlatformOperation | undefined,
  ) {
    const asked = {
      ...(await readCall(c, config.body_limit_bytes)),
      at: clock.now(),
      began: outside.elapsed(),
    }
    try {
      return await writer.write((tx) => {
        const warnings: string[] = []
        const answer = carryOut(tx, operation, asked, (text) => warnings.push(text))
        const body = JSON.stringify(answer.body)
        const headers: HeaderPair[] = [['content-type', 'application/json']]
        if (warnings.length > 0) headers.push(['sandbox-warning', headerSafe(warnings.join('; '))])
        record(tx, asked, answer, { headers, body })
        return new Response(body, { status: answer.status, headers })
      })
    } catch (error) {
      const failure = toFailure(error)
      if (failure.code === 'internal') throw error
      return Response.json({ message: `${failure.message} ${failure.fix}` }, { status: 503 })
    }
  }

  const app = new Hono<{ Bindings: HttpBindings }>()
  for (const operation of needs.operations) {
    const path = platformPrefix + operation.path.replace(/\{(\w+)\}/g, ':id')
    app.on(operation.method, path, (c) => answerCall(c, operation))
  }
  app.all(platformPrefix, (c) => answerCall(c, undefined))
  app.all(`${platformPrefix}/*`, (c) => answerCall(c, undefined))
  return app
}

async function readCall(
  c: Context<{ Bindings: HttpBindings }>,
  limit: number,
): Promise<Omit<Asked, 'at' | 'began'>> {
  // In memory (tests) there is no socket behind the request.
  const incoming = c.env?.incoming
  const url = new URL(c.req.url)
  return {
    method: c.req.method,
    path: incoming?.url ?? `${url.pathname}${url.search}`,
    id: c.req.param('id') ?? '',
    headers: incoming ? sentHeaders(incoming) : [...c.req.raw.headers],
    header: (name) => c.req.raw.headers.get(name),
    body: await readLimited(c.req.raw, limit),
  }
}

function jsonObject(asked: Asked, limit: number): Record<string, unknown> {
  if (asked.body === 'too-large')
    return refuse('input_error', `The request body is larger than ${limit} bytes`)
  if (!isJsonType(asked.header('content-type')))
    return refuse('input_error', 'Content-Type must be application/json')
  if (asked.body.length === 0) return {}
  const text = utf8Text(asked.body)
  if (text === undefined) return refuse('input_error', 'The request body is not UTF-8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return refuse('input_error', `Malformed JSON: ${error instanceof Error ? error.message : error}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse('input_error', 'The request body must be a JSON object')
  return value as Record<string, unknown>
}

/** Header values are Latin-1 on the wire; everything else is escaped. */
const headerSafe = (text: string): string =>
  text
    .slice(0, 1000)
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Sends requests to a sandbox, in this process or elsewhere, and turns refusals into errors. */
import { z } from 'zod'

/** The way to a sandbox. */
export interface Transport {
  /** The origin of the sandbox, such as `http://127.0.0.1:4400`. */
  base: string
  fetch(request: Request): Promise<Response>
}

type Query = Record<string, string | number | boolean | undefined>
interface Asked {
  query?: Query
  body?: unknown
  headers?: Record<string, string>
}

/** A refusal by the sandbox, or a sandbox that does not respond. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
  /** The stable code of the refusal, such as `event_name_unknown`; `unreachable` if the sandbox does not respond. */
  readonly code: string
  /** The status of the response; 0 without one. */
  readonly status: number
  /** What to do. */
  readonly fix: string

  constructor({
    code,
    status,
    message,
    fix,
    cause,
  }: {
    code: string
    status: number
    message: string
    fix: string
    cause?: unknown
  }) {
    super([message, fix].filter((part) => part).join(' '), { cause })
    this.code = code
    this.status = status
    this.fix = fix
  }
}

const refusal = z.object({ error: z.object({ code: z.string(), message: z.string(), fix: z.string() }) })

export function createAsk({ base, fetch }: Transport) {
  /** Sends a request; resolves with any response. */
  async function send(method: string, path: string, { query = {}, body, headers }: Asked = {}) {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`
    const request = new Request(`${base}${path}${search}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    try {
      return await fetch(request)
    } catch (cause) {
      throw new SandboxError({
        code: 'unreachable',
        status: 0,
        message: `No sandbox responds at ${base}: ${messageOf(cause)}.`,
        fix: 'Start one with: npx webhook-sandbox',
        cause,
      })
    }
  }

  /** The JSON of a response; refusals reject with a {@link SandboxError}. */
  async function json<Answer>(method: string, path: string, asked?: Asked): Promise<Answer> {
    const response = await send(method, path, asked)
    const text = await response.text()
    const answer: unknown = jsonOr(text)
    if (response.ok && answer !== undefined) return answer as Answer
    const { error } = refusal.safeParse(answer).data ?? {}
    if (error) throw new SandboxError({ ...error, status: response.status })
    throw new SandboxError({
      code: 'not_a_sandbox',
      status: response.status,
      message: `${base} responded with status ${response.status}, but not as a sandbox.`,
      fix: 'Connect to the URL that the sandbox printed at its start.',
    })
  }

  return {
    base,
    send,
    json,
    get: <Answer>(path: string, query?: Query) => json<Answer>('GET', path, query && { query }),
    post: <Answer>(path: string, body: unknown) => json<Answer>('POST', path, { body }),
    delete: <Answer>(path: string) => json<Answer>('DELETE', path),
    /** All rows of a list, oldest first. */
    async all<Row>(path: string, plural: string, query: Query = {}): Promise<Row[]> {
      const rows: Row[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: Record<string, Row[]> & { next: string | null } = await json('GET', path, {
          query: { ...query, limit: 500, cursor },
        })
        rows.push(...(page[plural] ?? []))
        cursor = page.next
      }
      return rows.reverse()
    },
  }
}
export type Ask = ReturnType<typeof createAsk>

export function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The message of an error. `fetch` hides the reason in the cause, and several addresses make one error without a message. */
function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause
  return first instanceof Error ? first.message : String(first)
}

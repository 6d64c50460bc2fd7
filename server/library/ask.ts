/** Sends requests to a sandbox, in this process or elsewhere, and turns refusals into errors. */
import { z } from 'zod'
import { controlError } from '../wire.ts'
import type { Said } from '../words/act.ts'

/** The way to a sandbox. */
export interface Transport {
  /** The origin of the sandbox, such as `http://127.0.0.1:4400`. */
  base: string
  fetch(request: Request): Promise<Response>
}

export type Query = Record<string, string | number | boolean | undefined>
interface Asked {
  /** Undefined values are left out. */
  query?: Query | undefined
  /** A text is JSON already. */
  body?: unknown
  headers?: Record<string, string>
  /** A member of the response that other servers lack. */
  member?: string
}

/** A refusal by the sandbox, or a sandbox that does not respond. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
  /** The stable code of the refusal, such as `event_name_unknown`; `unreachable` if the sandbox does not respond. */
  readonly code: string
  /** The status of the response; 0 without one. */
  readonly status: number
  /** The message without the fix. */
  readonly reason: string
  /** What to do; may be empty. */
  readonly fix: string
  /** What to do, for every surface. */
  readonly said: Said
  /** The answer as the sandbox gave it. */
  readonly answer: unknown

  constructor({
    code,
    reason,
    fix,
    said = fix,
    status = 0,
    answer,
    cause,
  }: Pick<SandboxError, 'code' | 'reason' | 'fix'> & {
    said?: Said | undefined
    status?: number
    answer?: unknown
    cause?: unknown
  }) {
    super([reason, fix].filter((part) => part).join(' '), { cause })
    this.code = code
    this.status = status
    this.reason = reason
    this.fix = fix
    this.said = said
    this.answer = answer
  }
}

/** The forms of a refusal: of the sandbox's own API, of the platform, and of a full disk, whose message contains the fix. */
const refusal = z.union([
  z.object({ error: controlError.shape.error }).transform(({ error: { code, message, fix, fix_parts } }) => ({
    code,
    reason: message,
    fix,
    said: fix_parts,
  })),
  z
    .object({ Message: z.string(), Code: z.string() })
    .transform(({ Message, Code }) => ({ code: Code, reason: `${Message}.`, fix: '' })),
  z
    .object({ message: z.string() })
    .transform(({ message }) => ({ code: 'storage', reason: message, fix: '' })),
])

/** Asks a sandbox. Refusals, and answers of other servers, reject with a {@link SandboxError}. */
export function createAsk({ base, fetch }: Transport) {
  /** Sends a request; resolves with any response. */
  function send(method: string, path: string, { query = {}, body, headers }: Asked = {}): Promise<Response> {
    return fetch(
      new Request(base + withQuery(path, query), {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
  }

  const notASandbox = (status: number) =>
    new SandboxError({
      code: 'not_a_sandbox',
      status,
      reason:
        status < 300
          ? `${base} is not a sandbox.`
          : `${base} responded with status ${status}, but not as a sandbox.`,
      fix: 'Give the URL that the sandbox printed at its start.',
    })

  /** Sends a request; resolves with a response that is no refusal. */
  async function answered(method: string, path: string, asked?: Asked): Promise<Response> {
    const response = await send(method, path, asked)
    if (response.ok) return response
    const { status } = response
    const answer = jsonOr(await whole(response.text()))
    const refused = refusal.safeParse(answer).data
    throw refused ? new SandboxError({ ...refused, status, answer }) : notASandbox(status)
  }

  /** Reads a response to its end. */
  const whole = <Read>(reading: Promise<Read>): Promise<Read> =>
    reading.catch((cause) => {
      throw new SandboxError({
        code: 'unreachable',
        reason: `The sandbox at ${base} closed the connection in the middle of its response.`,
        fix: askAgain,
        cause,
      })
    })

  /** The JSON of a response. */
  async function json<Answer>(method: string, path: string, asked: Asked = {}): Promise<Answer> {
    const response = await answered(method, path, asked)
    const answer = jsonOr(await whole(response.text()))
    const isObject = typeof answer === 'object' && answer !== null
    if (!isObject || (asked.member !== undefined && !(asked.member in answer)))
      throw notASandbox(response.status)
    return answer as Answer
  }

  return {
    base,
    send,
    answered,
    whole,
    json,
    get: <Answer>(path: string, query?: Query) => json<Answer>('GET', path, { query }),
    post: <Answer>(path: string, body: unknown) => json<Answer>('POST', path, { body }),
    delete: <Answer>(path: string) => json<Answer>('DELETE', path),
    /**
     * All rows of a list, oldest first.
     * @param enough whether this row and all older rows are unwanted
     */
    async all<Row>(
      path: string,
      plural: string,
      query: Query = {},
      enough: (row: Row) => boolean = () => false,
    ): Promise<Row[]> {
      const rows: Row[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: Record<string, Row[]> & { next: string | null } = await json('GET', path, {
          query: { ...query, limit: 500, cursor },
          member: 'next',
        })
        const all = page[plural] ?? []
        const end = all.findIndex(enough)
        rows.push(...(end < 0 ? all : all.slice(0, end)))
        cursor = end < 0 ? page.next : null
      }
      return rows.reverse()
    },
  }
}
export type Ask = ReturnType<typeof createAsk>

export const askAgain = 'Check whether the sandbox still runs, then try again.'

/** A path with its query. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

export function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The reason of a failed `fetch`, which hides it in the cause; a host with several addresses makes an error without a message. */
export function causeOf(error: unknown): { cause: unknown; message: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause
  return { cause, message: first instanceof Error ? first.message : String(first) }
}

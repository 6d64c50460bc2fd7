import { takeServed } from './served.ts'

/** What went wrong and the move that helps; shown to the reader as it stands. */
export interface Problem {
  code: string
  message: string
  fix: string
}
export type Result<T> = { ok: true; value: T } | { ok: false; problem: Problem }

interface Options {
  body?: unknown
  headers?: Record<string, string>
}

let refused: ((problem: Problem) => void) | null = null
/** Has somebody told of all that the sandbox refuses. */
export function tellRefused(listen: (problem: Problem) => void): void {
  refused = listen
}

let keepalive = false
/** From now on requests are to end well even though the page goes away. */
export function outliveThePage(yes: boolean): void {
  keepalive = yes
}

/** What has to be done before something acts on what there is: what was deleted must not be sent to, or sent. */
let first: (() => Promise<void>) | null = null
export function doFirst(work: () => Promise<void>): void {
  first = work
}
const needsFirst =
  /^\/sandbox\/(events|scenarios|runs|traffic|clock|deliveries|endpoints|reset|captures\/(replay|pin|unpin))\b/

/** One request to the sandbox. It never throws: a refusal and a lost connection are both a `Problem`. */
export async function request<T>(method: string, path: string, options: Options = {}): Promise<Result<T>> {
  const headers = { accept: 'application/json', ...options.headers }
  const init: RequestInit =
    options.body === undefined
      ? { method, headers }
      : {
          method,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(options.body),
        }
  const served = method === 'GET' ? takeServed(path) : undefined
  if (served !== undefined) return { ok: true, value: served as T }
  if (first !== null && method === 'POST' && needsFirst.test(path)) await first()
  const answer = await ask(path, init)
  return answer.ok ? { ok: true, value: parse(answer.value) as T } : answer
}

/** What is no JSON, as it stands. It never throws either. */
export const requestText = (path: string): Promise<Result<string>> => ask(path, { method: 'GET' })

async function ask(path: string, init: RequestInit): Promise<Result<string>> {
  let answer: Response
  let text: string
  try {
    answer = await fetch(path, keepalive ? { ...init, keepalive } : init)
    text = await answer.text()
  } catch {
    return {
      ok: false,
      problem: {
        code: 'not_reached',
        // It may have been cut off at any time, also behind what it was asked for.
        message: `The sandbox did not answer${init.method === 'GET' ? '' : '; what was asked may have been done'}.`,
        fix: 'Is it still running? Start it again as you started it.',
      },
    }
  }
  if (answer.ok) return { ok: true, value: text }
  const otherwise = `${init.method} ${path} was answered ${answer.status}.`
  const problem = problemOf(parse(text), otherwise)
  refused?.(problem)
  return { ok: false, problem }
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads both error shapes: the sandbox's own `{ error }` and the platform's `{ Message, Code }`. */
export function problemOf(body: unknown, otherwise: string): Problem {
  if (isRecord(body) && isRecord(body.error)) {
    const { code, message, fix } = body.error
    return { code: textOf(code), message: textOf(message) || otherwise, fix: textOf(fix) }
  }
  if (isRecord(body)) {
    const message = textOf(body.Message) || textOf(body.message) || otherwise
    const code = textOf(body.Code)
    return {
      code,
      message,
      fix: code === '' ? '' : `The platform answered ${String(body.Status ?? '')} ${code}.`,
    }
  }
  return { code: 'unexpected_answer', message: otherwise, fix: '' }
}

/** Sends requests to the sandbox and returns values or problems; never throws. */
import { signal } from '@preact/signals'
import type { ControlError } from '../../server/wire.ts'
import { takeServed } from './served.ts'

/** What went wrong and how to fix it, as shown to the user. */
export interface Problem {
  code: string
  message: string
  fix: string
  /** The fields that the message names. */
  fields?: ControlError['error']['fields']
}
export type Result<T> = { ok: true; value: T } | { ok: false; problem: Problem }

interface Options {
  body?: unknown
  headers?: Record<string, string>
}

/** The problem of the last refused request. */
export const lastRefused = signal<Problem | null>(null)
/** Whether the page is closing: requests then survive its end. */
export const isClosing = signal(false)
/** Runs before requests that act on records: a deletion that can still be undone must happen first. */
export const doFirst = signal<(() => Promise<void>) | null>(null)
const needsFirst =
  /^\/sandbox\/(events|scenarios|runs|traffic|clock|deliveries|endpoints|reset|captures\/(replay|pin|unpin))\b/

/** Sends one request. Refusals and lost connections both become a `Problem`. */
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
  const first = doFirst.peek()
  if (first !== null && method === 'POST' && needsFirst.test(path)) await first()
  const answer = await ask(path, init)
  return answer.ok ? { ok: true, value: parse(answer.value) as T } : answer
}

/** Sends a request whose response is not JSON, and returns the text. */
export const requestText = (path: string): Promise<Result<string>> => ask(path, { method: 'GET' })

async function ask(path: string, init: RequestInit): Promise<Result<string>> {
  let answer: Response
  let text: string
  try {
    answer = await fetch(path, isClosing.peek() ? { ...init, keepalive: true } : init)
    text = await answer.text()
  } catch {
    return {
      ok: false,
      problem: {
        code: 'not_reached',
        // The connection may have broken at any time, even after the sandbox carried out the request.
        message: `The sandbox did not answer.${init.method === 'GET' ? '' : ' It may have carried out the request.'}`,
        fix: 'Check that the sandbox runs. If it stopped, start it again.',
      },
    }
  }
  if (answer.ok) return { ok: true, value: text }
  const otherwise = `${init.method} ${path} returned ${answer.status}.`
  const problem = problemOf(parse(text), otherwise)
  lastRefused.value = problem
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

/** Reads both error formats: the sandbox's `{ error }` and the platform's `{ Message, Code }`. */
export function problemOf(body: unknown, otherwise: string): Problem {
  if (isRecord(body) && isRecord(body.error)) {
    const { code, message, fix, fields } = body.error
    return {
      code: textOf(code),
      message: textOf(message) || otherwise,
      fix: textOf(fix),
      fields: fields as Problem['fields'],
    }
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

/** Builds curl commands and program commands. */

import type { Attempt, ErrorEntry, HeaderPair, Health } from '../../server/wire.ts'
import { curlData, curlOf } from '../../server/words/curl.ts'
import { quoted, word } from '../../server/words/shell-words.ts'
import type { ReplayOrder } from '../live/replay-order.ts'
import type { ResendEdits } from '../live/routes/delivery.ts'
import type { ArmOrder } from '../live/routes/errors.ts'
import type { Command } from './commands.tsx'

/** The start of a command to the sandbox. */
export const program = 'npx webhook-sandbox'

/** The default address, which a command need not name. */
const usual = 'http://127.0.0.1:4400'

/** A command to this sandbox, which works in any folder. */
export const joined = (parts: readonly string[]) =>
  [program, ...parts, ...(location.origin === usual ? [] : [`--url ${location.origin}`])].join(' ')

interface Operation {
  method: string
  /** With parameters in braces: `/cards/{card_id}`. */
  path: string
}

/** An operation of the platform as the catalogue names it: `POST /core/transfer`. */
export function operationOf(name: string): Operation {
  const [method = '', path = ''] = name.split(' ')
  return { method, path }
}

const samples: Record<string, string> = { yyyy: '2026', mm: '01' }
const sampleId = '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10'

/** The path with a sample value for each parameter. */
const samplePath = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_match, name: string) => samples[name] ?? sampleId)

/** Wire faults that only the sandbox can produce. */
const ours = ['truncate', 'reset(headers)', 'reset(body)', 'slow', 'drop']
/** Faults that curl can repeat, but `fetch` cannot. */
const notOfFetch = [...ours, 'http10', 'chunked', 'header_case']

/** The changes to an attempt that curl, or `fetch`, does not repeat. */
export function notAgain(
  { changes, fault_parts }: Pick<Attempt, 'changes' | 'fault_parts'>,
  by: 'curl' | 'fetch',
): Attempt['changes'] {
  const names = by === 'curl' ? ours : notOfFetch
  const texts = fault_parts?.filter(({ name }) => names.includes(name)).map(({ text }) => text)
  return changes.filter(({ fault }) => texts?.includes(fault))
}

/** The request of an attempt as a curl command. Faults that curl does not repeat are listed first. */
export const attemptCurl = (attempt: Pick<Attempt, 'request' | 'changes' | 'fault_parts'>): string =>
  [
    // A command without effect, because not every shell accepts typed comments.
    ...notAgain(attempt, 'curl').map(
      ({ fault, detail }) => `: ${quoted(`curl cannot reproduce ${fault}: ${detail}`)}`,
    ),
    curlOf(attempt.request),
  ].join('\n')

/** A call that gets the error code without arming, to an operation that has the code if possible. */
export function errorCurl(
  { code, operations: [operation = 'GET /webhooks'] }: Pick<ErrorEntry, 'code' | 'operations'>,
  { base_url, authorization, identity }: Pick<Health['platform'], 'base_url' | 'authorization' | 'identity'>,
): string {
  const { method, path } = operationOf(operation)
  const json: HeaderPair[] = method === 'GET' ? [] : [['Content-Type', 'application/json']]
  return curlOf({
    method,
    url: `${base_url}${samplePath(path)}`,
    headers: [['Authorization', authorization], ['Identity', identity], ...json, ['Sandbox-Error', code]],
    body: method === 'GET' ? '' : '{}',
  })
}

/** The resend as a program command. */
export function resendCommand(
  delivery: string,
  { body, headers = [], url, fault }: ResendEdits = {},
): string {
  const parts = [`resend ${delivery}`]
  if (fault !== undefined) parts.push(`--fault ${quoted(fault)}`)
  if (url !== undefined) parts.push(`--to ${quoted(url)}`)
  for (const [name, value] of headers) parts.push(`--header ${quoted(`${name}: ${value}`)}`)
  if (body !== undefined) parts.push(`--body ${quoted(body)}`)
  return joined(parts)
}

/** The arming as a program command. */
export function armCommand({ code, status, outcome, body, delay_ms, ...when }: ArmOrder): string {
  const parts = [`arm ${code ?? status ?? outcome}`]
  for (const [name, value] of Object.entries(when)) parts.push(`--${name} ${word(`${value}`)}`)
  if (delay_ms !== undefined) parts.push(`--delay ${delay_ms}ms`)
  if (body !== undefined) parts.push(`--body ${word(typeof body === 'string' ? body : JSON.stringify(body))}`)
  return joined(parts)
}

/** A one-line request to the sandbox, with an optional JSON body. */
export function sandboxCurl(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): string {
  const command = `curl -X ${method} ${location.origin}${path}`
  if (body === undefined) return command
  const json = JSON.stringify(body)
  const { before, option } = curlData({ body: json })
  const data = before === '' ? `-d ${quoted(json)}` : option
  return `${before}${command} -H 'content-type: application/json' ${data}`
}

/** The replay as a program command, or null if the program has no equivalent. */
export function replayCommand(
  capture: string,
  { url, method, headers = {}, body, sign }: ReplayOrder,
): string | null {
  if (typeof sign === 'object' || Object.values(headers).includes(null)) return null
  const parts = [`capture replay ${capture}`]
  if (url !== undefined) parts.push(`--to ${word(url)}`)
  if (sign === true) parts.push('--sign')
  if (method !== undefined) parts.push(`--method ${word(method)}`)
  for (const [name, value] of Object.entries(headers)) parts.push(`--header ${quoted(`${name}: ${value}`)}`)
  if (body !== undefined) parts.push(`--body ${quoted(body)}`)
  return joined(parts)
}

/** The commands of a form: program and curl. */
export const formCommands = (command: string, path: string, order: unknown): Command[] => [
  { what: 'the command', text: command },
  { what: 'the curl command', text: sandboxCurl('POST', path, order) },
]

/** The commands of a button: program and curl. `what` names the action. */
export const buttonCommands = (
  button: string,
  command: string,
  { path, body, what = button }: { path: string; body?: unknown; what?: string },
): Command[] => [
  { button, what: `${what} as a command`, text: command },
  { button, what: `${what} as curl`, text: sandboxCurl('POST', path, body) },
]

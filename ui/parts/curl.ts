import type { ErrorEntry, HeaderPair, Health } from '../../server/wire.ts'
import { joined } from './command-line.ts'
import { operationOf, samplePath } from './operation.ts'

/** Text as one word of a POSIX shell. */
export const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const madeByCurl = new Set(['host', 'content-length', 'connection', 'transfer-encoding'])

interface Request {
  method: string
  url: string
  headers: readonly HeaderPair[]
  body: string
  /** The exact bytes where they are no text. */
  body_base64?: string | null
}

/** The request as a curl command for a POSIX shell, its body byte for byte; what is no text comes through a pipe. */
export function curlOf({ method, url, headers, body, body_base64 = null }: Request): string {
  const parts = [`curl -X ${method} ${quoted(url)}`]
  for (const [name, value] of headers)
    if (!madeByCurl.has(name.toLowerCase())) parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (body_base64 !== null) parts.push('--data-binary @-')
  // An @ at the beginning would name a file.
  else if (body !== '') parts.push(`${body.startsWith('@') ? '--data-raw' : '--data-binary'} ${quoted(body)}`)
  const pipe = body_base64 === null ? '' : `printf %s ${body_base64} | base64 -d | `
  return pipe + parts.join(' \\\n  ')
}

/** A call that is answered with the code at once, without arming anything: to an operation that has it, if one does. */
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

/** Quoted where it must be. */
export const bare = (text: string) => (/^[\w./:@%+=,-]+$/.test(text) ? text : quoted(text))

interface Resending {
  body?: string
  headers?: readonly HeaderPair[]
  url?: string
  fault?: string
}

/** The same resend as the command line knows it. */
export function resendCommand(delivery: string, { body, headers = [], url, fault }: Resending = {}): string {
  const parts = [`resend ${delivery}`]
  if (fault !== undefined) parts.push(`--fault ${quoted(fault)}`)
  if (url !== undefined) parts.push(`--to ${quoted(url)}`)
  for (const [name, value] of headers) parts.push(`--header ${quoted(`${name}: ${value}`)}`)
  if (body !== undefined) parts.push(`--body ${quoted(body)}`)
  return joined(parts)
}

interface Arming {
  code?: string
  status?: number
  outcome?: string
  body?: unknown
  method?: string
  path?: string
  identity?: string
  times?: number
  after?: number
  probability?: number
  delay_ms?: number
}

/** The same arming as the command line knows it. */
export function armCommand({ code, status, outcome, body, delay_ms, ...when }: Arming): string {
  const parts = [`arm ${code ?? status ?? outcome}`]
  for (const [name, value] of Object.entries(when)) parts.push(`--${name} ${bare(`${value}`)}`)
  if (delay_ms !== undefined) parts.push(`--delay ${delay_ms}ms`)
  if (body !== undefined) parts.push(`--body ${bare(typeof body === 'string' ? body : JSON.stringify(body))}`)
  return joined(parts)
}

/** A request to the sandbox itself in one line, with a body of JSON where there is one. */
export function sandboxCurl(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: unknown,
): string {
  const json =
    body === undefined ? '' : ` -H 'content-type: application/json' -d ${quoted(JSON.stringify(body))}`
  return `curl -X ${method} ${url}${json}`
}

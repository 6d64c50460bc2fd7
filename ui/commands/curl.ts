import type { Attempt, ErrorEntry, HeaderPair, Health } from '../../server/wire.ts'
import { base64Of } from '../kit/base64.ts'
import { joined } from './command-line.ts'
import { notAgain } from './not-again.ts'
import { operationOf, samplePath } from './operation.ts'

/** Text as one word of a POSIX shell. */
export const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
/** A word of a command; bytes that are no ASCII, which headers hold as Latin-1, are put together by printf. */
function argument(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) || /[^\0-\xff]/.test(text)) return quoted(text)
  const octal = [...text].map((letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`)
  return `"$(printf '${octal.join('')}')"`
}

/** What curl would read as a pattern or as steps in a path. */
const readByCurl = /[[\]{}]|\/(?:\.|%2e)/i
const madeByCurl = new Set(['host', 'content-length', 'connection'])
/** A header that curl makes by itself; told of chunks, it makes those, and told of another coding it would only claim it. */
const isMadeByCurl = ([name, value]: HeaderPair) =>
  madeByCurl.has(name.toLowerCase()) ||
  (name.toLowerCase() === 'transfer-encoding' && value.toLowerCase() !== 'chunked')

interface Request {
  method: string
  url: string
  headers: readonly HeaderPair[]
  body: string
  /** The exact bytes where they are no text. */
  body_base64?: string | null | undefined
  http_version?: string
}

/** A longer word of a command may be more than a system takes. */
const longestWord = 60_000
/** Whether nothing is in a text that a terminal, or whoever pastes it, would change. */
const isPlain = (text: string) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text.replaceAll('\n', ''))

/** How a body is handed to curl: as a word of the command, or through a pipe. The copies of captures follow the same rule. */
function dataOf({ body, body_base64 = null }: Pick<Request, 'body' | 'body_base64'>) {
  const bytes = new TextEncoder().encode(body)
  if (body_base64 === null && bytes.length <= longestWord && isPlain(body))
    // An @ at the beginning would name a file.
    return { before: '', option: `${body.startsWith('@') ? '--data-raw' : '--data-binary'} ${quoted(body)}` }
  const before = `printf %s ${body_base64 ?? base64Of(bytes)} | base64 -d | `
  return { before, option: '--data-binary @-' }
}

/** The request as a curl command for a POSIX shell, its body byte for byte. */
export function curlOf({ method, url, headers, body, body_base64 = null, http_version }: Request): string {
  const data = body === '' && body_base64 === null ? null : dataOf({ body, body_base64 })
  // Told to make a HEAD of another request, it would wait for a body.
  const how = method === 'HEAD' && data === null ? '--head' : `-X ${method}`
  const options = `${http_version === '1.0' ? '--http1.0 ' : ''}${readByCurl.test(url) ? '--globoff --path-as-is ' : ''}`
  const parts = [`curl ${options}${how} ${quoted(url)}`]
  for (const [name, value] of headers)
    if (!isMadeByCurl([name, value]))
      parts.push(`-H ${value === '' ? quoted(`${name};`) : argument(`${name}: ${value}`)}`)
  if (data !== null) {
    if (!headers.some(([name]) => name.toLowerCase() === 'content-type')) parts.push(`-H 'Content-Type:'`)
    parts.push(data.option)
  }
  return (data?.before ?? '') + parts.join(' \\\n  ')
}

/** The request of an attempt as a curl command; what a fault did on the way and curl does not, stands before it. */
export const attemptCurl = (attempt: Pick<Attempt, 'request' | 'changes'>): string =>
  [
    // A command that does nothing: not every shell takes a comment that is typed.
    ...notAgain(attempt, 'curl').map(
      ({ fault, detail }) => `: ${quoted(`curl does not do again what ${fault} did: ${detail}`)}`,
    ),
    curlOf(attempt.request),
  ].join('\n')

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
  const command = `curl -X ${method} ${url}`
  if (body === undefined) return command
  const json = JSON.stringify(body)
  const { before, option } = dataOf({ body: json })
  const data = before === '' ? `-d ${quoted(json)}` : option
  return `${before}${command} -H 'content-type: application/json' ${data}`
}

import type { HeaderPair } from '../wire.ts'
import type { Failed } from '../words/outcome.ts'

/** How the end of a body is told: it has none, by its length, by its last chunk, or by the end of the connection. */
type Framing = { by: 'nothing' } | { by: 'length'; length: number } | { by: 'chunks' } | { by: 'end' }

/** What stands before the body of an answer. */
export interface AnswerHead {
  httpVersion: string
  status: number
  /** The words behind the status, which mean nothing to programs; empty where there are none. */
  reason: string
  headers: readonly HeaderPair[]
  framing: Framing
  /** Whether the connection may be used again once the body has been read. */
  keepsAlive: boolean
  /** For how long the other side holds an idle connection, in seconds; null where it does not say. */
  idleS: number | null
}

/** What of an answer is no HTTP, with the beginning of what came instead. */
export interface BadAnswer {
  flaw: NonNullable<Failed['flaw']>
  text?: string
}

const statusLine = /^HTTP\/(1\.[01]) ([1-9]\d\d)(?: |$)/
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const control = /[\0-\x08\x0a-\x1f\x7f]/

export const flawed = (flaw: BadAnswer['flaw'], text: string): BadAnswer => ({
  flaw,
  text: text.length > 60 ? `${text.slice(0, 60)}…` : text,
})

/** Nearly every answer says what the one before it said. */
let before: { text: string; parsed: AnswerHead | BadAnswer } = {
  text: '',
  parsed: { flaw: 'not_http' },
}

/** As {@link readHead}; an answer that says the same as the one before is the same object, which nobody may change. */
export function parseHead(text: string): AnswerHead | BadAnswer {
  if (text !== before.text) before = { text, parsed: readHead(text) }
  return before.parsed
}

/**
 * Reads a head from its status line to its blank line. Lines may end without a carriage return. Text is latin1, values are kept
 * as sent but for the blanks around them; a continued line (RFC 9112, 5.2) is joined by a blank.
 */
function readHead(text: string): AnswerHead | BadAnswer {
  const lineEnd = text.indexOf('\n')
  const first = lineOf(text, 0, lineEnd)
  const status = statusLine.exec(first)
  if (!status || control.test(first)) return notHttp(first)
  const headers = readFields(text, lineEnd + 1)
  if ('flaw' in headers) return headers
  const [line, version = '', code] = status
  return understand({ httpVersion: version, status: Number(code), reason: first.slice(line.length), headers })
}

/** What stands behind the last chunk of an answer; nothing where that cannot be read, since the answer is there without it. */
export function readTrailers(text: string): HeaderPair[] {
  const fields = readFields(text, 0)
  return 'flaw' in fields ? [] : fields
}

/** Reads header lines from a place up to a blank one or the end. */
function readFields(text: string, from: number): HeaderPair[] | BadAnswer {
  const headers: HeaderPair[] = []
  for (let at = from; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const line = lineOf(text, at, end)
    at = end + 1
    if (line === '') break
    if (control.test(line)) return flawed('header_control', line)
    const last = headers.at(-1)
    if (line.startsWith(' ') || line.startsWith('\t')) {
      if (!last) return flawed('header_blank', line)
      last[1] = `${last[1]} ${trimBlanks(line)}`.trimStart()
      continue
    }
    const colon = line.indexOf(':')
    const name = line.slice(0, colon)
    if (colon < 0 || !token.test(name)) return flawed('header_line', line)
    headers.push([name, trimBlanks(line.slice(colon + 1))])
  }
  return headers
}

function lineOf(text: string, from: number, lineEnd: number): string {
  return text.slice(from, text.charCodeAt(lineEnd - 1) === 13 && lineEnd > from ? lineEnd - 1 : lineEnd)
}

/** Without the blanks and tabs around it; String.trim would take more than HTTP does. */
function trimBlanks(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && isBlank(text.charCodeAt(from))) from++
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--
  return text.slice(from, to)
}
const isBlank = (code: number) => code === 32 || code === 9

function notHttp(line: string): BadAnswer {
  const [, version] = /^HTTP\/(\S*)/.exec(line) ?? []
  if (version === undefined) return flawed('not_http', line)
  return /^1\.[01]$/.test(version) ? flawed('status_line', line) : flawed('http_version', version)
}

/** Draws from the headers where the body ends and what becomes of the connection. */
function understand(
  said: Pick<AnswerHead, 'httpVersion' | 'status' | 'reason' | 'headers'>,
): AnswerHead | BadAnswer {
  const { httpVersion, status, headers } = said
  let length: number | undefined
  let codings = ''
  let connection = ''
  let idleS: number | null = null
  for (const [name, value] of headers) {
    // Only these four matter here, and their lengths tell them from nearly all others.
    switch (name.length) {
      case 14:
        if (name.toLowerCase() === 'content-length') {
          for (const part of value.split(',')) {
            const one = trimBlanks(part)
            if (!/^\d{1,15}$/.test(one)) return flawed('content_length', value)
            if (length !== undefined && length !== Number(one))
              return flawed('two_lengths', `${length}, ${Number(one)}`)
            length = Number(one)
          }
        }
        break
      case 17:
        if (name.toLowerCase() === 'transfer-encoding') codings += `,${value.toLowerCase()}`
        break
      case 10:
        if (name.toLowerCase() === 'connection') connection += `,${value.toLowerCase()}`
        else if (name.toLowerCase() === 'keep-alive') idleS = idleSecondsOf(value)
        break
    }
  }
  if (codings !== '' && length !== undefined) return { flaw: 'length_and_coding' }
  const framing = framingOf(status, length, codings)
  const says = (word: string) => connection !== '' && connection.split(',').some((one) => one.trim() === word)
  const keepsAlive =
    framing.by !== 'end' && status !== 101 && (httpVersion === '1.1' ? !says('close') : says('keep-alive'))
  return { ...said, framing, keepsAlive, idleS }
}

function framingOf(status: number, length: number | undefined, codings: string): Framing {
  if (status < 200 || status === 204 || status === 304) return { by: 'nothing' }
  if (codings !== '') return /(?:^|,)\s*chunked\s*$/.test(codings) ? { by: 'chunks' } : { by: 'end' }
  return length === undefined ? { by: 'end' } : { by: 'length', length }
}

function idleSecondsOf(value: string): number | null {
  const found = /(?:^|[\s,;])timeout\s*=\s*"?(\d{1,6})/i.exec(value)
  return found ? Number(found[1]) : null
}

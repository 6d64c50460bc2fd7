/** Parses the head of a response, and decides where its body ends. */
import type { HeaderPair } from '../wire.ts'
import type { Failed } from '../words/outcome.ts'

/** What ends a body: there is none, its length, its last chunk, or the end of the connection. */
type Framing = { by: 'nothing' } | { by: 'length'; length: number } | { by: 'chunks' } | { by: 'end' }

/** The parts of a response before its body. */
export interface AnswerHead {
  httpVersion: string
  status: number
  /** The text after the status, without meaning for programs. May be empty. */
  reason: string
  headers: readonly HeaderPair[]
  framing: Framing
  /** Whether the connection may be used again after the body. */
  keepsAlive: boolean
  /** How long the receiver keeps an idle connection, in seconds. Null if it does not say. */
  idleS: number | null
}

/** What is wrong with a response that is not valid HTTP, and how it begins. */
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

/** Most heads equal the one before, so the last result is cached. */
let before: { text: string; parsed: AnswerHead | BadAnswer } = {
  text: '',
  parsed: { flaw: 'not_http' },
}

/** As {@link readHead}. An equal head returns the same object, which must not be changed. */
export function parseHead(text: string): AnswerHead | BadAnswer {
  if (text !== before.text) before = { text, parsed: readHead(text) }
  return before.parsed
}

/**
 * Parses a head from status line to blank line. Lines may end without a carriage return. Text is latin1. Values are kept as
 * sent, without surrounding blanks. A continued line (RFC 9112, 5.2) is joined by a space.
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

/** The trailers after the last chunk. Empty if they are invalid, since the response is complete without them. */
export function readTrailers(text: string): HeaderPair[] {
  const fields = readFields(text, 0)
  return 'flaw' in fields ? [] : fields
}

/** Reads header lines from a position to a blank line or the end. */
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

/** Removes surrounding blanks and tabs. String.trim would remove more than HTTP allows. */
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

/** Derives the end of the body and the future of the connection from the headers. */
function understand(
  said: Pick<AnswerHead, 'httpVersion' | 'status' | 'reason' | 'headers'>,
): AnswerHead | BadAnswer {
  const { httpVersion, status, headers } = said
  let length: number | undefined
  let codings = ''
  let connection = ''
  let idleS: number | null = null
  for (const [name, value] of headers) {
    // Only four headers matter here. Comparing lengths first excludes nearly all others.
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

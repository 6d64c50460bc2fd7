/** Writes requests as curl commands. */
import { base64Of } from './base64.ts'
import { quoted } from './shell-words.ts'

type Pair = readonly [name: string, value: string]

/** A word of a shell command. printf writes bytes that are not ASCII, which headers hold as Latin-1. */
export function curlWord(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) || /[^\0-\xff]/.test(text)) return quoted(text)
  const octal = [...text].map((letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`)
  return `"$(printf '${octal.join('')}')"`
}

/** Characters that curl reads as a pattern, or as dot segments of a path. */
const readByCurl = /[[\]{}]|\/(?:\.|%2e)/i
const madeByCurl = new Set(['host', 'content-length', 'connection'])
/**
 * Whether curl writes this header itself. With chunked, curl sends chunks; it would claim any other coding without
 * applying it.
 */
const isMadeByCurl = ([name, value]: Pair) =>
  madeByCurl.has(name.toLowerCase()) ||
  (name.toLowerCase() === 'transfer-encoding' && value.toLowerCase() !== 'chunked')

interface Request {
  method: string
  url: string
  headers: readonly Pair[]
  body: string
  /** The exact bytes, if they are not text. */
  body_base64?: string | null | undefined
  http_version?: string
}

/** A longer word may exceed the limit of the system. */
export const longestWord = 60_000
/** Whether a terminal, or pasting the text into one, would leave the text unchanged. */
const isPlain = (text: string) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text.replaceAll('\n', ''))

/** How the command passes the body to curl: as a word, or through a pipe. */
export function curlData({ body, body_base64 = null }: Pick<Request, 'body' | 'body_base64'>) {
  const bytes = new TextEncoder().encode(body)
  if (body_base64 === null && bytes.length <= longestWord && isPlain(body))
    // An @ at the beginning would name a file.
    return { before: '', option: `${body.startsWith('@') ? '--data-raw' : '--data-binary'} ${quoted(body)}` }
  const before = `printf %s ${body_base64 ?? base64Of(bytes)} | base64 -d | `
  return { before, option: '--data-binary @-' }
}

/** The request as a curl command for a POSIX shell, with the exact body. */
export function curlOf({ method, url, headers, body, body_base64 = null, http_version }: Request): string {
  const data = body === '' && body_base64 === null ? null : curlData({ body, body_base64 })
  // With --request HEAD, curl would wait for a body.
  const how = method === 'HEAD' && data === null ? '--head' : `-X ${method}`
  const options = `${http_version === '1.0' ? '--http1.0 ' : ''}${readByCurl.test(url) ? '--globoff --path-as-is ' : ''}`
  const parts = [`curl ${options}${how} ${quoted(url)}`]
  for (const [name, value] of headers)
    if (!isMadeByCurl([name, value]))
      parts.push(`-H ${value === '' ? quoted(`${name};`) : curlWord(`${name}: ${value}`)}`)
  if (data !== null) {
    if (!headers.some(([name]) => name.toLowerCase() === 'content-type')) parts.push(`-H 'Content-Type:'`)
    parts.push(data.option)
  }
  return (data?.before ?? '') + parts.join(' \\\n  ')
}

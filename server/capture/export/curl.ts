/** Writes a curl command that sends a capture again. */
import { textOf } from '../../body/body-text.ts'
import type { CaptureRow, HeaderPair } from '../../wire.ts'
import { curlData, curlWord, longestWord } from '../../words/curl.ts'
import { pathAsWritten } from '../path-as-written.ts'

/** Headers that curl adds unless told otherwise. */
const ofCurl = ['Host', 'User-Agent', 'Accept', 'Content-Type', 'Expect']

/**
 * A POSIX shell command that sends a capture's bytes again: method, target, headers in order and case, and the exact body.
 * Needs curl 7.55 or newer. A body that cannot be written as text comes from `base64 -d`.
 *
 * @param to the URL to send to, with its own Host; undefined repeats the original address
 * @param base the sandbox's own address
 */
export function curlOf(
  capture: Pick<CaptureRow, 'method' | 'target' | 'http_version' | 'headers' | 'trailers'>,
  body: Buffer,
  { to, base }: { to: string | undefined; base: string },
): string {
  const { method, target, headers } = capture
  const isHead = method === 'HEAD' && body.length === 0
  const given = body.length === 0 && !isChunked(headers) ? undefined : dataOf(body)
  const command = [
    'curl --path-as-is --globoff',
    capture.http_version === '1.0' ? '--http1.0' : '--http1.1',
    // With --request HEAD, curl would wait for a body.
    isHead ? '--head' : `--request ${curlWord(method)}`,
    to === undefined
      ? `--request-target ${curlWord(target)} ${curlWord(`${base}/`)}`
      : curlWord(addressOf(to)),
  ].join(' ')
  const sent = to === undefined ? headers : headers.filter(([name]) => name.toLowerCase() !== 'host')
  // A header that is removed and then given keeps its position and case.
  const taken = ofCurl.filter((name) => to === undefined || name !== 'Host').map((name) => `${name}:`)
  const lines = [
    command,
    taken.map((line) => `--header '${line}'`).join(' '),
    ...sent.map(([name, value]) => `--header ${curlWord(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(given ? [given.option] : []),
  ]
  const note = capture.trailers.length > 0 ? ': curl cannot send trailers, so they are left out;\n' : ''
  return `${note}${given?.before ?? ''}${lines.join(' \\\n  ')}\n`
}

/** A URL as curl accepts it, without blanks and other alphabets. The path equals that of a replay, with the login. */
function addressOf(to: string): string {
  const { protocol, username, password, host } = new URL(to)
  const login = username === '' && password === '' ? '' : `${username}:${password}@`
  return `${protocol}//${login}${host}${pathAsWritten(to)}`
}

const isChunked = (headers: readonly HeaderPair[]) =>
  headers.some(([name]) => name.toLowerCase() === 'transfer-encoding')

function dataOf(bytes: Buffer) {
  // Too long for a word of a command, which Buffer turns into base64 faster.
  const body = bytes.length > longestWord ? undefined : textOf(bytes)
  return curlData(body === undefined ? { body: '', body_base64: bytes.toString('base64') } : { body })
}

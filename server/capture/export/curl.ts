import { textOf } from '../../body/body-text.ts'
import type { CaptureRow, HeaderPair } from '../../wire.ts'
import { curlData, curlWord } from '../../words/curl.ts'
import { pathAsWritten } from '../path-as-written.ts'

/** Headers that curl writes by itself unless it is told not to. */
const ofCurl = ['Host', 'User-Agent', 'Accept', 'Content-Type', 'Expect']

/**
 * A command for a POSIX shell that sends the bytes of a capture again: method, target and headers in their order and case, the
 * body to the byte. Needs curl 7.55 or newer; a body that a command cannot hold as text comes through `base64 -d`.
 *
 * @param to the whole address in place of the sandbox's own, whose Host is then sent; undefined sends it where it was sent
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
    // Told to make a HEAD of another request, it would wait for a body.
    isHead ? '--head' : `--request ${curlWord(method)}`,
    to === undefined
      ? `--request-target ${curlWord(target)} ${curlWord(`${base}/`)}`
      : curlWord(addressOf(to)),
  ].join(' ')
  const sent = to === undefined ? headers : headers.filter(([name]) => name.toLowerCase() !== 'host')
  // What is taken off and then given stands where it is given, in its own case.
  const taken = ofCurl.filter((name) => to === undefined || name !== 'Host').map((name) => `${name}:`)
  const lines = [
    command,
    taken.map((line) => `--header '${line}'`).join(' '),
    ...sent.map(([name, value]) => `--header ${curlWord(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(given ? [given.option] : []),
  ]
  const note = capture.trailers.length > 0 ? ': curl sends no trailers, so that these are left out;\n' : ''
  return `${note}${given?.before ?? ''}${lines.join(' \\\n  ')}\n`
}

/** An address as curl takes it, which reads no blank and no other alphabet: its path as a replay sends it, and its login. */
function addressOf(to: string): string {
  const { protocol, username, password, host } = new URL(to)
  const login = username === '' && password === '' ? '' : `${username}:${password}@`
  return `${protocol}//${login}${host}${pathAsWritten(to)}`
}

const isChunked = (headers: readonly HeaderPair[]) =>
  headers.some(([name]) => name.toLowerCase() === 'transfer-encoding')

function dataOf(bytes: Buffer) {
  const body = textOf(bytes)
  return curlData(body === undefined ? { body: '', body_base64: bytes.toString('base64') } : { body })
}

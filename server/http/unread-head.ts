/** Reads the head of a request that Node's parser refused. */
import type { HeaderPair } from '../wire.ts'

/** The head of a refused request, read leniently. */
export interface UnreadHead {
  method: string
  /** The request target as sent. */
  target: string
  httpVersion: string
  headers: HeaderPair[]
  /** The bytes after the head in the same packet. Null if the head is incomplete. */
  rest: Buffer | null
}

/** Reads as much of a head as there is. Undefined if the bytes do not begin with a request line. */
export function unreadHead(raw: Buffer): UnreadHead | undefined {
  const text = raw.toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)
  const [first = '', ...lines] = text.slice(0, end?.index).split(/\r?\n/)
  const [, method, target, httpVersion = ''] =
    /^(\S{1,100}) +(\S.*?)(?: +HTTP\/(\S{0,20}))?$/s.exec(first) ?? []
  if (method === undefined || target === undefined) return undefined
  return {
    method,
    target,
    httpVersion,
    headers: pairsIn(lines.filter((line) => line !== '')),
    rest: end && raw.subarray(end.index + end[0].length),
  }
}

/** A line that begins with a blank continues the value before it, joined by a space (RFC 9112, 5.2). */
export function pairsIn(lines: readonly string[]): HeaderPair[] {
  const pairs: HeaderPair[] = []
  for (const line of lines) {
    const last = /^[ \t]/.test(line) ? pairs.at(-1) : undefined
    if (last) last[1] = `${last[1]} ${line.trim()}`.trim()
    else pairs.push(pairOf(line))
  }
  return pairs
}

function pairOf(line: string): HeaderPair {
  const colon = line.indexOf(':')
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trim()]
}

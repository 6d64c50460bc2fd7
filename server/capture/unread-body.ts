/** Finds the body of a request whose head was refused. */
import { pairsIn, type UnreadHead } from '../http/unread-head.ts'
import type { HeaderPair } from '../wire.ts'
import { type Arrived, framingOf } from './arrived.ts'

/** `bodyCut` is also true if the framing does not say whether the body is complete. */
type UnreadBody = Pick<Arrived, 'bodyCut' | 'trailers'> & { body: Buffer }

const whole = (body: Buffer): UnreadBody => ({ body, bodyCut: false, trailers: [] })
const cut = (body: Buffer): UnreadBody => ({ body, bodyCut: true, trailers: [] })

/** The body according to its framing, as far as it arrived. Without framing, all bytes that arrived. */
export function unreadBody({ headers, rest }: Pick<UnreadHead, 'headers' | 'rest'>): UnreadBody {
  if (rest === null) return cut(Buffer.alloc(0))
  switch (framingOf(headers)) {
    case 'chunked':
      return unchunked(rest) ?? cut(rest)
    case 'length': {
      const length = lengthIn(headers)
      return rest.length < length ? cut(rest) : whole(rest.subarray(0, length))
    }
    case 'none':
      return rest.length === 0 ? whole(rest) : cut(rest)
  }
}

/** The given length. If there are several, or it is not a number, more than any body has. */
function lengthIn(headers: readonly HeaderPair[]): number {
  const told = new Set(
    headers.filter(([name]) => name.toLowerCase() === 'content-length').map(([, value]) => value),
  )
  const [length = ''] = told
  return told.size === 1 && /^\d{1,15}$/.test(length) ? Number(length) : Number.POSITIVE_INFINITY
}

/** The content of the chunks that arrived. Undefined if the first has no size. */
function unchunked(raw: Buffer): UnreadBody | undefined {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const end = raw.indexOf('\r\n', at)
    const line = raw.toString('latin1', at, end < 0 ? at : end)
    const size = Number.parseInt(/^([0-9a-f]{1,8})[ \t]*(?:;|$)/i.exec(line)?.[1] ?? '', 16)
    if (Number.isNaN(size)) return at === 0 ? undefined : cut(Buffer.concat(chunks))
    const begin = end + 2
    if (size === 0) return closed(Buffer.concat(chunks), raw.toString('latin1', begin))
    chunks.push(raw.subarray(begin, begin + size))
    at = begin + size + 2
    if (raw.toString('latin1', at - 2, at) !== '\r\n') return cut(Buffer.concat(chunks))
  }
}

/** A body whose last chunk arrived, with its trailers if complete. */
function closed(body: Buffer, text: string): UnreadBody {
  if (text.startsWith('\r\n')) return whole(body)
  const end = text.indexOf('\r\n\r\n')
  return end < 0 ? cut(body) : { ...whole(body), trailers: pairsIn(text.slice(0, end).split('\r\n')) }
}

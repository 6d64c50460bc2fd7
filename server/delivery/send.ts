import { Agent, type Dispatcher } from 'undici'
import { pairsOf } from '../header-pairs.ts'
import type { Outside } from '../outside.ts'
import type { HeaderPair, Outcome } from '../wire.ts'
import { BlockedAddress, localLookup, refusePublicLiteral } from './network-policy.ts'
import { outcomeOfError } from './outcome.ts'

/** A request as it goes over the wire; `headers` names all of them, those the client adds included. */
export interface Outgoing {
  url: string
  headers: HeaderPair[]
  body: Buffer
}
export interface Incoming {
  status: number
  headers: HeaderPair[]
  body: Buffer
  truncated: boolean
}
export interface Sent {
  outcome: Outcome
  response: Incoming | null
  durationMs: number
}

/** How much of an answer is kept; what follows is read and thrown away, up to the second bound. */
const keptBytes = 65_536
const readBytes = 4_194_304

/** Headers that the HTTP client writes by itself: they are recorded, not handed over. */
const clientHeaders = ['host', 'connection', 'content-length']

/** The headers of a request in the order in which they leave: the client's own around ours. */
export function wireHeaders(url: string, ours: readonly HeaderPair[], body: Buffer): HeaderPair[] {
  return [
    ['host', new URL(url).host],
    ['connection', 'keep-alive'],
    ...ours,
    ['content-length', String(body.length)],
  ]
}

export interface Sender {
  /** Makes one attempt; never throws. `timeoutMs` is for the whole of it, 0 waits for ever. */
  send(request: Outgoing, options: { timeoutMs: number; signal: AbortSignal }): Promise<Sent>
  close(): Promise<void>
}

export function createSender({ outside, allowPublic }: { outside: Outside; allowPublic: boolean }): Sender {
  const agent = new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 0, autoSelectFamily: true, ...(allowPublic ? {} : { lookup: localLookup }) },
  })

  async function exchange(request: Outgoing, signal: AbortSignal): Promise<Incoming> {
    const url = new URL(request.url)
    if (!allowPublic) refusePublicLiteral(url)
    const response = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: request.headers.filter(([name]) => !clientHeaders.includes(name)).flat(),
      body: request.body,
      signal,
      responseHeaders: 'raw',
    })
    // With `raw`, undici hands over a flat list as sent; its types speak of an object.
    return {
      status: response.statusCode,
      headers: pairsOf(response.headers as unknown as string[]),
      ...(await readBody(response.body)),
    }
  }

  return {
    async send(request, { timeoutMs, signal }) {
      const began = outside.elapsed()
      const own = new AbortController()
      const abort = () => own.abort()
      signal.addEventListener('abort', abort)
      let timedOut = false
      const cancelTimer =
        timeoutMs === 0
          ? () => {}
          : outside.after(timeoutMs, () => {
              timedOut = true
              own.abort()
            })
      const took = () => Math.round((outside.elapsed() - began) * 1000) / 1000
      try {
        if (signal.aborted) own.abort()
        const response = await exchange(request, own.signal)
        return { outcome: { kind: 'responded', status: response.status }, response, durationMs: took() }
      } catch (error) {
        return {
          outcome: outcomeOf(error, { timedOut, timeoutMs, aborted: signal.aborted }),
          response: null,
          durationMs: took(),
        }
      } finally {
        cancelTimer()
        signal.removeEventListener('abort', abort)
      }
    },
    close: () => agent.destroy(),
  }
}

function outcomeOf(error: unknown, cut: { timedOut: boolean; timeoutMs: number; aborted: boolean }): Outcome {
  if (cut.timedOut) return { kind: 'timed_out', after_ms: cut.timeoutMs }
  if (cut.aborted) return { kind: 'interrupted', detail: 'the sandbox stopped waiting' }
  if (error instanceof BlockedAddress) return { kind: 'blocked', detail: error.message }
  return outcomeOfError(error)
}

async function readBody(
  body: Dispatcher.ResponseData['body'],
): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (size < keptBytes) chunks.push(chunk.subarray(0, keptBytes - size))
    size += chunk.length
    if (size > readBytes) break
  }
  return { body: Buffer.concat(chunks), truncated: size > keptBytes }
}

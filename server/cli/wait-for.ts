/** Waits until a receiver accepts connections. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { StartError } from '../failures.ts'
import type { Outside } from '../outside.ts'
import { duration } from '../words/duration.ts'
import { wrongCall } from './wrong-call.ts'

/** Between two attempts, in ms of real time. */
const pauseMs = 100
/** How long an accepted connection may stay silent. A receiver that answers no HEAD request is ready all the same. */
const silenceMs = 1000

/**
 * Waits until a URL accepts a connection, whatever it answers. A connection that ends without an answer does not count: a
 * container engine accepts connections before the program in the container does.
 */
export async function waitForReceiver(
  url: string,
  { timeoutMs, outside, signal }: { timeoutMs: number; outside: Outside; signal: AbortSignal },
): Promise<void> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new StartError(
      `${url} is not an address to wait for.`,
      'Write a port or a URL, such as http://localhost:3000/health',
      wrongCall,
    )
  const began = outside.elapsed()
  for (;;) {
    const trouble = await troubleAt(url, outside)
    if (trouble === undefined || signal.aborted) return
    if (outside.elapsed() - began >= timeoutMs)
      throw new StartError(
        `Nothing accepted a connection at ${url} within ${duration(timeoutMs)}. Last trouble: ${trouble}.`,
        'Start your receiver first, correct the URL, or wait longer with --wait-timeout.',
        wrongCall,
      )
    await new Promise<void>((resolve) => outside.after(pauseMs, resolve))
  }
}

/** Why one attempt failed; undefined if the receiver is ready. */
function troubleAt(url: string, { after }: Outside): Promise<string | undefined> {
  return new Promise((resolve) => {
    const send = new URL(url).protocol === 'https:' ? requestHttps : requestHttp
    // Only whether anything listens counts, so any certificate will do.
    const request = send(url, { method: 'HEAD', agent: false, rejectUnauthorized: false })
    let isAccepted = false
    const cancel = after(silenceMs, () =>
      end(isAccepted ? undefined : 'the connection is not accepted in time'),
    )
    function end(trouble: string | undefined) {
      cancel()
      request.destroy()
      resolve(trouble)
    }
    request
      .on('socket', (socket) =>
        socket.on('connect', () => {
          isAccepted = true
        }),
      )
      .on('response', () => end(undefined))
      .on('error', (error: NodeJS.ErrnoException) => {
        const { code = '', message } = error
        // It answers, although not in HTTP.
        end(code.startsWith('HPE_') ? undefined : message || code)
      })
      .end()
  })
}

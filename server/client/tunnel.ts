import type { Socket } from 'node:net'
import type { Outcome } from '../wire.ts'
import { plural } from '../words/plural.ts'
import { createAnswerReader } from './parser.ts'
import type { Target } from './target.ts'

const noBytes = Buffer.alloc(0)

/**
 * Asks the proxy at the other end of `socket` for a tunnel to the target (RFC 9110, 9.3.6). Calls `done` once, with null when the
 * socket now leads there.
 */
export function openTunnel(socket: Socket, target: Target, done: (failure: Outcome | null) => void) {
  const reader = createAnswerReader({ connect: true })
  const name = `the proxy ${target.proxy?.name}`
  const authority = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`
  const end = (failure: Outcome | null, behind: Buffer = noBytes) => {
    socket.off('data', onData).off('end', onEnd).off('error', onError)
    // Said by whoever is at the other end; a socket that flows would drop it before TLS looks.
    if (behind.length > 0) socket.pause().unshift(behind)
    done(failure)
  }
  const lost = (how: 'closed' | 'reset') => {
    const received = reader.received()
    const far = received > 0 ? `after ${plural(received, 'byte')} of its answer` : 'without an answer'
    end({ kind: 'refused', detail: `${name} ${how} the connection ${far}` })
  }
  const onEnd = () => lost('closed')
  const onError = () => lost('reset')
  function onData(bytes: Buffer) {
    const progress = reader.take(bytes)
    if (progress === 'more') return
    if (progress === 'bad') return end({ kind: 'refused', detail: `${name}: ${reader.trouble()}` })
    const { status } = reader.answer()
    if (status < 200 || status > 299) return end(refusedByProxy(target, status))
    end(null, bytes.subarray(bytes.length - reader.behind()))
  }
  socket.on('data', onData).on('end', onEnd).on('error', onError)
  const authorization = target.proxy?.authorization
  const proxyLine = authorization ? `Proxy-Authorization: ${authorization}\r\n` : ''
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${proxyLine}\r\n`, 'latin1')
}

/** The outcome where a proxy answers for itself. */
export function refusedByProxy({ proxy }: Target, status: number): Outcome {
  const wanted = proxy?.authorization
    ? 'it does not take the user and the password of delivery.proxy'
    : 'it wants a user and a password in delivery.proxy'
  const hint = status === 407 ? `; ${wanted}` : ''
  return {
    kind: 'refused',
    detail: `the proxy answered ${status} (${proxy?.name}${hint})`,
  }
}

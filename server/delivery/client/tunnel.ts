import type { Socket } from 'node:net'
import type { Outcome } from '../../wire.ts'
import { createAnswerReader } from './parser.ts'
import type { Target } from './target.ts'

/**
 * Asks the proxy at the other end of `socket` for a tunnel to the target (RFC 9110, 9.3.6). Calls `done` once, with null when the
 * socket now leads there.
 */
export function openTunnel(socket: Socket, target: Target, done: (failure: Outcome | null) => void) {
  const reader = createAnswerReader({ connect: true })
  const name = `the proxy ${target.proxy?.name}`
  const authority = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`
  const end = (failure: Outcome | null) => {
    socket.off('data', onData).off('end', onEnd).off('error', onEnd)
    done(failure)
  }
  const onEnd = () => end({ kind: 'refused', detail: `${name} closed the connection without an answer` })
  function onData(bytes: Buffer) {
    const progress = reader.take(bytes)
    if (progress === 'more') return
    if (progress === 'bad') return end({ kind: 'refused', detail: `${name}: ${reader.trouble()}` })
    const { status } = reader.answer()
    end(status >= 200 && status < 300 ? null : refusedByProxy(target, status))
  }
  socket.on('data', onData).on('end', onEnd).on('error', onEnd)
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

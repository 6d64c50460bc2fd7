/** Opens a tunnel through a proxy. */
import type { Socket } from 'node:net'
import type { Failed } from '../words/outcome.ts'
import { hostAndPort } from './outcome.ts'
import { createAnswerReader } from './parser.ts'
import type { Target } from './target.ts'

const noBytes = Buffer.alloc(0)

/**
 * Asks the proxy at the other end of `socket` for a tunnel to the target (RFC 9110, 9.3.6). Calls `done` once, with null if
 * the socket now leads there.
 */
export function openTunnel(socket: Socket, target: Target, done: (failure: Failed | null) => void) {
  const reader = createAnswerReader({ isHead: true })
  const authority = hostAndPort(target.host, target.port)
  const end = (failure: Failed | null, behind: Buffer = noBytes) => {
    socket.off('data', onData).off('end', onEnd).off('error', onError)
    // Bytes from the far end. Paused, because a flowing socket would drop them before TLS reads.
    if (behind.length > 0) socket.pause().unshift(behind)
    done(failure)
  }
  const lost = (how: 'closed' | 'reset') => {
    const bytes = reader.received()
    end({ ...failed(target, how), ...(bytes > 0 && { progress: { part: 'answer_head', bytes } }) })
  }
  const onEnd = () => lost('closed')
  const onError = () => lost('reset')
  function onData(bytes: Buffer) {
    const progress = reader.take(bytes)
    if (progress === 'more') return
    if (progress === 'bad') return end({ ...failed(target, 'unreadable'), ...reader.trouble() })
    const { status } = reader.answer()
    if (status < 200 || status > 299) return end(refusedByProxy(target, status))
    end(null, bytes.subarray(bytes.length - reader.behind()))
  }
  socket.on('data', onData).on('end', onEnd).on('error', onError)
  const authorization = target.proxy?.authorization
  const proxyLine = authorization ? `Proxy-Authorization: ${authorization}\r\n` : ''
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${proxyLine}\r\n`, 'latin1')
}

const failed = ({ proxy }: Target, code: string): Failed => ({
  kind: 'refused',
  code,
  address: null,
  proxy: `${proxy?.name}`,
})

/** The outcome if a proxy answers in place of the receiver. */
export const refusedByProxy = (target: Target, status: number): Failed => ({
  ...failed(target, 'proxy_answered'),
  status,
  ...(status === 407 && { login: target.proxy?.authorization ? 'wrong' : 'missing' }),
})

import {
  isIP,
  type LookupFunction,
  connect as netConnect,
  type Socket,
  type TcpNetConnectOpts,
} from 'node:net'
import {
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
  connect as tlsConnect,
} from 'node:tls'
import type { Outcome } from '../../wire.ts'
import { BlockedAddress, objectionToHost } from '../network-policy.ts'
import { lacksDescriptor, outcomeOfConnectError } from '../outcome.ts'
import { createNames, type NamesOptions } from './names.ts'
import type { ProxyAddress, Target } from './target.ts'
import { certificateTrouble, handshakeTrouble, objectionOf, type TlsOutcome } from './tls-trouble.ts'
import { openTunnel } from './tunnel.ts'

export interface ConnectorOptions extends NamesOptions {
  verifyTls: boolean
  /** PEM text of authorities that are trusted besides Node's. */
  ca: string | undefined
}

/** A connection that is made. */
export interface Link {
  socket: Socket
  /** Hands all that is received to `take`, which must not keep the bytes; called once. */
  feed(take: (bytes: Buffer) => void): void
  /** The name of the proxy that answers in place of the receiver, or hands on what that says; null where none can. */
  proxy: string | null
  /** Whether Node tells of a write a turn of the event loop after it was done, as it does over TLS. */
  tellsWritesLate: boolean
  /** Ends the connection by a reset; below TLS, where there is TLS. */
  reset(): void
}

const readBuffer = 16_384
const noDelay = { noDelay: true, autoSelectFamily: true }

/** Told how a connection comes about; `ready`, `failed` or `lacking` is the last call. */
export interface ConnectListener {
  stage(stage: 'dns' | 'connect' | 'tls'): void
  ready(link: Link): void
  failed(outcome: Outcome): void
  /** This process may open no more files, of which the other side knows nothing. */
  lacking(): void
}

/** Makes connections; every socket it opens is handed to `born` at once. */
export function createConnector(options: ConnectorOptions, born: (socket: Socket) => void) {
  const { allowPublic, verifyTls, ca } = options
  const names = createNames(options)
  let context: SecureContext | undefined

  /** Reading the roots takes some ten milliseconds, so it is done once, and only where TLS is used. */
  const secureContext = () => {
    context ??= createSecureContext(ca === undefined ? {} : trusting(ca))
    return context
  }

  function tlsOptions({ host }: Target) {
    return {
      host,
      // Names only, and without the dot at the end: RFC 6066, 3.
      ...(isIP(host) === 0 && { servername: host.replace(/\.$/, '') }),
      ALPNProtocols: ['http/1.1'],
      secureContext: secureContext(),
      // Judged in `judgeCertificate`, before a byte of ours leaves: here the certificate can still be looked at.
      rejectUnauthorized: false,
    }
  }

  function judgeCertificate(socket: TLSSocket, target: Target): TlsOutcome | null {
    if (!verifyTls || socket.authorized) return null
    return certificateTrouble(objectionOf(socket), socket.getPeerCertificate(true), target.host)
  }

  /** TLS on a connection that is there. */
  function secure(below: Socket, target: Target, attempt: Attempt) {
    attempt.on.stage('tls')
    // A proxy may break off itself, or show a certificate of its own.
    const through = target.proxy === null ? '' : `through the proxy ${target.proxy.name}: `
    const fail = (outcome: TlsOutcome) => attempt.fail({ ...outcome, detail: through + outcome.detail })
    const socket = attempt.adopt(tlsConnect({ ...tlsOptions(target), socket: below }))
    socket.on('secureConnect', () => {
      const outcome = judgeCertificate(socket, target)
      if (outcome) fail(outcome)
      else
        attempt.succeed({
          socket,
          feed: (take) => void socket.on('data', take),
          proxy: null,
          tellsWritesLate: true,
          reset: () => below.resetAndDestroy(),
        })
    })
    socket.on('error', (error) => fail(handshakeTrouble(error, hasCertificate(socket))))
  }

  function direct(target: Target, attempt: Attempt) {
    const objection = objectionToHost(target.host, allowPublic)
    if (objection) return attempt.fail({ kind: 'blocked', detail: objection.message })
    attempt.on.stage(isIP(target.host) === 0 ? 'dns' : 'connect')
    const where = { ...noDelay, host: target.host, port: target.port, lookup: attempt.timed(names.lookup) }
    const failed = (error: Error) => attempt.failBy(error)
    if (!target.tls) return tcp(where, attempt, { failed, proxy: null })
    const socket = attempt.adopt(netConnect(where))
    socket.once('error', failed)
    socket.on('connect', () => {
      socket.off('error', failed)
      secure(socket, target, attempt)
    })
  }

  async function proxied(target: Target, proxy: ProxyAddress, attempt: Attempt) {
    attempt.on.stage('dns')
    const objection = await names.objectionBehindProxy(target.host)
    if (objection) return attempt.failBy(objection)
    if (attempt.isOver()) return
    attempt.on.stage('connect')
    const where = { ...noDelay, host: proxy.host, port: proxy.port }
    const failed = (error: Error) => attempt.failBy(error, 'the proxy: ')
    if (!target.tls) return tcp(where, attempt, { failed, proxy: proxy.name })
    const socket = attempt.adopt(netConnect(where))
    socket.once('error', failed)
    socket.on('connect', () => {
      socket.off('error', failed)
      openTunnel(socket, target, (failure) => {
        if (failure) attempt.fail(failure)
        else secure(socket, target, attempt)
      })
    })
  }

  return {
    /** Begins to connect; the answer stops it without a word. */
    open(target: Target, on: ConnectListener): () => void {
      const attempt = createAttempt(on, born)
      if (target.proxy) void proxied(target, target.proxy, attempt)
      else direct(target, attempt)
      return attempt.stop
    },
  }
}

/** Whoever is named in `ca` is trusted as he stands there: an intermediate authority and a receiver too, without those above. */
const trusting = (ca: string) => ({ ca: [...rootCertificates, ca], allowPartialTrustChain: true })

/** Node answers an empty object where none came, and null once the socket is gone. */
const hasCertificate = (socket: TLSSocket) => Object.keys(socket.getPeerCertificate() ?? {}).length > 0

type Attempt = ReturnType<typeof createAttempt>

/** One connection in the making: it succeeds or fails once, and is silent after. */
function createAttempt(on: ConnectListener, born: (socket: Socket) => void) {
  let over = false
  let newest: Socket | undefined
  function stop() {
    over = true
    newest?.destroy()
  }
  function fail(outcome: Outcome) {
    if (over) return
    stop()
    on.failed(outcome)
  }
  /** Fails by what the system says; `whose` is put before its words. */
  function failBy(error: Error, whose = '') {
    if (!lacksDescriptor(error)) {
      const outcome = outcomeOf(error)
      const whole = 'detail' in outcome ? { ...outcome, detail: whose + outcome.detail } : outcome
      return fail(whole)
    }
    if (over) return
    stop()
    on.lacking()
  }
  return {
    on: { stage: (stage: 'dns' | 'connect' | 'tls') => void (over || on.stage(stage)) },
    isOver: () => over,
    stop,
    adopt<Kind extends Socket>(socket: Kind): Kind {
      newest = socket
      born(socket)
      return socket
    },
    succeed(link: Link) {
      if (over) return
      over = true
      on.ready(link)
    },
    fail,
    failBy,
    /** The same lookup; what follows a name that is found counts as connecting. */
    timed:
      (lookup: LookupFunction): LookupFunction =>
      (hostname, options, callback) =>
        lookup(hostname, options, (error, ...found) => {
          if (!over && error === null) on.stage('connect')
          callback(error, ...found)
        }),
  }
}

/** Plain TCP: a buffer that is used again and no stream around it save a tenth of the time of a delivery. */
function tcp(
  where: TcpNetConnectOpts,
  attempt: Attempt,
  { failed, proxy }: { failed(error: Error): void } & Pick<Link, 'proxy'>,
) {
  let take = (_bytes: Buffer) => {}
  const buffer = Buffer.allocUnsafeSlow(readBuffer)
  const onread = {
    buffer,
    callback(length: number) {
      take(buffer.subarray(0, length))
      return true
    },
  }
  const socket = attempt.adopt(netConnect({ ...where, onread }))
  const feed = (taker: typeof take) => {
    take = taker
  }
  socket.on('error', failed)
  const reset = () => socket.resetAndDestroy()
  socket.on('connect', () => attempt.succeed({ socket, feed, proxy, tellsWritesLate: false, reset }))
}

const outcomeOf = (error: Error): Outcome =>
  error instanceof BlockedAddress ? { kind: 'blocked', detail: error.message } : outcomeOfConnectError(error)

/** Makes connections to receivers: TCP, TLS, and through a proxy. */
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
import type { Outside } from '../outside.ts'
import type { Failed } from '../words/outcome.ts'
import { type DialListener, dial } from './dial.ts'
import { createNames, type NamesOptions } from './names.ts'
import { BlockedAddress, objectionToHost } from './network-policy.ts'
import { lacksDescriptor, outcomeOfConnectError } from './outcome.ts'
import type { ProxyAddress, Target } from './target.ts'
import { certificateTrouble, handshakeTrouble, objectionOf } from './tls-trouble.ts'
import { openTunnel } from './tunnel.ts'

export interface ConnectorOptions extends NamesOptions {
  outside: Pick<Outside, 'after' | 'elapsed'>
  verifyTls: boolean
  /** PEM text of authorities to trust besides Node's own. */
  ca: string | undefined
}

/** An established connection. */
export interface Link {
  socket: Socket
  /** Passes all received bytes to `take`, which must not keep them. Called once. */
  feed(take: (bytes: Buffer) => void): void
  /** The name of the proxy that may answer in place of the receiver, or null. */
  proxy: string | null
  /** Whether Node reports a write one event loop turn after it happened, as with TLS. */
  tellsWritesLate: boolean
  /** Ends the connection by a TCP reset, below TLS. */
  reset(): void
}

const readBuffer = 16_384

/** Called while a connection is made. `ready`, `failed` or `lacking` is the last call. */
export interface ConnectListener {
  stage(stage: 'dns' | 'connect' | 'tls'): void
  ready(link: Link): void
  failed(outcome: Failed): void
  /** This process has no free file descriptor, so the receiver saw nothing. */
  lacking(): void
}

/** Makes connections. Every socket is passed to `born` as soon as it exists. */
export function createConnector(options: ConnectorOptions, born: (socket: Socket) => void) {
  const { allowPublic, verifyTls, ca } = options
  const names = createNames(options)
  let context: SecureContext | undefined

  /** Reading the root certificates takes about ten milliseconds, so it happens once and only for TLS. */
  const secureContext = () => {
    context ??= createSecureContext(ca === undefined ? {} : trusting(ca))
    return context
  }

  function tlsOptions({ host }: Target) {
    return {
      host,
      // A server name must be a host name, without the final dot (RFC 6066, 3).
      ...(isIP(host) === 0 && { servername: host.replace(/\.$/, '') }),
      ALPNProtocols: ['http/1.1'],
      secureContext: secureContext(),
      // `judgeCertificate` decides before the sandbox sends anything. There the certificate can still be
      // read.
      rejectUnauthorized: false,
    }
  }

  function judgeCertificate(socket: TLSSocket, target: Target): Failed | null {
    if (!verifyTls || socket.authorized) return null
    return certificateTrouble(objectionOf(socket), socket.getPeerCertificate(true), target.host)
  }

  /** Starts TLS on an existing connection. */
  function secure(below: Socket, target: Target, attempt: Attempt) {
    attempt.on.stage('tls')
    // A proxy may close the connection itself, or show a certificate of its own.
    const fail = (outcome: Failed) => attempt.fail({ ...outcome, ...proxyOf(target) })
    const socket = tlsConnect({ ...tlsOptions(target), socket: below })
    attempt.cover(socket)
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
    const { host, port } = target
    const objection = objectionToHost(host, allowPublic)
    if (objection) return attempt.fail(objection.outcome)
    attempt.on.stage(isIP(host) === 0 ? 'dns' : 'connect')
    const place = { host, port, lookup: names.lookup }
    const failed = (error: Error) => attempt.failBy(error)
    if (!target.tls) return attempt.reach(place, plainLink(null), { connected: attempt.succeed, failed })
    attempt.reach(place, bare, { connected: ({ socket }) => secure(socket, target, attempt), failed })
  }

  async function proxied(target: Target, proxy: ProxyAddress, attempt: Attempt) {
    attempt.on.stage('dns')
    const objection = await names.objectionBehindProxy(target.host)
    if (objection) return attempt.failBy(objection)
    if (attempt.isOver()) return
    attempt.on.stage('connect')
    const place = { host: proxy.host, port: proxy.port, lookup: names.ask }
    const failed = (error: Error) => attempt.failBy(error, proxyOf(target))
    if (!target.tls)
      return attempt.reach(place, plainLink(proxy.name), { connected: attempt.succeed, failed })
    attempt.reach(place, bare, {
      connected: ({ socket }) =>
        openTunnel(socket, target, (failure) => {
          if (failure) attempt.fail(failure)
          else secure(socket, target, attempt)
        }),
      failed,
    })
  }

  return {
    /** Begins to connect. The returned function cancels silently. */
    open(target: Target, on: ConnectListener): () => void {
      const attempt = createAttempt(on, born, options.outside)
      if (target.proxy) void proxied(target, target.proxy, attempt)
      else direct(target, attempt)
      return attempt.stop
    },
  }
}

/** A certificate in `ca` is trusted as it is, even an intermediate or a receiver's own certificate without its issuers. */
const trusting = (ca: string) => ({ ca: [...rootCertificates, ca], allowPartialTrustChain: true })

/** Node returns an empty object without a certificate, and null once the socket is closed. */
const hasCertificate = (socket: TLSSocket) => Object.keys(socket.getPeerCertificate() ?? {}).length > 0

type Attempt = ReturnType<typeof createAttempt>

/** One connection attempt. It succeeds or fails once, and then reports nothing more. */
function createAttempt(
  on: ConnectListener,
  born: (socket: Socket) => void,
  { after }: Pick<Outside, 'after'>,
) {
  let over = false
  let stopDial = () => {}
  let made: Socket | undefined
  function stop() {
    over = true
    stopDial()
    made?.destroy()
  }
  function fail(outcome: Failed) {
    if (over) return
    stop()
    on.failed(outcome)
  }
  /** Fails with a system error of the receiver or of a proxy. */
  function failBy(error: Error, proxy: Pick<Failed, 'proxy'> = {}) {
    if (!lacksDescriptor(error)) return fail({ ...outcomeOf(error), ...proxy })
    if (over) return
    stop()
    on.lacking()
  }
  return {
    on: { stage: (stage: 'dns' | 'connect' | 'tls') => void (over || on.stage(stage)) },
    isOver: () => over,
    stop,
    /** Connects over TCP. Everything after the name lookup counts as connecting. */
    reach<Opened extends { socket: Socket }>(
      { host, port, lookup }: { host: string; port: number; lookup: LookupFunction },
      make: (where: TcpNetConnectOpts) => Opened,
      { connected, failed }: Pick<DialListener<Opened>, 'connected' | 'failed'>,
    ) {
      const open = (address: string) => {
        const opened = make({ host: address, port, noDelay: true, autoSelectFamily: false })
        born(opened.socket)
        return opened
      }
      stopDial = dial(
        host,
        { lookup, open, after },
        {
          found: () => on.stage('connect'),
          connected(opened) {
            made = opened.socket
            connected(opened)
          },
          failed,
        },
      )
    },
    /** A layer above the connection replaces it, and closes it with itself. */
    cover(socket: Socket) {
      made = socket
      born(socket)
    },
    succeed(link: Link) {
      if (over) return
      over = true
      on.ready(link)
    },
    fail,
    failBy,
  }
}

const bare = (where: TcpNetConnectOpts) => ({ socket: netConnect(where) })

/** Plain TCP with a reused buffer and without a stream. This saves a tenth of a delivery's time. */
const plainLink =
  (proxy: Link['proxy']) =>
  (where: TcpNetConnectOpts): Link => {
    let take = (_bytes: Buffer) => {}
    const buffer = Buffer.allocUnsafeSlow(readBuffer)
    const onread = {
      buffer,
      callback(length: number) {
        take(buffer.subarray(0, length))
        return true
      },
    }
    const socket = netConnect({ ...where, onread })
    return {
      socket,
      feed(taker) {
        take = taker
      },
      proxy,
      tellsWritesLate: false,
      reset: () => socket.resetAndDestroy(),
    }
  }

const proxyOf = ({ proxy }: Target): Pick<Failed, 'proxy'> => (proxy === null ? {} : { proxy: proxy.name })

const outcomeOf = (error: Error): Failed =>
  error instanceof BlockedAddress ? error.outcome : outcomeOfConnectError(error)

/** Sends one request and reports how the attempt ended. */
import type { Socket } from 'node:net'
import { Shortage } from '../failures.ts'
import { createRegister } from '../memory/register.ts'
import type { Outside } from '../outside.ts'
import type { Outcome } from '../wire.ts'
import { type ConnectorOptions, createConnector } from './connect.ts'
import { type Connection, createConnection, type ExchangeListener } from './connection.ts'
import { frame } from './frame.ts'
import type { Attempting, Incoming, Outgoing, Sent } from './message.ts'
import { hostAndPort } from './outcome.ts'
import { createPool } from './pool.ts'
import { boundPlaces } from './remembered.ts'
import { startStopwatch } from './stopwatch.ts'
import { createTargets, type Target } from './target.ts'
import { refusedByProxy } from './tunnel.ts'

export type { Attempting, Outgoing, Phases, Sent } from './message.ts'
export { noPhases, notSent, plainWire, wholeAnswer } from './message.ts'

interface SendOptions {
  /** The limit for the whole attempt. 0 waits forever. */
  timeoutMs: number
  /** Called once there is a connection to send on. */
  connected?(): void
}

/** An attempt of a {@link Sender}. */
export interface SenderAttempt extends Attempting {
  /** The local port of the connection, or undefined without a connection. */
  localPort(): number | undefined
}

export interface Sender {
  /** Makes one attempt. Never throws. */
  send(request: Outgoing, options: SendOptions): SenderAttempt
  /** Whether one of the sender's connections uses this local port. */
  comesFrom(port: number): boolean
  /** Cuts all attempts under way and closes all connections. */
  close(): Promise<void>
}

/** A {@link Sender} that also gets the delivery and attempt it sends for. */
export interface AttemptSender {
  send(request: Outgoing, options: SendOptions & { attempt: { id: string; deliveryId: string } }): Attempting
  close(): Promise<void>
}

export interface SenderOptions extends ConnectorOptions {
  outside: Outside
  /** Called when this process has no free file descriptor. */
  onShortage(shortage: Shortage): void
  /** The http: address of a proxy. Environment variables have no effect. */
  proxy: string | null
  noProxy: readonly string[]
}

/** How long an attempt waits if no file descriptor is free. Real time, ms. */
const shortageRestMs = 200
const shortage = () =>
  new Shortage(
    'This process has no free file descriptor. Deliveries wait until a connection closes.',
    'Raise the limit (`ulimit -n`), or lower the concurrency of subscriptions.',
  )

const stopped: Outcome = { kind: 'interrupted', code: 'stopped' }

/** Sends requests over reusable connections. The caller limits how many are under way at once. */
export function createSender(options: SenderOptions): Sender {
  const { outside } = options
  const sockets = new Set<Socket>()
  const targetOf = createTargets(options)
  const pool = createPool(outside)
  /** Destinations that have responded, so that their protocol is known. */
  const answered = new Set<string>()
  const connector = createConnector(options, (socket) => {
    sockets.add(socket)
    // Interested parties listen themselves. An error event without a listener would end the process.
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  const underWay = createRegister<(outcome: Outcome) => void>()
  let closed = false

  function send(request: Outgoing, { timeoutMs, connected }: SendOptions): SenderAttempt {
    let watch = startStopwatch(outside)
    let connection: Connection | undefined
    let stopConnecting: (() => void) | undefined
    let cancelTimer: (() => void) | undefined
    let target: Target | undefined
    let over = false
    /** Whether an idle connection is being checked, with nothing sent yet. */
    let looks = false
    let slot = 0
    let tellDone: (sent: Sent) => void
    const done = new Promise<Sent>((resolve) => {
      tellDone = resolve
    })

    function finish(outcome: Outcome, response: Incoming | null) {
      if (over) return
      over = true
      underWay.leave(slot, cut)
      cancelTimer?.()
      const { durationMs, phases } = watch.stop()
      const sentBytes = connection === undefined ? 0 : connection.sentBytes()
      const whole =
        'address' in outcome && outcome.address === null && target
          ? { ...outcome, address: hostAndPort(target.host, target.port) }
          : outcome
      tellDone({ outcome: whole, response, durationMs, phases, sentBytes })
    }
    /** The receiver's response so far. */
    function soFar(): Incoming | null {
      const answer = connection?.answerSoFar() ?? null
      return answer !== null && isOfProxy(answer) ? null : answer
    }
    /** Whether the proxy answered in place of the receiver. */
    const isOfProxy = ({ status }: Incoming) => status === 407 && target?.proxy != null && !target.tls
    function cut(outcome: Outcome) {
      if (over) return
      finish(outcome, soFar())
      stopConnecting?.()
      connection?.destroy()
    }

    function armTimer() {
      if (timeoutMs === 0) return
      cancelTimer = outside.after(timeoutMs, () => {
        // This process itself was busy for these turns, so the receiver's time starts again.
        if (looks) return armTimer()
        // If this process was busy, the response may already be waiting to be read.
        const look = setImmediate(() => cut(timedOut()))
        cancelTimer = () => clearImmediate(look)
      })
    }
    function timedOut(): Outcome {
      const cut = watch.underWay()
      if (cut.phase === 'sending' && connection?.isPaced())
        return { kind: 'timed_out', after_ms: timeoutMs, ...cut, during: 'pace' }
      const outcome: Outcome = { kind: 'timed_out', after_ms: timeoutMs, ...cut }
      // Names are looked up locally first. With plain HTTP, nobody can tell whether the proxy has forwarded
      // the request.
      const mayBeProxy = cut.during !== 'dns' && (cut.phase === 'connecting' || target?.tls === false)
      return target?.proxy && mayBeProxy ? { ...outcome, proxy: target.proxy.name } : outcome
    }
    /** The receiver is not responsible, so its time starts again once a descriptor may be free. */
    function awaitDescriptor(again: () => void) {
      options.onShortage(shortage())
      pool.endIdle()
      cancelTimer?.()
      stopConnecting = outside.after(shortageRestMs, () => {
        watch = startStopwatch(outside)
        armTimer()
        again()
      })
    }

    const run = (target: Target) => {
      /** How long the connection was idle. Undefined for a new connection. */
      let restedMs: number | undefined
      const listener: ExchangeListener = {
        flushed: () => watch.enter('wait'),
        answering: () => watch.enter('read'),
        answered(answer) {
          if (isOfProxy(answer)) return finish(refusedByProxy(target, 407), null)
          if (restedMs !== undefined) pool.servedAgain(target.key)
          answered.add(target.key)
          boundPlaces(answered)
          finish({ kind: 'responded', status: answer.status }, answer)
        },
        failed(outcome, unsent) {
          // A connection that a fault ended does not count.
          if (restedMs !== undefined && request.wire.cut === null) pool.endedAt(target.key, restedMs)
          connection = unsent ? undefined : connection
          if (unsent && !over) connect()
          else finish(outcome, soFar())
        },
      }
      const exchange = (usable: Connection) => {
        connection = usable
        watch.enter('send')
        connected?.()
        usable.exchange(frame(request, target), listener)
      }
      const connect = () => {
        stopConnecting = connector.open(target, {
          stage: watch.enter,
          failed: (outcome) => finish(outcome, null),
          lacking: () => awaitDescriptor(begin),
          ready(link) {
            stopConnecting = undefined
            restedMs = undefined
            const fresh = createConnection(link, outside, {
              rest: (idleS) => pool.put(target.key, fresh, idleS),
              mayBeTls: () => !target.tls && target.proxy === null && !answered.has(target.key),
            })
            exchange(fresh)
          },
        })
      }
      /**
       * The receiver may close a connection just as the sandbox uses it. A completely sent request is not
       * repeated, since nobody can tell whether the receiver processed it, and one recorded attempt must not
       * be two requests. A request that cannot have arrived completely is repeated. To make the rest rare,
       * idle connections are closed early and watched for a close before reuse. Receivers that close right
       * after a response get no reuse.
       */
      const begin = () => {
        if (over) return
        const free = pool.take(target.key)
        if (free === undefined) return connect()
        // The time of the check counts for an attempt that is cut meanwhile.
        watch.enter('send')
        let turns = pool.turnsToLook(target.key, free.restedMs)
        looks = true
        const look = () => {
          if (over) return free.connection.destroy()
          restedMs = free.restedMs
          const isUsable = free.connection.isUsable()
          looks = isUsable && turns > 0
          if (!isUsable) {
            pool.endedAt(target.key, restedMs)
            watch.takeBack()
            begin()
          } else if (turns-- > 0) setImmediate(look)
          else exchange(free.connection)
        }
        look()
      }
      begin()
    }

    if (closed) finish(stopped, null)
    else {
      slot = underWay.enter(cut)
      armTimer()
      try {
        target = targetOf(request.url)
        run(target)
      } catch (error) {
        cut({ kind: 'refused', code: 'invalid_address', address: request.url, text: String(error) })
      }
    }
    return { done, cut, localPort: () => connection?.localPort() }
  }

  return {
    send,
    comesFrom(port) {
      for (const { localPort } of sockets) if (localPort === port) return true
      return false
    },
    async close() {
      closed = true
      for (const cut of underWay.all()) cut(stopped)
      pool.endIdle()
      const open = [...sockets]
      for (const socket of open) socket.destroy()
      await Promise.all(
        open.map(
          (socket) =>
            new Promise((resolve) => {
              if (socket.closed) resolve(undefined)
              else socket.once('close', resolve)
            }),
        ),
      )
    },
  }
}

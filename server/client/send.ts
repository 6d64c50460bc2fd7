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
  /** For the whole attempt; 0 waits for ever. */
  timeoutMs: number
  /** Told when there is a connection to send it over. */
  connected?(): void
}

/** An attempt of a {@link Sender}. */
export interface SenderAttempt extends Attempting {
  /** The port that it is sent from; undefined while there is no connection. */
  localPort(): number | undefined
}

export interface Sender {
  /** Makes one attempt; never throws. */
  send(request: Outgoing, options: SendOptions): SenderAttempt
  /** Whether one of its connections comes from this port. */
  comesFrom(port: number): boolean
  /** Cuts what is under way and ends all connections. */
  close(): Promise<void>
}

/** As {@link Sender}, told which attempt of which delivery it makes. */
export interface AttemptSender {
  send(request: Outgoing, options: SendOptions & { attempt: { id: string; deliveryId: string } }): Attempting
  close(): Promise<void>
}

export interface SenderOptions extends ConnectorOptions {
  outside: Outside
  /** Told that this process may open no more files. */
  onShortage(shortage: Shortage): void
  /** The http: address of a proxy; only this says so, never the environment. */
  proxy: string | null
  noProxy: readonly string[]
}

/** How long an attempt rests that found this process without a free descriptor. Real time, ms. */
const shortageRestMs = 200
const shortage = () =>
  new Shortage(
    'This process may open no more files: what is to be sent waits until a connection ends.',
    'Raise the limit (`ulimit -n`), or lower the concurrency of subscriptions.',
  )

const stopped: Outcome = { kind: 'interrupted', code: 'stopped' }

/** Sends requests over connections that are used again; how many are under way at once is bounded by who calls. */
export function createSender(options: SenderOptions): Sender {
  const { outside } = options
  const sockets = new Set<Socket>()
  const targetOf = createTargets(options)
  const pool = createPool(outside)
  /** Where an answer was given, so that it is known what is spoken there. */
  const answered = new Set<string>()
  const connector = createConnector(options, (socket) => {
    sockets.add(socket)
    // Whoever needs to know listens as well; an error that nobody hears would end the process.
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
    /** Whether a free connection is being looked at; nothing is handed over yet. */
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
    /** What the receiver has answered until now. */
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
        // Turns that took so long are this process's own: the receiver's time begins anew.
        if (looks) return armTimer()
        // Where this process was busy, the answer may have come in time and wait to be read.
        const look = setImmediate(() => cut(timedOut()))
        cancelTimer = () => clearImmediate(look)
      })
    }
    function timedOut(): Outcome {
      const cut = watch.underWay()
      if (cut.phase === 'sending' && connection?.isPaced())
        return { kind: 'timed_out', after_ms: timeoutMs, ...cut, during: 'pace' }
      const outcome: Outcome = { kind: 'timed_out', after_ms: timeoutMs, ...cut }
      // Names are looked up here first; and of plain HTTP nobody can tell whether the proxy has forwarded it.
      const mayBeProxy = cut.during !== 'dns' && (cut.phase === 'connecting' || target?.tls === false)
      return target?.proxy && mayBeProxy ? { ...outcome, proxy: target.proxy.name } : outcome
    }
    /** Nothing of it is the receiver's doing, so its time begins anew once there may be a descriptor. */
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
      /** For how long the connection had been free; undefined for a new one. */
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
          // Not what a fault ended.
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
       * The other side may close a connection at the moment we use it. Such a request is not sent again once it has left as a whole:
       * whether the receiver died of it or never saw it looks the same, and a record of one attempt must not stand for two
       * requests. What is sent again is what cannot have arrived whole. To make the rest rare, connections end before receivers
       * usually end them, one that has rested is looked at for a turn first, in which its end would come to light, and where that
       * comes as soon as the answer is there, none is kept.
       */
      const begin = () => {
        if (over) return
        const free = pool.take(target.key)
        if (free === undefined) return connect()
        // What is cut while it is looked at has taken its time as well.
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

/** A client of the live socket that reconnects after a loss and continues where it was. */
import { on } from 'node:events'
import { StartError } from '../failures.ts'
import { livePath } from '../live/socket.ts'
import type { Outside } from '../outside.ts'
import type { Frame } from '../wire.ts'
import { duration } from '../words/duration.ts'
import type { Terminal } from './terminal.ts'

/** The pause between two attempts to connect. */
export const retryMs = 500
/** How long a command that must end waits for a lost sandbox, which may be restarting. */
export const patienceMs = 10_000
/** A connection without data for this long is lost: the sandbox pings more than twice in this time. */
const silenceMs = 40_000

interface LiveNeeds {
  base: string
  /** The number of the last frame that the caller knows. */
  since: number
  outside: Outside
  /** Gets every frame except greetings and gaps, in order and once. The next frame waits for the returned promise. */
  hear(frame: Frame): Promise<void> | void
  /** The sandbox has another database now, whose numbers begin again. */
  replaced(): void
  /** The frames after this number are lost. If the promise rejects, the client reconnects and reports the gap again. */
  fill(after: number): Promise<void>
  lost(reason: string): void
  back(): void
  /** How long the client tries to reconnect; without it, forever. */
  giveUpAfterMs?: number
}

/** Prints when a {@link createLiveClient} loses the sandbox and finds it again. */
export const tellLoss = ({ log }: Pick<Terminal, 'log'>, base: string): Pick<LiveNeeds, 'lost' | 'back'> => ({
  lost: (reason) => log(`Lost the sandbox at ${base}: ${reason}. Trying again.`),
  back: () => log(`The sandbox at ${base} is back.`),
})

export function createLiveClient({ base, since, outside, giveUpAfterMs, ...report }: LiveNeeds) {
  let last = since
  let closed = false
  let state: 'new' | 'live' | 'lost' = 'new'
  /** In ms of `outside.elapsed`. */
  let lostAt = 0
  let stop = () => {}

  async function take(frame: Frame) {
    if (frame.kind === 'hello') {
      // A lower number means another database. The next frame reports a gap.
      if (frame.seq >= last) return
      report.replaced()
      last = 0
      return
    }
    if (frame.kind === 'gap') await report.fill(last)
    else await report.hear(frame)
    last = frame.seq
  }

  /** From the handshake to the end of one connection. */
  async function connection() {
    // Loaded late, since most commands do not listen.
    const { WebSocket } = await import('ws')
    if (closed) return
    const socket = new WebSocket(`${base.replace(/^http/, 'ws')}${livePath}?since=${last}`, {
      handshakeTimeout: 10_000,
    })
    let cancelSilence = () => {}
    const heard = () => {
      cancelSilence()
      cancelSilence = outside.after(silenceMs, () => socket.terminate())
    }
    stop = () => socket.terminate()
    socket.on('open', () => {
      heard()
      if (state === 'lost') report.back()
      state = 'live'
    })
    socket.on('ping', heard)
    // An error after the end of the loop below does not matter, but would end the process without a listener.
    socket.on('error', () => {})
    try {
      for await (const [data] of on(socket, 'message', { close: ['close'] }))
        for (const frame of JSON.parse(String(data)) as Frame[]) await take(frame)
    } finally {
      cancelSilence()
      socket.terminate()
    }
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      const cancel = outside.after(retryMs, resolve)
      stop = () => {
        cancel()
        resolve()
      }
    })

  return {
    /** Fulfilled when the client is closed. Rejected if the address has no live socket, or is gone for too long. */
    async run() {
      while (!closed) {
        const reason = await connection().then(
          () => 'the connection was closed',
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        )
        if (closed) return
        // A refused connection may succeed later. A response that is not a WebSocket will not change.
        if (state === 'new' && /^Unexpected server response/.test(reason))
          throw new StartError(
            `The live socket of ${base} does not open: ${reason}.`,
            'Does a proxy between here and the sandbox block WebSockets?',
          )
        if (state !== 'lost') {
          report.lost(reason)
          lostAt = outside.elapsed()
        }
        state = 'lost'
        if (giveUpAfterMs !== undefined && outside.elapsed() - lostAt >= giveUpAfterMs)
          throw new StartError(
            `The sandbox at ${base} has been gone for ${duration(giveUpAfterMs)}: ${reason}.`,
            'Start the sandbox again. Its records are still in the database.',
          )
        await pause()
      }
    },
    close() {
      closed = true
      stop()
    },
  }
}

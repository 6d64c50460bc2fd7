import { on } from 'node:events'
import WebSocket from 'ws'
import { StartError } from '../failures.ts'
import { livePath } from '../live/socket.ts'
import type { Outside } from '../outside.ts'
import type { Frame } from '../wire.ts'
import { duration } from '../words/duration.ts'
import type { Terminal } from './terminal.ts'

/** Between a loss and the next try. */
export const retryMs = 500
/** So long a command that has to come to an end goes without the sandbox, which may be started again meanwhile. */
export const patienceMs = 10_000
/** The sandbox pings more than twice in this time; who is silent for as long is gone. */
const silenceMs = 40_000

interface LiveNeeds {
  base: string
  /** Frames after this number are told. */
  since: number
  outside: Outside
  /** Told every frame but greetings and gaps, in order and none twice; the next only after what it answers is fulfilled. */
  hear(frame: Frame): Promise<void> | void
  /** It is another database now, whose numbers begin again. */
  replaced(): void
  /** The frames after this number are no longer kept. May reject: then the connection is made anew and the gap told again. */
  fill(after: number): Promise<void>
  lost(reason: string): void
  back(): void
  /** How long it goes on trying after a loss; for ever without it. */
  giveUpAfterMs?: number
}

/** What is said for people when a {@link createLiveClient} loses the sandbox and finds it again. */
export const tellLoss = ({ log }: Pick<Terminal, 'log'>, base: string): Pick<LiveNeeds, 'lost' | 'back'> => ({
  lost: (reason) => log(`lost the sandbox at ${base}: ${reason}; trying again`),
  back: () => log(`the sandbox at ${base} is back`),
})

/** A client of the live socket that comes back after a loss and goes on where it was. */
export function createLiveClient({ base, since, outside, giveUpAfterMs, ...told }: LiveNeeds) {
  let last = since
  let closed = false
  let state: 'new' | 'live' | 'lost' = 'new'
  /** In ms of `outside.elapsed`. */
  let lostAt = 0
  let stop = () => {}

  async function take(frame: Frame) {
    if (frame.kind === 'hello') {
      // A lower number than ours means another database: a gap is told next.
      if (frame.seq >= last) return
      told.replaced()
      last = 0
      return
    }
    if (frame.kind === 'gap') await told.fill(last)
    else await told.hear(frame)
    last = frame.seq
  }

  /** From the handshake to the end of one connection. */
  async function connection() {
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
      if (state === 'lost') told.back()
      state = 'live'
    })
    socket.on('ping', heard)
    // What is wrong after the loop below has ended is of no interest, but would end the process.
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
    /** Fulfilled when it was closed; rejected when there is no such socket, or none any more for too long. */
    async run() {
      while (!closed) {
        const reason = await connection().then(
          () => 'the connection has ended',
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        )
        if (closed) return
        // A try that nobody listens to may go better; one that is answered, and not by a socket, will not.
        if (state === 'new' && /^Unexpected server response/.test(reason))
          throw new StartError(
            `The live socket of ${base} does not open: ${reason}.`,
            'Does what stands between let WebSockets through?',
          )
        if (state !== 'lost') {
          told.lost(reason)
          lostAt = outside.elapsed()
        }
        state = 'lost'
        if (giveUpAfterMs !== undefined && outside.elapsed() - lostAt >= giveUpAfterMs)
          throw new StartError(
            `The sandbox at ${base} has been gone for ${duration(giveUpAfterMs)}: ${reason}.`,
            'What it had kept by then is there once it is started again.',
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

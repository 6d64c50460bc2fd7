/** Keeps the live socket open, and catches up after a loss. */
import { signal } from '@preact/signals'
import type { Frame } from '../../server/wire.ts'
import { createTimer } from '../kit/pace.ts'

/**
 * The state of the connection. `lost` holds the time of the next try (wall clock, ms), whether the sandbox still answers
 * requests, and how to try at once.
 */
export type Link =
  | { state: 'connecting' }
  | { state: 'live' }
  | { state: 'lost'; tries: number; retryAt: number; isAnswering: boolean; retry(): void }

export const link = signal<Link>({ state: 'connecting' })
/** The number of frames received late, after a loss; null after a while. */
export const caughtUp = signal<number | null>(null)
const caughtUpMs = 15_000

/** The waits between tries: half a second, doubling, at most ten seconds. */
export const waitBefore = (tries: number): number => Math.min(10_000, 500 * 2 ** Math.max(0, tries - 1))

/** After this silence the socket may belong to a sandbox that hangs. The page then asks the sandbox. */
const silentMs = 5000
/** The timeout of that request. */
const answerMs = 10_000

/** Opens the live socket and keeps it open. After a loss it requests the missed frames. */
export function createLive(needs: {
  onFrames(frames: Frame[]): void
  onReplaced(): void
  /** Whether the sandbox answers a request. */
  isAnswering(): Promise<boolean>
}) {
  let last: number | null = null
  let tries = 0
  let isBack = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let socket: WebSocket | undefined
  const forget = createTimer()

  function note(frame: Frame): void {
    if (frame.kind === 'hello') {
      // The number is the newest that exists, not the newest received: the frames between come next. A lower number means
      // another database.
      if (last === null || frame.data.seq < last) {
        last = frame.data.seq
        needs.onReplaced()
      } else if (isBack && frame.data.seq > last) {
        caughtUp.value = frame.data.seq - last
        forget.set(caughtUpMs, () => {
          caughtUp.value = null
        })
      }
      isBack = false
    } else last = frame.kind === 'reset' ? frame.seq : Math.max(last ?? 0, frame.seq)
  }

  /** A second socket would deliver each frame twice. */
  function letGo(): void {
    clearTimeout(silence)
    silence = undefined
    if (!socket) return
    Object.assign(socket, { onopen: null, onmessage: null, onclose: null })
    socket.close()
  }

  function connect(): void {
    clearTimeout(timer)
    letGo()
    const address = new URL('/sandbox/live', location.href)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    if (last !== null) address.searchParams.set('since', `${last}`)
    socket = new WebSocket(address)
    awaitWord()
    socket.onopen = () => {
      tries = 0
      link.value = { state: 'live' }
      awaitWord()
    }
    socket.onmessage = (message: MessageEvent<string>) => {
      awaitWord()
      const frames: Frame[] = JSON.parse(message.data)
      for (const frame of frames) note(frame)
      needs.onFrames(frames)
    }
    socket.onclose = lose
  }

  function lose(): void {
    letGo()
    tries += 1
    isBack = true
    const wait = waitBefore(tries)
    const { value } = link
    const isAnswering = value.state === 'lost' && value.isAnswering
    link.value = { state: 'lost', tries, retryAt: Date.now() + wait, isAnswering, retry: connect }
    timer = setTimeout(connect, wait)
    if (tries > 1) void lookWhy()
  }

  function awaitWord(): void {
    clearTimeout(silence)
    const ask = setTimeout(async () => {
      const late = new Promise<false>((resolve) => setTimeout(resolve, answerMs, false))
      const isThere = await Promise.race([needs.isAnswering(), late])
      // In the meantime the socket may have spoken, closed, or been replaced.
      if (silence !== ask) return
      if (isThere && link.value.state === 'live') return awaitWord()
      // A sandbox that does not answer either is down.
      tries ||= 1
      lose()
    }, silentMs)
    silence = ask
  }

  /** Something between page and sandbox may block sockets only. */
  async function lookWhy(): Promise<void> {
    const isAnswering = await needs.isAnswering()
    const { value } = link
    if (value.state === 'lost' && value.isAnswering !== isAnswering) link.value = { ...value, isAnswering }
  }

  return {
    /** Starts from the number at which the first lists were read. */
    start(since: number) {
      last = since
      connect()
    },
  }
}

import { signal } from '@preact/signals'
import type { Frame } from '../../server/wire.ts'

/**
 * How the page is connected; `lost` names when the next try is due (wall clock, ms), and whether the sandbox answers requests
 * all the same.
 */
export type Link =
  | { state: 'connecting' }
  | { state: 'live' }
  | { state: 'lost'; tries: number; retryAt: number; isAnswering: boolean }

export const link = signal<Link>({ state: 'connecting' })
/** How many frames came late, since the connection had been lost; null after a while. */
export const caughtUp = signal<number | null>(null)
const caughtUpMs = 15_000

let forget: ReturnType<typeof setTimeout> | undefined
function tellCaughtUp(missed: number): void {
  caughtUp.value = missed
  clearTimeout(forget)
  forget = setTimeout(() => {
    caughtUp.value = null
  }, caughtUpMs)
}

/** Waits between tries: half a second, doubling, at most ten seconds. */
export const waitBefore = (tries: number): number => Math.min(10_000, 500 * 2 ** Math.max(0, tries - 1))

/** A socket that is silent for so long may be one of a sandbox that hangs, which keeps it open: then the sandbox is asked. */
const silentMs = 5000
/** What is asked and not answered within this is not there. */
const answerMs = 10_000

/** Opens the live socket and keeps it open; after a loss it asks for what it missed. */
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

  function note(frame: Frame): void {
    if (frame.kind === 'hello') {
      // Its number is the newest there is, not one we have seen: what lies between comes next.
      // A lower one than ours means another database, which counts from the start again.
      if (last === null || frame.data.seq < last) {
        last = frame.data.seq
        needs.onReplaced()
      } else if (isBack && frame.data.seq > last) tellCaughtUp(frame.data.seq - last)
      isBack = false
    } else last = frame.kind === 'reset' ? frame.seq : Math.max(last ?? 0, frame.seq)
  }

  /** A try that is under way, or open already, would bring each frame a second time. */
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
    link.value = { state: 'lost', tries, retryAt: Date.now() + wait, isAnswering }
    timer = setTimeout(connect, wait)
    if (tries > 1) void lookWhy()
  }

  function awaitWord(): void {
    clearTimeout(silence)
    const ask = setTimeout(async () => {
      const late = new Promise<false>((resolve) => setTimeout(resolve, answerMs, false))
      const isThere = await Promise.race([needs.isAnswering(), late])
      // Meanwhile the socket has spoken, closed, or made room for another.
      if (silence !== ask) return
      if (isThere && link.value.state === 'live') return awaitWord()
      // Who says nothing when asked either is not only away for a moment.
      tries ||= 1
      lose()
    }, silentMs)
    silence = ask
  }

  /** A socket may be kept from opening by what stands between, though the sandbox is there. */
  async function lookWhy(): Promise<void> {
    const isAnswering = await needs.isAnswering()
    const { value } = link
    if (value.state === 'lost' && value.isAnswering !== isAnswering) link.value = { ...value, isAnswering }
  }

  return {
    /** Begins from the number that the first lists were read at. */
    start(since: number) {
      last = since
      connect()
    },
    /** Tries at once rather than after the wait. */
    retry: connect,
  }
}

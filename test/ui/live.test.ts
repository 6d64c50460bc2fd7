import { afterEach, expect, test, vi } from 'vitest'
import type { Frame } from '../../server/wire.ts'
import { createLive } from '../../ui/state/live.ts'

/** A socket that does only what the test says. */
class Socket {
  static all: Socket[] = []
  isClosed = false
  onopen: (() => void) | null = null
  onmessage: ((message: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  constructor(readonly address: URL) {
    Socket.all.push(this)
  }
  close() {
    this.isClosed = true
  }
  brings(frame: object) {
    this.onmessage?.({ data: JSON.stringify([frame]) })
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  Socket.all = []
})

test('who asks twice to try at once hears each frame once, and tries once after the next loss', () => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('location', { href: 'http://127.0.0.1:4400/' })
  const heard: Frame[] = []
  const live = createLive(
    (frames) => heard.push(...frames),
    () => {},
  )
  live.start(7)
  Socket.all[0]?.onclose?.()
  live.retry()
  live.retry()
  const [, first, second] = Socket.all
  for (const socket of [first, second]) {
    socket?.onopen?.()
    socket?.brings({ seq: 8, kind: 'event', data: {} })
  }
  expect(heard.map(({ seq }) => seq)).toEqual([8])
  expect(first?.isClosed).toBe(true)

  for (const socket of [first, second]) socket?.onclose?.()
  vi.advanceTimersByTime(20_000)
  expect(Socket.all.slice(3).map(({ address }) => address.searchParams.get('since'))).toEqual(['8'])
})

import { beforeEach, expect, test, vi } from 'vitest'
import type { Frame } from '../../server/wire.ts'
import { createLive, link } from '../../ui/live/live.ts'

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

beforeEach(() => {
  link.value = { state: 'connecting' }
  Socket.all = []
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('location', { href: 'http://127.0.0.1:4400/' })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

test('two immediate retries deliver each frame once, and try once after the next loss', () => {
  const heard: Frame[] = []
  const live = createLive({
    onFrames: (frames) => heard.push(...frames),
    onReplaced: () => {},
    isAnswering: async () => true,
  })
  live.start(7)
  Socket.all[0]?.onclose?.()
  const { value } = link
  if (value.state === 'lost') for (const retry of [value.retry, value.retry]) retry()
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

test.each([true, false])(
  'after the second loss it is known whether requests are answered: %s',
  async (answers) => {
    const live = createLive({
      onFrames: () => {},
      onReplaced: () => {},
      isAnswering: async () => answers,
    })
    live.start(1)
    Socket.all[0]?.onclose?.()
    expect(link.value).toMatchObject({ state: 'lost', tries: 1, isAnswering: false })
    await vi.advanceTimersByTimeAsync(500)
    Socket.all[1]?.onclose?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(link.value).toMatchObject({ state: 'lost', tries: 2, isAnswering: answers })
  },
)

test('a silent socket stays while the sandbox responds, and is lost otherwise', async () => {
  let answer: ((isThere: boolean) => void) | undefined
  const live = createLive({
    onFrames: () => {},
    onReplaced: () => {},
    isAnswering: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  live.start(1)
  Socket.all[0]?.onopen?.()
  await vi.advanceTimersByTimeAsync(4000)
  Socket.all[0]?.brings({ seq: 2, kind: 'event', data: {} })
  await vi.advanceTimersByTimeAsync(4000)
  expect(answer).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1000)
  answer?.(true)
  await vi.advanceTimersByTimeAsync(14_000)
  expect(link.value).toEqual({ state: 'live' })
  await vi.advanceTimersByTimeAsync(1000)
  // The page tells it at once, as it does of a second loss.
  expect(link.value).toMatchObject({ state: 'lost', tries: 2, isAnswering: false })
  expect(Socket.all[0]?.isClosed).toBe(true)

  await vi.advanceTimersByTimeAsync(1000)
  expect(Socket.all).toHaveLength(2)
  Socket.all[1]?.onopen?.()
  expect(link.value).toEqual({ state: 'live' })
})

test('a socket that closes during a check is lost once', async () => {
  const live = createLive({
    onFrames: () => {},
    onReplaced: () => {},
    isAnswering: () => new Promise(() => {}),
  })
  live.start(1)
  Socket.all[0]?.onopen?.()
  await vi.advanceTimersByTimeAsync(14_900)
  Socket.all[0]?.onclose?.()
  await vi.advanceTimersByTimeAsync(200)
  expect(link.value).toMatchObject({ state: 'lost', tries: 1 })
})

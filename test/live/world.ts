import { onTestFinished } from 'vitest'
import WebSocket from 'ws'
import type { Frame } from '../../server/wire.ts'
import type { TestSandbox } from '../helpers/sandbox.ts'

interface Waiter {
  met(): boolean
  resolve(): void
}

/** A client of the live socket that gathers what it is told; closed when the test ends. */
export async function watch(url: string, options: { since?: number; headers?: Record<string, string> } = {}) {
  const query = options.since === undefined ? '' : `?since=${options.since}`
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/sandbox/live${query}`, {
    headers: options.headers ?? {},
  })
  onTestFinished(() => socket.terminate())
  const frames: Frame[] = []
  const messages: Frame[][] = []
  let waiters: Waiter[] = []
  const look = () => {
    for (const { met, resolve } of waiters) if (met()) resolve()
    waiters = waiters.filter(({ met }) => !met())
  }
  socket.on('message', (data) => {
    const batch: Frame[] = JSON.parse(String(data))
    messages.push(batch)
    frames.push(...batch)
    look()
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  const until = (met: () => boolean) =>
    new Promise<void>((resolve) => {
      waiters.push({ met, resolve })
      look()
    })
  return {
    socket,
    frames,
    messages,
    closed,
    until,
    /** All frames but the greeting. */
    news: () => frames.filter(({ kind }) => kind !== 'hello'),
    untilSeq: (seq: number) =>
      until(() => frames.some((frame) => frame.kind !== 'hello' && frame.seq >= seq)),
    greeted: () => until(() => frames.length > 0),
  }
}

/** The status that a handshake with these headers is refused with, or 101. */
export function knock(url: string, headers: Record<string, string>, query = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/sandbox/live${query}`, { headers })
    socket.on('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.on('unexpected-response', (request, response) => {
      request.destroy()
      resolve(response.statusCode ?? 0)
    })
    socket.on('error', reject)
  })
}

/** The number of the newest frame. */
export const newestSeq = async (sandbox: TestSandbox) =>
  (await sandbox.get<{ seq: number }>('/sandbox/health')).seq

/** Makes something happen and answers the number of the last frame it gave. */
export async function happen(sandbox: TestSandbox, times = 1) {
  for (let i = 0; i < times; i++) await sandbox.call('GET', '/webhooks')
  return newestSeq(sandbox)
}

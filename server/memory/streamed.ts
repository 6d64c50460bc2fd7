/** Streams text that is produced piece by piece. */
import { setImmediate } from 'node:timers/promises'
import type { Pausable } from './in-slices.ts'

/** The amount of text passed on at once, in characters. */
const pieceLength = 65_536

/** An empty piece, after which other work gets a turn. */
export const aPause = ''

/** Work among pieces of text, with its pauses as pieces. */
export function* pausing<T>(work: Pausable<T>): Generator<string, T> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    yield aPause
  }
}

/** Makes a body from pieces of text, as fast as the client reads, with a turn for other work between pieces. */
export function streamed(pieces: AsyncIterable<string> | Iterable<string>): ReadableStream<Uint8Array> {
  const left = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await setImmediate()
        let text = ''
        while (text.length < pieceLength) {
          const { done, value } = await left.next()
          if (done) {
            if (text !== '') controller.enqueue(encoder.encode(text))
            return controller.close()
          }
          if (value === aPause) await setImmediate()
          text += value
        }
        controller.enqueue(encoder.encode(text))
      },
      cancel: () => void left.return?.(),
    },
    { highWaterMark: 1 },
  )
}

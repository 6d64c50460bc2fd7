import { setImmediate } from 'node:timers/promises'
import type { Filters } from '../../database/asking.ts'
import type { List } from '../../database/list.ts'
import type { CaptureRow } from '../../wire.ts'

/** Rows that are read at once. */
const pageRows = 100
/** Text that is handed on at once, in characters. */
const pieceLength = 65_536

/**
 * All captures that match, oldest first, read in pages; what arrives meanwhile is no part of it.
 * @param asked `isOver` ends it before, when nobody reads on
 */
export async function* walk(
  list: Pick<List<CaptureRow>, 'arrivedInTurns'>,
  { filters, upTo, isOver }: { filters: Filters; upTo: number; isOver(): boolean },
): AsyncGenerator<CaptureRow> {
  let since = 0
  for (;;) {
    const rows = await list.arrivedInTurns({ filters, since, limit: pageRows, isOver })
    for (const row of rows) {
      if (row.seq > upTo) return
      yield row
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageRows) return
    since = last.seq
  }
}

/** Pieces of text as a body that is made as fast as it is taken, with a turn for everything else between two of them. */
export function streamed(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const left = pieces[Symbol.asyncIterator]()
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
          text += value
        }
        controller.enqueue(encoder.encode(text))
      },
      cancel: () => void left.return?.(),
    },
    { highWaterMark: 1 },
  )
}

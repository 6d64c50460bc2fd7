/** Picks the captures worth a line from their updates: new captures, and responses of forwarded captures. */
import type { CaptureRow, Frame } from '../wire.ts'

/** A new capture, or the response of a capture that was still being forwarded when it was new. */
export interface CaptureNews {
  kind: 'came' | 'answered'
  row: CaptureRow
}

/** How many forwarded captures are remembered. The log skips news during a flood, so some responses never come. */
const mostAwaited = 1000

/** Ignores updates that only explain, pin or annotate a capture. */
export function createCaptureNews() {
  const awaited = new Set<string>()
  return ({ seq, data }: Frame & { kind: 'capture' }): CaptureNews | undefined => {
    if ('deleted' in data) {
      awaited.delete(data.id)
      return undefined
    }
    if (seq === data.seq) {
      if (data.reply.kind === 'forwarding') awaited.add(data.id)
      const [oldest] = awaited
      if (awaited.size > mostAwaited && oldest !== undefined) awaited.delete(oldest)
      return { kind: 'came', row: data }
    }
    if (data.reply.kind === 'forwarding' || !awaited.delete(data.id)) return undefined
    return { kind: 'answered', row: data }
  }
}

import type { Mistake } from '../../wire.ts'
import { mistakeOf, sayApart } from './mistake.ts'

/** An earlier capture, as far as a later one is held against it. */
export interface Seen {
  id: string
  /** In microseconds. */
  receivedAt: number
  /** 0 when nothing could be answered. */
  replyStatus: number
  bodySize: number
  mistakes: Mistake[]
}

/** Whether the sender was told that it had come. */
export const wasAccepted = ({ replyStatus }: Pick<Seen, 'replyStatus'>): boolean =>
  replyStatus >= 200 && replyStatus < 300

/** Of a request whose id has come to its endpoint before. */
export function duplicateOf(
  earlier: Seen,
  now: { webhookId: string; receivedAt: number; hasSameBody: boolean },
): Mistake {
  const before = earlier.mistakes.find(({ mistake }) => mistake === 'duplicate')?.times ?? 1
  const times = before + 1
  const { replyStatus } = earlier
  const answered = wasAccepted(earlier)
    ? `was answered ${replyStatus}: a receiver must act on it once, and answer with success again`
    : `${replyStatus === 0 ? 'got no answer' : `was answered ${replyStatus}`}: this is the retry`
  const after = sayApart(Math.max(0, now.receivedAt - earlier.receivedAt))
  const body = now.hasSameBody ? '' : ' Its body is another one than then.'
  return mistakeOf(
    'duplicate',
    `The id ${now.webhookId} comes here the ${ordinal(times)} time, ${after} after ${earlier.id}, which ${answered}.${body}`,
    { capture_id: earlier.id, times },
  )
}

function ordinal(count: number): string {
  const ends: Record<number, string> = { 1: 'st', 2: 'nd', 3: 'rd' }
  const isTeen = count % 100 > 10 && count % 100 < 14
  return `${count}${isTeen ? 'th' : (ends[count % 10] ?? 'th')}`
}

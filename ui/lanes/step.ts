import { duration } from '../../server/words/duration.ts'
import type { Tone as SignTone } from '../kit/format.ts'

/** What a line or word of the lanes means; always beside a word or a shape. */
export type Tone = SignTone | 'fault' | 'ink'

export const partyKinds = ['others', 'client', 'run', 'sandbox', 'receiver', 'endpoint'] as const
/** Who takes part; each has a lane, those of one kind beside each other in this order. */
export interface Party {
  id: string
  kind: (typeof partyKinds)[number]
  name: string
}
export const sandboxParty: Party = { id: 'sandbox', kind: 'sandbox', name: 'sandbox' }

/** `wait` is a pause that stands on a lane; `event` one that no delivery on the drawing tells of. */
type StepKind = 'call' | 'answer' | 'attempt' | 'capture' | 'event' | 'wait'

/** One arrow, or one pause, before it has a place. */
export interface Step {
  key: string
  kind: StepKind
  /** The thing that a click opens. */
  id: string
  /** Milliseconds since 1970, with microseconds as a fraction. */
  at: number
  /** Of steps at the same time the lower one comes first, then the lower `order`. */
  seq: number
  order: number
  from: Party
  to: Party
  name: string
  /** What stands behind the name, such as `attempt 2`; of a pause, the attempt that follows. */
  note: string | null
  /** Whether the attempt repeats another, with the same id. */
  isCopy?: boolean
  fault: string | null
  /** What came of it, told where the arrow ends. */
  end: { tone: SignTone; text: string } | null
  tone: Tone
  /** Whether an answer came back to who sent it. */
  answered: boolean
  /** Whether it stops on its way: never sent, or never answered. */
  lost: boolean
  /** When what is waited for is due, in the sandbox's time; null where that is past or not known. */
  due: number | null
  /** The delivery whose attempts are still to be read for this to be right. */
  unread: string | null
  /** The same for those who do not see it, without the time. */
  sentence: string
}

/** What most steps lack. */
export const plainStep = {
  order: 0,
  note: null,
  fault: null,
  end: null,
  tone: 'quiet',
  answered: false,
  lost: false,
  due: null,
  unread: null,
} as const satisfies Partial<Step>

/** What a pause is called, with the attempt that follows. */
export const pauseName = (name: string, then: string | null): string =>
  then === null ? name : `${name}, then ${then}`

/** An ISO time of the sandbox with its microseconds. */
export const timeOf = (iso: string): number =>
  Date.parse(iso) + Number(iso.slice(23, 26).match(/^\d+/)?.[0] ?? 0) / 1000

/** `09:03:40.118`, in UTC as everywhere in the sandbox. */
export const clockText = (at: number): string => new Date(at).toISOString().slice(11, 23)

/** `2026-01-02`, in UTC. */
export const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** From when to when, with the day, or the days where they are several. */
export function spanText(from: number, to: number, timeOf = clockText): string {
  const [first, last] = [dayText(from), dayText(to)]
  return `${first} ${timeOf(from)} to ${first === last ? '' : `${last} `}${timeOf(to)}`
}

/** A pause as one reads it: what lacks less than half a second of a minute is one. */
export const pauseText = (ms: number): string =>
  duration(ms >= 59_500 && ms < 60_000 ? 60_000 : Math.max(0, ms))

export const inOrder = (a: Step, b: Step): number => a.at - b.at || a.seq - b.seq || a.order - b.order

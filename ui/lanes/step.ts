/** The steps of the lanes: arrows and pauses before layout, with their words for times. */
import { duration } from '../../server/words/duration.ts'
import type { Tone as SignTone } from '../kit/format.ts'
import { clockTime, dayOf, zoneAt } from '../kit/time.ts'

/** The meaning of a line or a label; always beside a word or a shape. */
export type Tone = SignTone | 'fault' | 'ink'

export const partyKinds = ['others', 'client', 'run', 'sandbox', 'receiver', 'endpoint'] as const
/** A participant. Each has a lane; lanes of one kind are together, in this order. */
export interface Party {
  id: string
  kind: (typeof partyKinds)[number]
  name: string
}
export const sandboxParty: Party = { id: 'sandbox', kind: 'sandbox', name: 'sandbox' }

/** `wait` is a pause on a lane; `event` is an event without a drawn delivery. */
type StepKind = 'call' | 'answer' | 'attempt' | 'capture' | 'event' | 'wait'

/** An arrow or a pause, before layout. */
export interface Step {
  key: string
  kind: StepKind
  /** The record that a click opens. */
  id: string
  /** Milliseconds since 1970, with microseconds as a fraction. */
  at: number
  /** Steps at the same time follow `seq`, then `order`. */
  seq: number
  order: number
  from: Party
  to: Party
  name: string
  /** The words after the name, such as `attempt 2`; for a pause, the next attempt. */
  note: string | null
  /** Whether the attempt is a copy with the same id. */
  isCopy?: boolean
  fault: string | null
  /** The result, shown at the end of the arrow. */
  end: { tone: SignTone; text: string } | null
  tone: Tone
  /** Whether the sender got a response. */
  answered: boolean
  /** Whether the request was never sent or never answered. */
  lost: boolean
  /** The due time of a pause, in the sandbox's time; null if past or unknown. */
  due: number | null
  /** The delivery whose attempts must be loaded first. */
  unread: string | null
  /** The step as a sentence for screen readers, without the time. */
  sentence: string
}

/** The defaults of most steps. */
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

/** The meaning of an event at the end of a sentence. */
export const means = ({ summary }: { summary: string | null }): string =>
  summary === null ? '' : `: ${summary}`

/** The name of a pause, with the next attempt. */
export const pauseName = (name: string, then: string | null): string =>
  then === null ? name : `${name}, then ${then}`

/** Parses an ISO time of the sandbox with microseconds. */
export const timeOf = (iso: string): number =>
  Date.parse(iso) + Number(iso.slice(23, 26).match(/^\d+/)?.[0] ?? 0) / 1000

/** The time range, with the days and the zones if there are several. */
export function spanText(from: number, to: number, isExact = true): string {
  const [first, last] = [dayOf(from), dayOf(to)]
  const [zone, endZone] = [zoneAt(from), zoneAt(to)]
  const start = `${first} ${clockTime(from, isExact)}${zone === endZone ? '' : ` ${zone}`}`
  return `${start} to ${first === last ? '' : `${last} `}${clockTime(to, isExact)} ${endZone}`
}

/** The length of a pause, rounded: from 59.5 seconds on in minutes. */
export const pauseText = (ms: number): string =>
  duration(ms >= 59_500 && ms < 60_000 ? 60_000 : Math.max(0, ms))

export const inOrder = (a: Step, b: Step): number => a.at - b.at || a.seq - b.seq || a.order - b.order

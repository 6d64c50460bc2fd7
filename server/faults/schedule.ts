/** Applies the faults that change when and how often an attempt is sent. */
import { duration } from '../words/duration.ts'
import { type Change, type Fault, partOf, type Random } from './fault.ts'

/** Whether a fault affects an attempt. `rung` is the step of the delivery's schedule, counted from 1. */
export const touches = (fault: Fault, rung: number): boolean => fault.sticky || rung === 1

/** Whether an affected attempt is lost. */
export const isDropped = (fault: Fault): boolean => partOf(fault, 'drop') !== undefined

/** The delay of an affected attempt, in milliseconds. */
export function scheduleOf(fault: Fault, random: Random): { delayMs: number } {
  const window = partOf(fault, 'reorder')?.args.ms ?? 0
  return { delayMs: (partOf(fault, 'delay')?.args.ms ?? 0) + Math.floor(random('reorder') * window) }
}

/** The additional wait before a retry, in milliseconds. */
export const againOf = (fault: Fault, random: Random): number =>
  fault.sticky ? scheduleOf(fault, random).delayMs : 0

/** The total number of sends per attempt, and the gap between them in milliseconds. */
export const copiesOf = (fault: Fault): { n: number; gapMs: number } =>
  partOf(fault, 'duplicate')?.args ?? { n: 1, gapMs: 0 }

/** When an attempt is sent. */
export interface Timing {
  /** The copy's number within its step, counted from 1. */
  copy: number
  /** Whether a user sent it before it was due. */
  hastened: boolean
}

/** Describes the changes to timing and number of sends. Later copies only wait for the gap. */
export function scheduleChanges(fault: Fault, { copy, hastened }: Timing): Change[] {
  const waitedGap = copy > 1 && copiesOf(fault).gapMs > 0
  const early = hastened ? ', but sent earlier by hand' : ''
  return fault.parts.flatMap((part) => {
    const told = (detail: string) => [{ fault: part.text, detail }]
    switch (part.name) {
      case 'drop':
        return told('lost: nothing was sent')
      case 'duplicate': {
        const { n, gapMs } = part.args
        if (gapMs === 0) return told(`sent ${n} times at once`)
        return told(
          `sent ${n} times, each ${duration(gapMs)} after the previous copy ended${waitedGap ? early : ''}`,
        )
      }
      case 'delay':
        return waitedGap ? [] : told(`delayed by ${duration(part.args.ms)}${early}`)
      case 'reorder':
        return waitedGap ? [] : told(`delayed by up to ${duration(part.args.ms)}${early}`)
      default:
        return []
    }
  })
}

import { duration } from '../words/duration.ts'
import { type Change, type Fault, partOf, type Random } from './fault.ts'

/** Whether a fault touches an attempt. `rung` counts from 1 the steps of the delivery's schedule. */
export const touches = (fault: Fault, rung: number): boolean => fault.sticky || rung === 1

/** Whether an attempt that it touches is lost on the way. */
export const isDropped = (fault: Fault): boolean => partOf(fault, 'drop') !== undefined

/** How much later than at once an attempt that it touches is due, in ms. */
export function scheduleOf(fault: Fault, random: Random): { delayMs: number } {
  const window = partOf(fault, 'reorder')?.args.ms ?? 0
  return { delayMs: (partOf(fault, 'delay')?.args.ms ?? 0) + Math.floor(random('reorder') * window) }
}

/** How much longer a further attempt waits than the schedule says, in ms. */
export const againOf = (fault: Fault, random: Random): number =>
  fault.sticky ? scheduleOf(fault, random).delayMs : 0

/** How often an attempt is sent in all, and how long after the one before, in ms. */
export const copiesOf = (fault: Fault): { n: number; gapMs: number } =>
  partOf(fault, 'duplicate')?.args ?? { n: 1, gapMs: 0 }

/** When an attempt leaves. */
export interface Timing {
  /** Which copy of its rung it is, from 1. */
  copy: number
  /** Whether it leaves before it is due, since somebody asked for that. */
  hastened: boolean
}

/** What a fault does to the time and the number of sends. A later copy waits for the gap alone. */
export function scheduleChanges(fault: Fault, { copy, hastened }: Timing): Change[] {
  const waitedGap = copy > 1 && copiesOf(fault).gapMs > 0
  const early = hastened ? ', and sent before that by hand' : ''
  return fault.parts.flatMap((part) => {
    const told = (detail: string) => [{ fault: part.text, detail }]
    switch (part.name) {
      case 'drop':
        return told('lost on the way: nothing is sent')
      case 'duplicate': {
        const { n, gapMs } = part.args
        if (gapMs === 0) return told(`sent ${n} times in all, at the same moment`)
        return told(
          `sent ${n} times in all, each due ${duration(gapMs)} after the one before has ended${waitedGap ? early : ''}`,
        )
      }
      case 'delay':
        return waitedGap ? [] : told(`due ${duration(part.args.ms)} later${early}`)
      case 'reorder':
        return waitedGap ? [] : told(`due at a moment within ${duration(part.args.ms)}${early}`)
      default:
        return []
    }
  })
}

import { sayDuration } from '../../time.ts'
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

/** Whether a first attempt is due before a fault lets it, since somebody hastened it. Times in microseconds. */
export function isHastened(
  fault: Fault,
  { createdAt, nextAttemptAt }: { createdAt: number; nextAttemptAt: number | null },
): boolean {
  const delayMs = partOf(fault, 'delay')?.args.ms ?? 0
  return nextAttemptAt !== null && nextAttemptAt < createdAt + delayMs * 1000
}

/** What a fault does to the time and the number of sends; of one that was hastened, that it was. */
export function scheduleChanges(fault: Fault, hastened: boolean): Change[] {
  return fault.parts.flatMap((part) => {
    const told = (detail: string) => [{ fault: part.text, detail }]
    switch (part.name) {
      case 'drop':
        return told('lost on the way: nothing is sent')
      case 'duplicate': {
        const { n, gapMs } = part.args
        return told(
          `sent ${n} times in all, ${gapMs === 0 ? 'at the same moment' : `${sayDuration(gapMs)} apart`}`,
        )
      }
      case 'delay':
        return told(
          `due ${sayDuration(part.args.ms)} later${hastened ? ', and sent before that by hand' : ''}`,
        )
      case 'reorder':
        return told(`due at a moment within ${sayDuration(part.args.ms)}`)
      default:
        return []
    }
  })
}

/** The error of a wait that was not met. */
import type { Waited } from '../wire.ts'
import { textOf } from '../words/spans.ts'
import { agedLine, hintWords, unmetWords, type Wanted } from '../words/wait.ts'
import type { UnmetFacts } from './types.ts'

/** How many of the records that arrived instead are named. */
const mostNamed = 5

/** A wait that was not met. Its message is what the command `wait` prints. */
export class Unmet extends Error implements UnmetFacts {
  override readonly name = 'Unmet'
  readonly matched: UnmetFacts['matched']
  readonly arrivedInstead: UnmetFacts['arrivedInstead']
  readonly closest: UnmetFacts['closest']

  /** @param now the sandbox's time, for the age of records */
  constructor(answer: Waited, wanted: Wanted, now: string) {
    const { matched, arrived_instead = [], closest = null } = answer
    const hint = hintWords(answer, wanted, { now, everything: "since: 'start'" })
    const named = (rows: typeof matched) => rows.slice(0, mostNamed).map((row) => textOf(agedLine(row, now)))
    const instead = named(arrived_instead)
    super(
      [
        ...(wanted.none ? named(matched) : []),
        `${unmetWords(answer, wanted)} ${hint}`,
        ...(instead.length > 0 ? ['Arrived instead, newest first:'] : []),
        ...instead,
      ].join('\n'),
    )
    this.matched = matched
    this.arrivedInstead = arrived_instead
    this.closest = closest
  }
}

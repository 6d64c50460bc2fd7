import { StartError } from '../failures.ts'
import { printable } from '../words/printable.ts'
import { Refusal } from './client.ts'
import type { Terminal } from './terminal.ts'

/**
 * Does something to each that was named, in the order given; what is refused to one keeps no other from it, and is said. One named
 * twice is meant once. Answers what there is to throw in the end, where any was refused; what is refused to the only one is thrown.
 */
export async function oneByOne(
  named: readonly string[],
  act: (one: string) => Promise<void>,
  { log, isBroken = () => false }: { log: Terminal['log']; isBroken?(): boolean },
): Promise<StartError | undefined> {
  const all = [...new Set(named)]
  let [refused, said] = [0, '']
  for (const one of all) {
    if (isBroken()) break
    try {
      await act(one)
    } catch (error) {
      if (!(error instanceof Refusal) || all.length === 1) throw error
      refused++
      const why = printable(`${error.message} ${error.fix}`)
      // What was asked for may be wrong for all in the same way.
      if (why !== said) log(why)
      said = why
    }
  }
  if (refused === 0) return undefined
  return new StartError(
    `${refused} of ${all.length} ${refused === 1 ? 'was' : 'were'} refused.`,
    `Why stands above${refused < all.length ? '; the rest is done' : ''}.`,
  )
}

/** Does the same to several records, and continues after a refusal. */
import { StartError } from '../failures.ts'
import { printable } from '../words/printable.ts'
import { Refusal } from './client.ts'
import type { Terminal } from './terminal.ts'

/**
 * Calls `act` for each name once, in order. Prints refusals and continues; the refusal of a single name is thrown. Returns the
 * error to throw after all names, or undefined if none was refused.
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
      // All refusals may have the same reason.
      if (why !== said) log(why)
      said = why
    }
  }
  if (refused === 0) return undefined
  return new StartError(
    `${refused} of ${all.length} ${refused === 1 ? 'was' : 'were'} refused.`,
    `The reasons are printed above.${refused < all.length ? ' The others are done.' : ''}`,
  )
}

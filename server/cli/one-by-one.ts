/** Acts on each record that a command names, and prints what came of all of them. */
import { StartError } from '../failures.ts'
import { printable } from '../words/printable.ts'
import { Refusal } from './client.ts'
import type { CommandContext } from './command.ts'
import type { Terminal } from './terminal.ts'

interface Acted<Row> {
  rows: Row[]
  /** What kept the rest from being done, or was refused to the only one. */
  trouble?: unknown
  /** What to throw in the end if some of several were refused. */
  refused?: StartError
}

/** Acts on each in the order given; a name given twice counts once. A refusal of one of several is printed, and the others go on. */
export async function oneByOne<Row>(
  named: readonly string[],
  act: (one: string) => Promise<Row>,
  { log, isBroken = () => false }: { log: Terminal['log']; isBroken?(): boolean },
): Promise<Acted<Row>> {
  const all = [...new Set(named)]
  const rows: Row[] = []
  let [refused, said] = [0, '']
  for (const one of all) {
    if (isBroken()) break
    try {
      rows.push(await act(one))
    } catch (error) {
      if (!(error instanceof Refusal) || all.length === 1) return { rows, trouble: error }
      refused++
      const why = printable(`${error.message} ${error.fix}`.trimEnd())
      // All of them may be refused for the same reason.
      if (why !== said) log(why)
      said = why
    }
  }
  if (refused === 0) return { rows }
  const failure = new StartError(
    `${refused} of ${all.length} ${refused === 1 ? 'was' : 'were'} refused.`,
    `The reasons are printed above.${refused < all.length ? ' The others are done.' : ''}`,
  )
  return { rows, refused: failure }
}

/** The members of the API's answers for one record and for several. */
interface Members {
  one: string
  all: string
}

/** One document for several records: for a single one, the API's answer. */
export const documentOf = (rows: readonly unknown[], { one, all }: Members, isOne: boolean) =>
  isOne ? { [one]: rows[0] } : { [all]: rows }

/**
 * Acts on each as {@link oneByOne}, prints one document, and throws what went wrong.
 * @param how.isAll whether the command named no record, but all
 */
export async function actOnEach<Row>(
  named: readonly string[],
  act: (one: string) => Promise<Row>,
  {
    terminal,
    tell,
    isAll = false,
    ...members
  }: Pick<CommandContext, 'terminal' | 'tell'> & Members & { isAll?: boolean },
) {
  const { rows, trouble, refused } = await oneByOne(named, act, terminal)
  const isOne = !isAll && new Set(named).size === 1
  if (!isOne || rows.length > 0) tell(documentOf(rows, members, isOne), () => [])
  if (trouble !== undefined) throw trouble
  if (refused) throw refused
}

/** Which probes of a check are chosen. The valid delivery is always sent, so it is no choice. */
import type { ProbeGroup } from '../../server/wire.ts'
import { probeWords } from '../../server/words/check-probes.ts'
import { groupOrder } from '../../server/words/check-report.ts'

const isGroup = (name: string): name is ProbeGroup => groupOrder.some((group) => group === name)

/** The probes of a group that can be chosen. */
export const probesOf = (group: ProbeGroup): string[] =>
  Object.keys(probeWords[group]).filter((id) => id !== 'accepts-valid')

/** The probes that a list of ids and groups names. */
export const idsIn = (names: readonly string[]): string[] =>
  names.flatMap((name) => (isGroup(name) ? probesOf(name) : [name]))

/** The probes that remain without the skipped ones. */
export function chosenIn(skip: readonly string[], only: readonly string[] = groupOrder): Set<string> {
  const skipped = idsIn(skip)
  const named = idsIn(only)
  return new Set(idsIn(groupOrder).filter((id) => named.includes(id) && !skipped.includes(id)))
}

/** Ids as a short list: a group for all of its probes. */
const shortest = (ids: readonly string[]): string[] =>
  groupOrder.flatMap((group) => {
    const own = probesOf(group)
    const named = own.filter((id) => ids.includes(id))
    return named.length === own.length ? [group] : named
  })

/** The list that leaves out all but the chosen probes. */
export const skipping = (chosen: ReadonlySet<string>): string[] =>
  shortest(idsIn(groupOrder).filter((id) => !chosen.has(id)))

/** Names the chosen probes in the shorter way: by those that run, or by those that do not. */
export function choiceOf(skip: readonly string[]): { only?: string[]; skip?: string[] } {
  const chosen = chosenIn(skip)
  const only = shortest([...chosen])
  if (skip.length === 0) return {}
  return only.length > 0 && only.length < skip.length ? { only } : { skip: [...skip] }
}

/** Compares two lists of headers. */
import type { CaptureDiff, HeaderPair } from '../../wire.ts'

type Changes = CaptureDiff['headers']

/**
 * The changes between two lists of headers, by lower-case name. The values of a repeated header are compared together. A
 * changed order or case of names comes last, as `order` and `case`.
 */
export function headerChanges(before: readonly HeaderPair[], after: readonly HeaderPair[]): Changes {
  const [was, is] = [byName(before), byName(after)]
  const changes: Changes = []
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(name), is.get(name)]
    if (old === undefined) changes.push({ path: name, change: 'added', after: told(now ?? []) })
    else if (now === undefined) changes.push({ path: name, change: 'removed', before: told(old) })
    else if (JSON.stringify(old) !== JSON.stringify(now))
      changes.push({ path: name, change: 'changed', before: told(old), after: told(now) })
  }
  const shared = (pairs: readonly HeaderPair[], others: ReadonlyMap<string, unknown>) =>
    pairs.map(([name]) => name).filter((name) => others.has(name.toLowerCase()))
  const [old, now] = [shared(before, is), shared(after, was)]
  const lower = (names: readonly string[]) => names.map((name) => name.toLowerCase())
  if (isOther(lower(old), lower(now)) && !isOther(lower(old).sort(), lower(now).sort()))
    changes.push({ path: 'order', change: 'changed', before: lower(old), after: lower(now) })
  const [oldCase, nowCase] = [old.toSorted(byLower), now.toSorted(byLower)]
  const recased = oldCase.filter(
    (name, i) => name !== nowCase[i] && name.toLowerCase() === nowCase[i]?.toLowerCase(),
  )
  if (recased.length > 0 && oldCase.length === nowCase.length)
    changes.push({
      path: 'case',
      change: 'changed',
      before: recased,
      after: nowCase.filter((name, i) => name !== oldCase[i]),
    })
  return changes
}

const byLower = (a: string, b: string) =>
  a.toLowerCase() < b.toLowerCase() ? -1 : a.toLowerCase() > b.toLowerCase() ? 1 : 0
const isOther = (a: readonly string[], b: readonly string[]) => a.join('\n') !== b.join('\n')
const told = (values: readonly string[]) => (values.length === 1 ? values[0] : values)

function byName(pairs: readonly HeaderPair[]): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const key = name.toLowerCase()
    values.set(key, [...(values.get(key) ?? []), value])
  }
  return values
}

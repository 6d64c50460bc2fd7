import type { Compared, Difference } from '../session/compare.ts'

const plural = { answer: 'answers', event: 'events', delivery: 'deliveries', attempt: 'attempts' } as const

/** How many there were of each kind, and how many of them came out differently. */
export function countLines(counts: Compared['counts'], differences: readonly Difference[]): string[] {
  return Object.entries(plural).map(([kind, name]) => {
    const { expected, came } = counts[kind as Difference['kind']]
    const own = differences.filter((one) => one.kind === kind)
    const amount = expected === came ? `${expected}` : `${expected} expected, ${came} came`
    return `${name.padEnd(11)}${amount}: ${own.length === 0 ? 'the same' : differenceCounts(own)}`
  })
}

/** `1 different`; where some are missing or too many, that as well. */
function differenceCounts(differences: readonly Difference[]): string {
  const isWhole = ({ path }: Difference) => path === ''
  const missing = differences.filter((one) => isWhole(one) && one.came === undefined).length
  const unexpected = differences.filter((one) => isWhole(one) && one.came !== undefined).length
  const different = new Set(differences.filter((one) => !isWhole(one)).map(({ id }) => id)).size
  return missing + unexpected === 0
    ? `${different} different`
    : `${missing} missing, ${unexpected} unexpected, ${different} different`
}

/** A difference for reading: what it is, what was expected and what came. */
export function differenceLines({ kind, id, of, path, expected, came }: Difference): string[] {
  const name = kind === 'answer' ? `input ${id} (${of})` : `${id} (${of})`
  if (path === '') return ['', `${name}: ${came === undefined ? 'it did not come' : 'it was not expected'}`]
  const [before, after] = around(said(expected), said(came))
  return ['', `${name}: ${path}`, `  expected ${before}`, `  came     ${after}`]
}

const said = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))

const longest = 100

/** Two texts, from a little before where they part if they are long. */
function around(one: string, other: string): [string, string] {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const from = Math.max(one.length, other.length) > longest ? Math.max(0, same - 20) : 0
  const cut = (text: string) => {
    const part = text.slice(from, from + longest)
    return `${from > 0 ? '…' : ''}${part}${from + longest < text.length ? '…' : ''}`
  }
  return [cut(one), cut(other)]
}

import type { Attempt } from '../../server/wire.ts'

/** Faults of the way a request is put on the wire that none but the sandbox does. */
const ours = ['truncate', 'reset', 'slow', 'drop']
/** Those that are in a command of curl, but that `fetch` cannot do. */
const notOfFetch = [...ours, 'http10', 'chunked', 'header_case']

/** What was done to an attempt on its way that a copy for curl, or for `fetch`, does not do again. */
export function notAgain({ changes }: Pick<Attempt, 'changes'>, by: 'curl' | 'fetch'): Attempt['changes'] {
  const names = by === 'curl' ? ours : notOfFetch
  return changes.filter(({ fault }) => names.some((name) => fault === name || fault.startsWith(`${name}(`)))
}

import { jsonLine } from '../words/printable.ts'
import { createClient, type TargetFlags } from './client.ts'
import type { Shell } from './terminal.ts'

export interface ResetFlags extends TargetFlags {
  keep: string[]
  json?: true
}
interface ResetAnswer {
  reset: true
  kept: string[]
}

/** Empties the database of the running sandbox. */
export async function reset({ keep, ...flags }: ResetFlags, { terminal, environment }: Shell) {
  const client = createClient(flags, environment)
  const answer = await client.post<ResetAnswer>('/sandbox/reset', 'reset', {
    ...(keep.length > 0 && { keep }),
  })
  if (flags.json) return terminal.out(jsonLine(answer))
  const { kept } = answer
  terminal.out(`${client.base} is empty${kept.length > 0 ? ` but for its ${kept.join(' and ')}` : ''}`)
}

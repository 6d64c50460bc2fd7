import { StartError } from '../../failures.ts'
import type { Capture } from '../../wire.ts'
import { jsonLine, printable } from '../../words/printable.ts'
import { commandLine, createClient, type TargetFlags } from '../client.ts'
import { tellNoneFound } from '../nothing-found.ts'
import type { Shell } from '../terminal.ts'
import { capturePath } from './named.ts'

export interface CaptureManyFlags extends TargetFlags {
  q?: string
  json?: true
}

/** Refuses what names neither one capture nor a filter, or both; answers the filter. */
export function oneOrFilter(id: string | undefined, flags: CaptureManyFlags): string | undefined {
  const { q } = flags
  if (id !== undefined && q !== undefined)
    throw new StartError('An id and a filter were both given.', 'Give the one or the other.')
  if (id === undefined && q === undefined)
    throw new StartError(
      'Nothing says which captures are meant.',
      `Give an id, or a filter such as --q 'verdict:failed'; ${commandLine('captures', flags)} lists them.`,
    )
  return q
}

const said = {
  pin: 'kept',
  unpin: 'kept no longer than others',
  delete: 'deleted',
} as const

/** Pins or deletes all captures that match a filter. */
export async function captureMany(
  act: keyof typeof said,
  { q, ...flags }: CaptureManyFlags,
  { terminal, environment }: Shell,
) {
  const client = createClient(flags, environment)
  const answer = await client.post<{ counts: { captures: number; kept?: number; skipped?: number } }>(
    `/sandbox/captures/${act}`,
    'counts',
    { q },
  )
  const { captures, kept = 0, skipped = 0 } = answer.counts
  if (captures + kept + skipped === 0) await tellNoneFound({ client, terminal }, q)
  const left = kept > 0 ? `, ${kept} pinned ones stay` : ''
  terminal.out(flags.json ? jsonLine(answer) : printable(`${captures} ${said[act]}${left}`))
}

/** Deletes one capture, or all that match a filter. */
export async function captureDelete(id: string | undefined, flags: CaptureManyFlags, shell: Shell) {
  if (oneOrFilter(id, flags) !== undefined || id === undefined) return captureMany('delete', flags, shell)
  const client = createClient(flags, shell.environment)
  const answer = await client.delete<{ capture: Capture }>(capturePath(id), 'capture')
  shell.terminal.out(flags.json ? jsonLine(answer) : printable(`${id} is deleted`))
}

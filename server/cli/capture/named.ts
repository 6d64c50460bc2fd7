/** Reads which captures a command is about: one by its id, or all that match a filter. */
import { StartError } from '../../failures.ts'
import type { CommandContext } from '../command.ts'
import { bothGiven } from '../wrong-call.ts'

/** The path of one capture, or of a part of it. */
export const capturePath = (id: string, what = ''): string =>
  `/sandbox/captures/${encodeURIComponent(id)}${what && `/${what}`}`

/** One capture by its id, or all that match a filter. */
export type Meant = { id: string } | { q: string }

export function oneOrFilter(
  id: string | undefined,
  q: string | undefined,
  { client }: CommandContext,
): Meant {
  if (id !== undefined && q !== undefined) throw bothGiven('An id and a filter')
  if (id !== undefined) return { id }
  if (q !== undefined) return { q }
  throw new StartError(
    'An id or a filter is required.',
    `Give an id, or a filter such as --q 'verdict:failed'. List the captures with: ${client.command('captures')}`,
  )
}

import { StartError } from '../../failures.ts'
import type { CommandContext } from '../command.ts'
import { bothGiven } from '../wrong-call.ts'

/** The path of one capture, or of a part of it. */
export const capturePath = (id: string, what = ''): string =>
  `/sandbox/captures/${encodeURIComponent(id)}${what && `/${what}`}`

/** Which captures are meant: one by its id, or all that a filter finds. */
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
    'Nothing says which captures are meant.',
    `Give an id, or a filter such as --q 'verdict:failed'; ${client.command('captures')} lists them.`,
  )
}

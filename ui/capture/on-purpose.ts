/** Words what the sandbox replied on purpose to a captured request. */
import type { Capture } from '../../server/wire.ts'
import { repliedOnPurpose } from '../../server/words/reply.ts'

/** A failure that the endpoint answered as set, and what set it. */
export const repliedWords = (reply: Capture['reply']): string | undefined => {
  const replied = repliedOnPurpose(reply)
  return replied && `${replied} (${reply.detail})`
}

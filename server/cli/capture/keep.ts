import type { Capture } from '../../wire.ts'
import { jsonLine, printable } from '../../words/printable.ts'
import { createClient, type TargetFlags } from '../client.ts'
import type { Shell } from '../terminal.ts'
import { type CaptureManyFlags, captureMany, oneOrFilter } from './many.ts'
import { capturePath } from './named.ts'

export interface CaptureKeepFlags extends TargetFlags {
  json?: true
}

/** Pins a capture or all that match a filter, or takes the pin off. */
export const capturePin = (
  { id, pinned }: { id: string | undefined; pinned: boolean },
  flags: CaptureManyFlags,
  shell: Shell,
) =>
  oneOrFilter(id, flags) !== undefined || id === undefined
    ? captureMany(pinned ? 'pin' : 'unpin', flags, shell)
    : change(id, { pinned }, `${id} is ${pinned ? 'kept' : 'kept no longer than others'}`, { flags, shell })

/** Writes a note to a capture, or takes it away. */
export const captureNote = (
  { id, text }: { id: string; text: string },
  flags: CaptureKeepFlags,
  shell: Shell,
) =>
  change(id, { note: text === '' ? null : text }, text === '' ? `${id} has no note` : `${id}: ${text}`, {
    flags,
    shell,
  })

async function change(
  id: string,
  changes: { pinned?: boolean; note?: string | null },
  said: string,
  { flags, shell: { terminal, environment } }: { flags: CaptureKeepFlags; shell: Shell },
) {
  const client = createClient(flags, environment)
  const answer = await client.patch<{ capture: Capture }>(capturePath(id), 'capture', changes)
  terminal.out(flags.json ? jsonLine(answer) : printable(said))
}

import type { Capture } from '../../wire.ts'
import { createClient, type TargetFlags } from '../client.ts'
import { jsonLine } from '../printable.ts'
import { paint } from '../spans.ts'
import type { Shell } from '../terminal.ts'
import { captureLines } from './lines.ts'
import { capturePath } from './named.ts'

export interface CaptureShowFlags extends TargetFlags {
  json?: true
}

/** Prints a capture as it came, with its verdict. */
export async function captureShow(id: string, flags: CaptureShowFlags, { terminal, environment }: Shell) {
  const client = createClient(flags, environment)
  const answer = await client.get<{ capture: Capture }>(capturePath(id), 'capture')
  if (flags.json) return terminal.out(jsonLine(answer))
  for (const line of captureLines(answer.capture))
    terminal.out(paint(line, { colour: terminal.colour ?? false }))
}

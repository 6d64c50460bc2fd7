import type { Capture, DecodedBody } from '../../wire.ts'
import { jsonLine } from '../../words/printable.ts'
import { createClient, type TargetFlags } from '../client.ts'
import { decodedAt } from '../decoded.ts'
import { printLines } from '../print-lines.ts'
import type { Shell } from '../terminal.ts'
import { captureLines } from './lines.ts'
import { capturePath, exchangePath } from './named.ts'

export interface CaptureShowFlags extends TargetFlags {
  json?: true
}

/** Prints a capture as it came, with its verdict. */
export async function captureShow(id: string, flags: CaptureShowFlags, { terminal, environment }: Shell) {
  const client = createClient(flags, environment)
  const answer = await client.get<{ capture: Capture }>(capturePath(id), 'capture')
  if (flags.json) return terminal.out(jsonLine(answer))
  const { capture } = answer
  const decoded = new Map<string, DecodedBody>()
  const add = async (of: string, path: string, told: Parameters<typeof decodedAt>[2]) => {
    const body = await decodedAt(client, path, told)
    if (body) decoded.set(of, body)
  }
  if (!capture.body_omitted) await add(id, capturePath(id, 'decoded'), capture)
  for (const { id: exchange, response } of capture.exchanges)
    await add(exchange, exchangePath(id, exchange), response)
  printLines(terminal, captureLines(capture, decoded))
}

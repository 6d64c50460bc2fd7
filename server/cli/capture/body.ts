import { StartError } from '../../start-error.ts'
import type { DecodedBody } from '../../wire.ts'
import { jsonLine, printable, printableLines } from '../../words/printable.ts'
import { commandLine, createClient, type TargetFlags } from '../client.ts'
import type { Shell } from '../terminal.ts'
import { capturePath } from './named.ts'

export interface CaptureBodyFlags extends TargetFlags {
  decoded?: true
  json?: true
}

/** Writes the bytes of a body as they are; to a terminal what can be shown of them. */
export async function captureBody(id: string, flags: CaptureBodyFlags, { terminal, environment }: Shell) {
  const client = createClient(flags, environment)
  if (flags.decoded) {
    const answer = await client.get<{ decoded: DecodedBody }>(capturePath(id, 'decoded'), 'decoded')
    if (flags.json) return terminal.out(jsonLine(answer))
    const { decoded } = answer
    if (decoded.problem !== null) terminal.log(printable(decoded.problem))
    if (decoded.text !== null) return write(Buffer.from(decoded.text))
    return decoded.base64 === null
      ? terminal.out(jsonLine(decoded.parts))
      : write(Buffer.from(decoded.base64, 'base64'))
  }
  const bytes = await client.bytes(capturePath(id, 'body'))
  if (flags.json) return terminal.out(jsonLine({ body_base64: bytes.toString('base64') }))
  return write(bytes)

  async function write(bytes: Buffer) {
    if (terminal.bytes) return terminal.bytes(bytes)
    const text = bytes.toString('utf8')
    if (!Buffer.from(text).equals(bytes))
      throw new StartError(
        `The body of ${id} is no text.`,
        `Write it to a file: ${commandLine(`capture body ${id}`, flags)} > FILE`,
      )
    for (const line of printableLines(text)) terminal.out(line)
  }
}

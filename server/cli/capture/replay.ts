import { describeOutcome } from '../../delivery/outcome.ts'
import { StartError } from '../../start-error.ts'
import type { Exchange, HeaderPair } from '../../wire.ts'
import { createClient, type TargetFlags } from '../client.ts'
import { jsonLine } from '../printable.ts'
import { readBytes } from '../read-bytes.ts'
import { paint } from '../spans.ts'
import type { Shell } from '../terminal.ts'
import { exchangeLines } from './lines.ts'
import { capturePath } from './named.ts'

export interface CaptureReplayFlags extends TargetFlags {
  to?: string
  sign?: true
  method?: string
  header: HeaderPair[]
  body?: string
  json?: true
}

/** Sends a capture again, and prints what came of it; fails unless it was answered with 2xx. */
export async function captureReplay(id: string, flags: CaptureReplayFlags, { terminal, environment }: Shell) {
  const { to, sign, method, header, body } = flags
  const asked = {
    ...(to !== undefined && { url: to }),
    ...(sign && { sign }),
    ...(method !== undefined && { method }),
    ...(header.length > 0 && { headers: Object.fromEntries(header) }),
    ...(body !== undefined && { body_base64: readBytes(body).toString('base64') }),
  }
  const client = createClient(flags, environment)
  const answer = await client.post<{ exchange: Exchange }>(capturePath(id, 'replay'), 'exchange', asked)
  const { exchange } = answer
  if (flags.json) terminal.out(jsonLine(answer))
  else
    for (const line of exchangeLines(exchange))
      terminal.out(paint(line, { colour: terminal.colour ?? false }))
  const status = exchange.response?.status
  if (status === undefined || status < 200 || status > 299)
    throw new StartError(
      `It was not answered with 2xx: ${describeOutcome(exchange.outcome)}.`,
      `Look at what listens at ${exchange.url}, or name another address with --to URL.`,
    )
}

/** Describes armed errors. */
import type { z } from 'zod'
import type { armFields } from '../../errors/arm-fields.ts'
import type { PlatformCode } from '../../errors/dictionary.ts'
import type { ArmedSource } from '../../wire.ts'

/** What an armed error does to a call instead of carrying it out. */
export type ArmedEffect =
  | { kind: 'code'; code: PlatformCode }
  /** `body` is JSON as written: a string is sent as text, anything else as JSON. Undefined sends a gateway's page. */
  | { kind: 'raw'; status: number; body: string | undefined }
  | { kind: 'reset' }
  | { kind: 'hang' }

/** An error that waits for calls. Times are in microseconds, the delay in ms. */
export interface ArmedRecord {
  seq: number
  id: string
  effect: ArmedEffect
  method: string | null
  /** Without the prefix. `*` matches any characters. */
  path: string | null
  identity: string | null
  times: number | null
  after: number
  probability: number | null
  delayMs: number
  /** Errors of the config are armed again at each start. */
  source: ArmedSource
  matched: number
  fired: number
  createdAt: number
}

/** The order to arm an error. */
export type NewArmed = Pick<ArmedRecord, 'effect'> & {
  [K in 'method' | 'path' | 'identity' | 'times' | 'after' | 'probability' | 'delayMs']?:
    | ArmedRecord[K]
    | undefined
}

/**
 * The order in these fields.
 * @param written the body as written, so that its numbers keep their digits
 */
export function armOrder(
  { code, status, body, outcome, delay_ms = 0, ...when }: z.infer<typeof armFields>,
  written: string | undefined = JSON.stringify(body),
): NewArmed {
  const order = { ...when, delayMs: delay_ms }
  if (code !== undefined) return { ...order, effect: { kind: 'code', code } }
  if (status !== undefined) return { ...order, effect: { kind: 'raw', status, body: written } }
  return { ...order, effect: { kind: outcome ?? 'hang' } }
}

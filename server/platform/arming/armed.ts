import type { ArmedSource } from '../../wire.ts'
import type { PlatformCode } from '../errors.ts'

/** What an armed error does to a call instead of carrying it out. */
export type ArmedEffect =
  | { kind: 'code'; code: PlatformCode }
  /** `body` is JSON as it is written: a text in it is answered as it is, anything else as this; undefined takes a gateway's page. */
  | { kind: 'raw'; status: number; body: string | undefined }
  | { kind: 'reset' }
  | { kind: 'hang' }

/** An error that waits for calls. Times in microseconds, the delay in ms. */
export interface ArmedRecord {
  seq: number
  id: string
  effect: ArmedEffect
  method: string | null
  /** Without the prefix; `*` stands for any run of characters. */
  path: string | null
  identity: string | null
  times: number | null
  after: number
  probability: number | null
  delayMs: number
  /** Those of the config are armed anew at each start. */
  source: ArmedSource
  matched: number
  fired: number
  createdAt: number
}

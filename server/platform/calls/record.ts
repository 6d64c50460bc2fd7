/** Records calls and their responses. */
import type { Transaction } from '../../database/writer.ts'
import { runHeader, runOf } from '../../http/prefix.ts'
import type { ArmedOutcome, HeaderPair } from '../../wire.ts'
import type { Asked } from '../asked.ts'
import type { CallStore } from './store.ts'

/** The response that was sent. Status 0 with an `outcome` means no response. */
export interface Sent {
  status: number
  headers: HeaderPair[]
  body: string
  code: string | null
  /** The id of the armed error that answered, or `header`. */
  armed: string | null
  /** What was done to the connection instead of a response. */
  outcome?: ArmedOutcome
}

interface Recorded {
  id: string
  asked: Asked
  sent: Sent
  /** Microseconds on the sandbox's clock. */
  at: number
  durationMs: number
}

/** Records a call and its response in the transaction that carried it out. */
export function createCallRecorder(needs: { calls: CallStore }) {
  return (tx: Transaction, { id, asked, sent, at, durationMs }: Recorded) => {
    const row = {
      id,
      seq: tx.seq(),
      at,
      method: asked.method,
      path: asked.url,
      identity: asked.header('identity'),
      run_id: runOf(asked.header(runHeader)),
      status: sent.status,
      error_code: sent.code,
      armed: sent.armed,
      outcome: sent.outcome ?? null,
      duration_ms: Math.round(durationMs * 1000) / 1000,
      request_headers: JSON.stringify(asked.headers),
      request_body: asked.body === 'too-large' ? null : asked.body,
      response_headers: JSON.stringify(sent.headers),
      response_body: sent.body,
    }
    tx.announce('call', needs.calls.insert(row), row.seq)
  }
}
export type CallRecorder = ReturnType<typeof createCallRecorder>
